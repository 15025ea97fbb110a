import { spawn } from 'node:child_process'
import { cleanEnvironment } from '../measure/process/environment.js'
import { killOnExit, untrack } from '../measure/process/kill-on-exit.js'

/** Options for short retries: with npm's own settings, the error of a missing network takes a minute and a half. */
const RETRIES = ['--fetch-retries=2', '--fetch-retry-mintimeout=300', '--fetch-retry-maxtimeout=2000']

/** Error for an npm command that failed. */
export class NpmError extends Error {
  name = 'NpmError'

  /** @param {string} code such as E404 @param {string} summary in npm's words */
  constructor (code, summary) {
    super(summary)
    this.code = code
  }
}

/**
 * Runs npm, because npm knows the user's registry, proxy and password, and verifies checksums.
 *
 * @param {string[]} args without blanks: on Windows they go through a shell
 * @param {string} folder of the command
 * @returns {Promise<any>} its printed JSON
 * @throws {NpmError}
 */
export function runNpm (args, folder) {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32'
    const all = [...args, '--json', '--loglevel=error', ...RETRIES]
    // one command line for a shell, because Node warns about separate arguments
    const [command, typed] = isWindows ? [['npm', ...all].join(' '), []] : ['npm', all]
    const child = spawn(command, typed, { cwd: folder, env: cleanEnvironment(), shell: isWindows, detached: !isWindows, stdio: ['ignore', 'pipe', 'pipe'] })
    // kills the whole process group, because npm may be a script that starts the real npm
    const group = -Number(child.pid)
    if (child.pid) killOnExit(group)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text) => { stdout += text })
    child.stderr.setEncoding('utf8').on('data', (text) => { stderr += text })
    child.on('error', (error) => reject(new NpmError('ENONPM', error.message)))
    child.on('close', (status) => {
      if (child.pid) untrack(group)
      const printed = parseJson(stdout)
      if (status === 0 && printed !== undefined) return resolve(printed)
      const code = printed?.error?.code ?? stderr.match(/npm error code (\S+)/)?.[1] ?? 'unknown'
      const summary = firstLine(printed?.error?.summary) || firstLine(stderr.replace(/^npm error (code .*\n)?/gm, ''))
      reject(new NpmError(code, summary || `npm exited with code ${status}`))
    })
  })
}

/** @param {string} text */
function parseJson (text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param {string} [text] */
function firstLine (text = '') {
  return text.trim().split('\n')[0]
}
