import satisfies from 'semver/functions/satisfies.js'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { runNodeForOutput, readNodeVersion } from '@hotpath-labs/engine/process/node-options.js'
import { FLAGS_KEY_FOR_ALL_VARIANTS } from '../manifest.js'

/** @import { Manifest } from '../manifest.js' */

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
