import satisfies from 'semver/functions/satisfies.js'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { runNodeForOutput, readNodeVersion } from '@hotpath-labs/engine/process/node-options.js'
import { mapEntries } from '../plans.js'

/** @import { Program } from '../plans.js' */

/** @typedef {Record<string, Pick<Program, 'flags'>>} Flagged programs by variant */

/**
 * Chooses each program's flags for a version of Node.
 *
 * @param {Flagged} programs
 * @param {string} version such as v20.20.2
 * @returns {Record<string, string[]>} by variant
 */
export function chooseFlagsForVersion (programs, version) {
  return mapEntries(programs, ({ flags }) => flags.flatMap((one) => typeof one === 'string' ? [one] : satisfies(version, one.node) ? [one.flag] : []))
}

/**
 * Chooses each program's flags for a version of Node. Throws if this version does not know a flag.
 *
 * @param {Flagged} programs
 * @param {string} node binary
 * @returns {Promise<Record<string, string[]>>} by variant
 * @throws {CannotRun} naming an unknown flag
 */
export async function chooseSupportedFlags (programs, node) {
  if (Object.values(programs).every(({ flags }) => flags.length === 0)) return {}
  // ignores a Node binary that does not start, because starting the first variant reports the failure
  const version = node === process.execPath ? process.version : await readNodeVersion(node).catch(() => process.version)
  const wanted = chooseFlagsForVersion(programs, version)
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
