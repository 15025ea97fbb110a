import { CommandError, runCommand } from '../measure/process/run-command.js'

/** npm options that limit retries: with npm's own settings, an error for a missing network takes a minute and a half. */
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
 * Runs npm, which knows the user's registry, proxy and password, and verifies checksums.
 *
 * @param {string[]} args without blanks: on Windows they go through cmd.exe
 * @param {string} folder of the command
 * @returns {Promise<any>} its printed JSON
 * @throws {NpmError}
 */
export async function runNpm (args, folder) {
  const all = [...args, '--json', '--loglevel=error', ...RETRIES]
  const ended = await runCommand('npm', all, { cwd: folder, isScript: true }).then((stdout) => ({ stdout, stderr: '', status: 0 }), (error) => error)
  if (ended instanceof CommandError && ended.code) throw new NpmError('ENONPM', ended.message)
  const { stdout, stderr, status } = ended
  const printed = parseJson(stdout)
  if (status === 0 && printed !== undefined) return printed
  const code = printed?.error?.code ?? stderr.match(/npm error code (\S+)/)?.[1] ?? 'unknown'
  const summary = firstLine(printed?.error?.summary) || firstLine(stderr.replace(/^npm error (code .*\n)?/gm, ''))
  throw new NpmError(code, summary || `npm exited with code ${status}`)
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
