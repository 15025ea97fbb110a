import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import satisfies from 'semver/functions/satisfies.js'
import { readNodeVersion } from '@hotpath-labs/engine/process/node-options.js'
import { CannotRun, VariantFailure } from '@hotpath-labs/engine/failures.js'
import { Refused, measure } from '@hotpath-labs/engine/measure.js'
import { LabMachine } from './machine.js'
import { selectForNode } from './node-range.js'
import { schedule } from './schedule.js'
import { makeSubject } from './trial.js'

/**
 * @import { Lab } from '../load.js'
 * @import { LabPlan } from '../plans.js'
 * @import { Result } from '../report/result-schema.js'
 * @import { Options } from './run.js'
 * @import { Services } from './services.js'
 */

/**
 * Finds a package of the lab that requires another version of Node. Skips indirect dependencies, because some declare that they require the
 * newest Node, but run on any Node.
 *
 * @param {Lab} lab
 * @param {string} version
 * @returns {CannotRun | undefined}
 */
function findPackageForOtherNode ({ folder }, version) {
  for (const name of Object.keys(readPackage(folder)?.dependencies ?? {})) {
    const wants = readPackage(join(folder, 'node_modules', name))
    const range = wants?.engines?.node
    if (!range || satisfies(version, range)) continue
    const what = `${wants.version} wants Node ${range}, and this is ${version}`
    return new CannotRun('NODE_OUT_OF_RANGE', name, what, 'Choose another version of Node: --node lts')
  }
}

/** @typedef {{ version?: string, engines?: { node?: string }, dependencies?: Record<string, string> }} PackageJson */

/** @param {string} folder @returns {PackageJson | undefined} undefined where no package.json can be read */
function readPackage (folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch {
    return undefined
  }
}

/** Pattern of errors thrown by a program that uses features which this version of Node lacks. */
const UNKNOWN = /throws (Syntax|Type|Reference)Error/

/** Pattern of the line that names an error: the first line of a stack trace, or Node's message about an unknown flag. */
const NAMED = /^\w*Error\b.*|bad option: .*/m

/** Finds failures that occur only on the version of Node that runs the variants, and not on the version that runs this process. */
export class NodeFaultFinder {
  /**
   * @param {LabPlan} plan
   * @param {Options} options
   * @returns {Promise<NodeFaultFinder | undefined>} undefined where variants run on this Node
   */
  static async create (plan, options) {
    if (!options.node || options.node === process.execPath) return
    try {
      return new NodeFaultFinder(plan, options, await readNodeVersion(options.node))
    } catch (error) {
      const what = `does not run as Node here: ${error.message}`
      return new NodeFaultFinder(plan, options, process.version, new CannotRun('NODE_UNUSABLE', options.node, what, ''))
    }
  }

  /**
   * @param {LabPlan} plan
   * @param {Options} options
   * @param {string} version
   * @param {CannotRun} [unfit] why it runs no lab
   */
  constructor (plan, options, version, unfit) {
    this.plan = plan
    this.options = options
    this.version = version
    this.unfit = unfit ?? findPackageForOtherNode(plan.lab, version)
  }

  /**
   * Finds out if the variants' version of Node causes a failure. It does if the variants answer correctly on this process's own version.
   *
   * @param {Services} services
   * @param {Result} result
   * @param {VariantFailure} [failure]
   * @returns {Promise<CannotRun | undefined>}
   */
  async findNodeFault (services, { oracle }, failure) {
    // a failure after the comparison of answers may be an accident of one run, so it is not reported as a fault of this version of Node
    if (failure ? oracle : !UNKNOWN.test(oracle?.difference ?? '')) return
    if (this.version === process.version || !await this.#worksHere(services)) return
    const reason = failure ? failure.stderr.match(NAMED)?.[0] ?? failure.what : oracle?.difference
    const what = `cannot run on Node ${this.version}: ${reason}`
    return new CannotRun('NODE_LACKS_FEATURE', failure?.part ?? this.plan.lab.name, what, `It runs on Node ${process.version}.`)
  }

  /** @param {Services} services */
  async #worksHere (services) {
    const { node, onEvent, ...options } = this.options
    try {
      const { plan } = selectForNode(this.plan, process.version)
      const subject = makeSubject(plan)
      const machine = await LabMachine.create(plan, options, { subject, clock: () => 0, services })
      for await (const { type } of measure(schedule(plan, subject, options), machine)) if (type === 'warming') break
      return true
    } catch (error) {
      if (error instanceof Refused || error instanceof VariantFailure || error instanceof CannotRun) return false
      throw error
    }
  }
}
