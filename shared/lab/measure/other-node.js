import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import satisfies from 'semver/functions/satisfies.js'
import { runNodeForOutput, readNodeVersion } from '@hotpath-labs/engine/process/node-options.js'
import { CannotRun, VariantFailure } from '@hotpath-labs/engine/failures.js'
import { FLAGS_KEY_FOR_ALL_VARIANTS } from '../manifest.js'
import { LabMeasurement } from './measurement.js'

/**
 * @import { Failure } from '../report/result-schema.js'
 * @import { Lab } from '../load.js'
 * @import { Manifest } from '../manifest.js'
 * @import { Options, Result } from './run.js'
 * @import { Services } from './services.js'
 */

/**
 * Finds a package of the lab that requires another version of Node. Skips indirect dependencies, because some declare that they require the
 * newest Node, but run on any Node.
 *
 * @param {Lab} lab
 * @param {string} version
 * @returns {Failure | undefined}
 */
function findPackageForOtherNode ({ folder }, version) {
  for (const name of Object.keys(readPackage(folder)?.dependencies ?? {})) {
    const wants = readPackage(join(folder, 'node_modules', name))
    const range = wants?.engines?.node
    if (!range || satisfies(version, range)) continue
    const what = `${wants.version} wants Node ${range}, and this is ${version}`
    return { code: /** @type {const} */ ('NODE_OUT_OF_RANGE'), part: name, what, advice: 'Choose another version of Node: --node lts', stderr: '' }
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

/** @typedef {Pick<Manifest, 'flags' | 'variants' | 'limit'>} Flagged */

/**
 * Chooses each variant's flags for a version of Node.
 *
 * @param {Flagged} manifest
 * @param {string} version such as v20.20.2
 * @returns {Record<string, string[]>} by variant; without entry where a variant has no flags
 */
export function chooseFlagsForVersion ({ flags, variants, limit }, version) {
  const { [FLAGS_KEY_FOR_ALL_VARIANTS]: everybodys, ...own } = flags
  const named = everybodys ? [...Object.keys(variants), ...limit ? ['limit'] : []] : Object.keys(own)
  return Object.fromEntries(named.map((variant) => [variant, [...everybodys ?? [], ...own[variant] ?? []]
    .flatMap((one) => typeof one === 'string' ? [one] : satisfies(version, one.node) ? [one.flag] : [])]))
}

/**
 * Chooses each variant's flags for a version of Node. Throws if this version does not know a flag.
 *
 * @param {Flagged} manifest
 * @param {string} node binary
 * @returns {Promise<Record<string, string[]>>} by variant
 * @throws {CannotRun} naming an unknown flag
 */
export async function chooseSupportedFlags (manifest, node) {
  if (Object.keys(manifest.flags).length === 0) return {}
  // ignores a Node binary that does not start, because starting the first variant reports the failure
  const version = node === process.execPath ? process.version : await readNodeVersion(node).catch(() => process.version)
  const wanted = chooseFlagsForVersion(manifest, version)
  const known = new Set()
  for (const [variant, flags] of Object.entries(wanted)) {
    const joined = flags.join(' ')
    if (known.has(joined)) continue
    known.add(joined)
    // runs `-e 0` instead of `--version`, because old versions of Node do not check flags with `--version`
    const { code, stderr } = await runNodeForOutput(node, [...flags, '-e', '0']).then(() => ({ code: 0, stderr: '' }), (error) => error)
    if (!code) continue
    const [, unknown] = String(stderr).match(/bad option: (\S+)/) ?? []
    const what = `needs the flag ${unknown}, which this version of Node does not know`
    if (unknown) throw new CannotRun('NODE_LACKS_FLAG', variant, what, 'Choose another version of Node: --node VERSION')
  }
  return wanted
}

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
    const here = await LabMeasurement.create(this.lab, options,
      /** @type {Result} */ (/** @type {Partial<Result>} */ ({ oracle: null, counters: [] })))
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
