import { spawn } from 'node:child_process'
import { cleanEnvironment } from '../measure/process/environment.js'
import { killOnExit, untrack } from '../measure/process/kill-on-exit.js'

/** With npm's own settings somebody without a network would wait a minute and a half for the error. */
const IMPATIENT = ['--fetch-retries=2', '--fetch-retry-mintimeout=300', '--fetch-retry-maxtimeout=2000']

/** What npm did not manage. */
export class NpmError extends Error {
  name = 'NpmError'

  /** @param {string} code such as E404 @param {string} summary in npm's words */
  constructor (code, summary) {
    super(summary)
    this.code = code
  }
}

/**
 * Runs npm, which knows the user's registry, proxy and password, and checks what it fetches.
 *
 * @param {string[]} args without blanks: on Windows they go through a shell
 * @param {string} folder in which it works
 * @returns {Promise<any>} what it prints as JSON
 * @throws {NpmError}
 */
export function npm (args, folder) {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32'
    const all = [...args, '--json', '--loglevel=error', ...IMPATIENT]
    // to a shell it is one line: Node warns of arguments beside it
    const child = spawn(isWindows ? ['npm', ...all].join(' ') : 'npm', isWindows ? [] : all, { cwd: folder, env: cleanEnvironment(), shell: isWindows, detached: !isWindows, stdio: ['ignore', 'pipe', 'pipe'] })
    // the whole group, because npm may be a script that starts the real one
    const group = -Number(child.pid)
    if (child.pid) killOnExit(group)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text) => { stdout += text })
    child.stderr.setEncoding('utf8').on('data', (text) => { stderr += text })
    child.on('error', (error) => reject(new NpmError('ENONPM', error.message)))
    child.on('close', (status) => {
      if (child.pid) untrack(group)
      const printed = parsed(stdout)
      if (status === 0 && printed !== undefined) return resolve(printed)
      const { code, summary } = printed?.error ?? {}
      reject(new NpmError(code ?? stderr.match(/npm error code (\S+)/)?.[1] ?? 'unknown', firstLine(summary) || firstLine(stderr.replace(/^npm error (code .*\n)?/gm, '')) || `npm exited with code ${status}`))
    })
  })
}

/** @param {string} text */
function parsed (text) {
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
