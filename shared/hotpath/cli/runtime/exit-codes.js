import { CommanderError } from 'commander'
import { printNotice } from './terminal.js'

/** @import { CannotRun } from '../../measure/process/failure.js' */

/** Exit codes by verdict, and of a command that ends without one. */
export const EXIT_CODES = {
  holds: 0,
  'not slower': 0,
  faster: 0,
  unchanged: 0,
  broken: 1,
  slower: 1,
  failed: 1,
  'different answers': 1,
  usage: 2,
  undecided: 3,
  'cannot run': 4,
  // EX_SOFTWARE in sysexits.h, so that a bug never looks like a verdict
  bug: 70,
  // after Ctrl-C
  interrupted: 130,
  // as after SIGPIPE: with exit code 0, a check in CI would pass without a verdict
  'closed pipe': 141,
}

/** Text for --help about the exit codes that a command sets if it ends without a verdict. */
export const EXIT_CODES_HELP_TEXT = '70 a bug, 141 the pipe closed before the verdict'

/** Errors that are no bugs, by name. */
const ERRORS = /** @type {const} */ ({
  CannotRun: 'cannot run', UnwritableError: 'cannot run', CompareUsageError: 'usage', DamagedFileError: 'usage', ManifestError: 'usage', UsageError: 'usage',
})

/** @param {any} error @returns {number} the exit code of a command that ends with this error */
export function findErrorExitCode (error) {
  if (error instanceof CommanderError) return error.exitCode && EXIT_CODES.usage
  return EXIT_CODES[ERRORS[/** @type {keyof typeof ERRORS} */ (error?.name)] ?? 'bug']
}

/** Exit codes of the verdicts of labs, from the worst verdict to the best. */
const WORST_FIRST = [EXIT_CODES.broken, EXIT_CODES['cannot run'], EXIT_CODES.undecided, EXIT_CODES.holds]

/** Sets the exit code, unless a worse exit code is set already. @param {number} code of a lab's verdict */
export function setExitCodeUnlessWorse (code) {
  const before = WORST_FIRST.indexOf(Number(process.exitCode ?? 0))
  if (before === -1 || WORST_FIRST.indexOf(code) < before) process.exitCode = code
}

/** Prints why a command cannot run on this machine, and sets the exit code for "cannot run here". @param {string} reason */
export function reportCannotRun (reason) {
  printNotice(reason.trim())
  setExitCodeUnlessWorse(EXIT_CODES['cannot run'])
}

/** Formats a CannotRun error: what this machine lacks, and how to fix that. @param {CannotRun} error */
export function formatCannotRunError ({ needs, message, advice }) {
  return `${needs} ${message}. ${advice}`
}
