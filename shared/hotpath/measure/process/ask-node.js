import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cleanEnvironment } from './environment.js'

const run = promisify(execFile)

/** A Node that has not answered by then hangs; it takes 10 to 50 ms. */
const ANSWERS_MS = 10_000

/** `node --v8-options` prints 100 kB. */
const MOST_BYTES = 16e6

/**
 * Starts a Node to find out about it, without the flags that this process was given.
 *
 * @param {string} node binary
 * @param {string[]} args
 * @returns {Promise<{ stdout: string, stderr: string }>}
 * @throws {Error} of execFile, with `stderr` and `code`
 */
export function askNode (node, args) {
  return run(node, args, { timeout: ANSWERS_MS, maxBuffer: MOST_BYTES, env: cleanEnvironment() })
}

/** By binary and arguments. @type {Map<string, Promise<string>>} */
const outputs = new Map()

/**
 * Starts a Node to find out about it, once for each question.
 *
 * @param {string} node binary
 * @param {string[]} args
 * @returns {Promise<string>} what it prints; nothing where it does not run, which is reported when it should run a variant
 */
export function askNodeOnce (node, args) {
  const key = JSON.stringify([node, args])
  const output = outputs.get(key) ?? askNode(node, args).then(({ stdout }) => stdout, () => '')
  outputs.set(key, output)
  return output
}

/**
 * @param {string} file
 * @returns {Promise<string>} the version of the Node that it is, such as v20.11.0
 * @throws {Error} that says in a line why it does not run
 */
export async function readVersion (file) {
  const { stdout } = await askNode(file, ['--version']).catch((error) => { throw new Error(whyNot(error)) })
  if (!/^v\d+\.\d+\.\d+/.test(stdout)) throw new Error('it prints no version for --version')
  return stdout.trim()
}

/** @param {any} error of execFile */
function whyNot ({ stderr, killed, signal, code, message }) {
  const said = stderr?.trim().split('\n')[0]
  if (said) return said
  if (killed) return `it did not answer within ${ANSWERS_MS / 1000} s`
  if (signal) return `it was killed by ${signal}`
  return typeof code === 'number' ? `it exited with code ${code}` : message.split('\n')[0]
}
