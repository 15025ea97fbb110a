import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cleanEnvironment } from '../measure/process/environment.js'

const run = promisify(execFile)

/** A Node that has not answered by then hangs; it takes 10 to 50 ms. */
const ANSWERS_MS = 10_000

/**
 * @param {string} file
 * @returns {Promise<string>} the version of the Node that it is, such as v20.11.0
 * @throws {Error} that says in a line why it does not run
 */
export async function versionOf (file) {
  const { stdout } = await run(file, ['--version'], { timeout: ANSWERS_MS, env: cleanEnvironment() }).catch((error) => { throw new Error(whyNot(error)) })
  if (!/^v\d+\.\d+\.\d+/.test(stdout)) throw new Error('it does not say which version it is')
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
