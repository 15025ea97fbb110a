import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { copyCleanEnvironment } from './environment.js'

const run = promisify(execFile)

/** Time limit in ms for starting a Node binary and reading its output, which takes 10 to 50 ms. */
const ANSWERS_MS = 10_000

/** Largest allowed output of a Node binary in bytes. `node --v8-options` prints 100 kB. */
const MOST_BYTES = 16e6

/**
 * Runs a Node binary with arguments, in a clean environment, and returns its output.
 *
 * @param {string} node binary
 * @param {string[]} args
 * @returns {Promise<{ stdout: string, stderr: string }>}
 * @throws {Error} of execFile, with `stderr` and `code`
 */
export function runNodeForOutput (node, args) {
  return run(node, args, { timeout: ANSWERS_MS, maxBuffer: MOST_BYTES, env: copyCleanEnvironment() })
}

/** outputs by binary and arguments @type {Map<string, Promise<string>>} */
const outputs = new Map()

/**
 * Runs a Node binary with arguments, or returns the cached output of an earlier run with the same arguments.
 *
 * @param {string} node binary
 * @param {string[]} args
 * @returns {Promise<string>} its stdout; empty where it does not run: that is reported when it starts a variant
 */
export function runNodeWithCachedOutput (node, args) {
  const key = JSON.stringify([node, args])
  const output = outputs.get(key) ?? runNodeForOutput(node, args).then(({ stdout }) => stdout, () => '')
  outputs.set(key, output)
  return output
}

/**
 * @param {string} file a Node binary
 * @returns {Promise<string>} its version, such as v20.11.0
 * @throws {Error} whose message says in one line why it does not run
 */
export async function readNodeVersion (file) {
  const { stdout } = await runNodeForOutput(file, ['--version']).catch((error) => { throw new Error(whyNot(error)) })
  if (!/^v\d+\.\d+\.\d+/.test(stdout)) throw new Error('expected --version to print a version such as v20.11.0')
  return stdout.trim()
}

/** @param {any} error of execFile */
function whyNot ({ stderr, killed, signal, code, message }) {
  const said = stderr?.trim().split('\n')[0]
  if (said) return said
  if (killed) return `no output within ${ANSWERS_MS / 1000} s`
  if (signal) return `killed by ${signal}`
  return typeof code === 'number' ? `exit with code ${code}` : message.split('\n')[0]
}
