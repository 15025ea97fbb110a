import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cleanEnvironment } from './environment.js'
import { CannotRun } from './failure.js'

const run = promisify(execFile)

/** A Node that has not answered by then hangs; it takes 40 ms. */
const ANSWERS_MS = 5000

/**
 * Sees to it that a Node takes the flags that a lab's variants ask for.
 *
 * @param {Pick<import('../../lab/define.js').Manifest, 'flags'>} manifest
 * @param {string} node binary
 * @throws {CannotRun} naming the flag: one that this Node does not know is no fault of a variant
 */
export async function checkFlags ({ flags }, node) {
  for (const [variant, asked] of Object.entries(flags)) {
    const { code, stderr } = await run(node, [...asked, '--version'], { timeout: ANSWERS_MS, env: cleanEnvironment() }).catch((error) => error)
    if (!code) continue
    const [, unknown] = String(stderr).match(/bad option: (\S+)/) ?? []
    // a Node that cannot be started at all is reported when it should run a variant
    if (unknown) throw new CannotRun(variant, `needs the flag ${unknown}, which this Node does not know`, 'Use another one: --node FILE')
  }
}
