import { readNodeVersion } from './process/ask-node.js'
import { LabMeasurement } from './measurement.js'
import { chooseSupportedFlags } from './process/flags.js'
import { CannotRun, VariantFailure } from '../failures/index.js'
import { findPackageForOtherNode } from './package-engines.js'

/**
 * @import { Failure } from '../failures/index.js'
 * @import { Lab } from '../lab/load.js'
 * @import { Options, Result } from './run.js'
 * @import { Services } from './services.js'
 */

/** Pattern of errors thrown by a program that uses features which this version of Node lacks. */
const UNKNOWN = /throws (Syntax|Type|Reference)Error/

/** Pattern of the line that names an error: the first line of a stack trace, or Node's message about an unknown flag. */
const NAMED = /^\w*Error\b.*|bad option: .*/m

/** Finds failures that occur only on the version of Node that runs the variants, and not on the version that runs this process. */
export class NodeFaultFinder {
  /**
   * @param {Lab} lab
   * @param {Options} options
   * @returns {Promise<NodeFaultFinder | undefined>} undefined where variants run on this Node
   */
  static async create (lab, options) {
    if (!options.node || options.node === process.execPath) return
    try {
      return new NodeFaultFinder(lab, options, await readNodeVersion(options.node))
    } catch (error) {
      const what = `does not run as Node here: ${error.message}`
      return new NodeFaultFinder(lab, options, process.version, { code: 'NODE_UNUSABLE', part: options.node, what, advice: '', stderr: '' })
    }
  }

  /**
   * @param {Lab} lab
   * @param {Options} options
   * @param {string} version
   * @param {Failure} [unfit] why it runs no lab
   */
  constructor (lab, options, version, unfit) {
    this.lab = lab
    this.options = options
    this.version = version
    this.unfit = unfit ?? findPackageForOtherNode(lab, version)
  }

  /**
   * Finds out if the variants' version of Node causes a failure. It does if the variants answer correctly on this process's own version.
   *
   * @param {Services} services
   * @param {Result} result
   * @param {VariantFailure} [failure]
   * @returns {Promise<Failure | undefined>}
   */
  async findNodeFault (services, { oracle }, failure) {
    // a failure after the comparison of answers may be an accident of one run, so it is not reported as a fault of this version of Node
    if (failure ? oracle : !UNKNOWN.test(oracle?.difference ?? '')) return
    if (this.version === process.version || !await this.#worksHere(services)) return
    const reason = failure ? failure.stderr.match(NAMED)?.[0] ?? failure.what : oracle?.difference
    const what = `cannot run on Node ${this.version}: ${reason}`
    return { code: 'NODE_LACKS_FEATURE', part: failure?.part ?? this.lab.name, what, advice: `It runs on Node ${process.version}.`, stderr: '' }
  }

  /** @param {Services} services */
  async #worksHere (services) {
    const { node, onProgress, ...options } = this.options
    const here = await LabMeasurement.create(this.lab, options, /** @type {any} */ ({ oracle: null, counters: [] }))
    try {
      here.flags = await chooseSupportedFlags(this.lab.manifest, process.execPath)
      await here.begin(services)
      await here.compareAnswers()
      return !here.isRefused
    } catch (error) {
      if (!(error instanceof VariantFailure || error instanceof CannotRun)) throw error
      return false
    } finally {
      await here.end()
    }
  }
}
