import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { satisfies } from 'semver'
import { versionOf } from '../../versions/probe.js'
import { cleanEnvironment } from './environment.js'
import { CannotRun } from './failure.js'

const run = promisify(execFile)

/** A Node that has not answered by then hangs; it takes 40 ms. */
const ANSWERS_MS = 5000

/**
 * The flags that each variant has on one Node: some are for certain versions only.
 *
 * @param {Pick<import('../../lab/define.js').Manifest, 'flags'>} manifest
 * @param {string} node binary
 * @returns {Promise<Record<string, string[]>>} by variant
 * @throws {CannotRun} naming a flag that this Node does not know: that is no fault of a variant
 */
export async function flagsFor ({ flags }, node) {
  /** @type {Record<string, string[]>} */
  const wanted = {}
  if (Object.keys(flags).length === 0) return wanted
  // a Node that cannot be started at all is reported when it should run a variant
  const version = node === process.execPath ? process.version : await versionOf(node).catch(() => process.version)
  for (const [variant, all] of Object.entries(flags)) {
    wanted[variant] = all.flatMap((one) => typeof one === 'string' ? [one] : satisfies(version, one.node) ? [one.flag] : [])
    // an old Node that is to tell its version looks at no other flag
    const { code, stderr } = await run(node, [...wanted[variant], '-e', '0'], { timeout: ANSWERS_MS, env: cleanEnvironment() }).catch((error) => error)
    if (!code) continue
    const [, unknown] = String(stderr).match(/bad option: (\S+)/) ?? []
    if (unknown) throw new CannotRun(variant, `needs the flag ${unknown}, which this Node does not know`, 'Use another one: --node FILE')
  }
  return wanted
}
