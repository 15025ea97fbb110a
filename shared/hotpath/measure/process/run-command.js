import { spawn } from 'node:child_process'
import killProcess from './kill.cjs'
import { copyCleanEnvironment } from './environment.js'
import { killOnExit, cancelKillOnExit } from './kill-on-exit.js'

/** Error of a command that does not start or exits with another code than 0. */
export class CommandError extends Error {
  name = 'CommandError'

  /**
   * @param {string} message such as "npm ci ended with code 1"
   * @param {{ code?: string, status?: number | null, stdout?: string, stderr?: string }} [how] `code`: of a command that does not start,
   *   such as ENOENT
   */
  constructor (message, { code, status, stdout = '', stderr = '' } = {}) {
    super(message)
    this.code = code
    this.status = status
    this.stdout = stdout
    this.stderr = stderr
  }

  /** Everything that the command printed: stdout, then stderr. */
  get output () {
    return `${this.stdout}\n${this.stderr}`
  }
}

/**
 * Runs a command. Kills the command's process group when this process ends.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {object} options
 * @param {string} options.cwd
 * @param {Record<string, string | undefined>} [options.env] is added to the environment; undefined removes a variable
 * @param {boolean} [options.isScript] on Windows the command is a .cmd file, and the arguments need no quotes
 * @param {boolean} [options.usesShell] the command is a line for the system's shell
 * @param {number} [options.seconds] time limit; then the command is killed, and the error's `status` is null
 * @returns {Promise<string>} its stdout
 * @throws {CommandError}
 */
export function runCommand (command, args, { cwd, env = {}, isScript = false, usesShell = false, seconds }) {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32'
    // runs .cmd files with cmd.exe, because Windows cannot start them directly
    const [file, all] = isWindows && isScript ? [process.env.ComSpec ?? 'cmd.exe', ['/d', '/c', command, ...args]] : [command, args]
    const child = spawn(file, all, { cwd, env: { ...copyCleanEnvironment(), ...env }, shell: usesShell, detached: !isWindows, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const group = -Number(child.pid)
    if (child.pid) killOnExit(group)
    const timer = seconds && setTimeout(() => killProcess(group), 1000 * seconds)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text) => { stdout += text })
    child.stderr.setEncoding('utf8').on('data', (text) => { stderr += text })
    child.on('error', (error) => reject(new CommandError(error.message, { code: /** @type {NodeJS.ErrnoException} */ (error).code })))
    child.on('close', (status, signal) => {
      clearTimeout(timer)
      if (child.pid) cancelKillOnExit(group)
      if (status === 0) return resolve(stdout)
      const end = signal ? `was ended by ${signal}` : `ended with code ${status}`
      reject(new CommandError(`${[command, ...args.slice(0, 1)].join(' ')} ${end}`, { status, stdout, stderr }))
    })
  })
}
