import { VERDICTS_WORST_FIRST } from './aggregate.js'
import { printNotice } from './terminal.js'

export const VERDICT_EXIT_CODES = { holds: 0, broken: 1, undecided: 3, 'cannot run': 4 }

/** Exit code of a command that the user ended by Ctrl-C. */
export const INTERRUPTED_EXIT_CODE = 130

/** Exit code if the reader of stdout closes the pipe before the verdict, as after SIGPIPE. With exit code 0, a check in CI would pass. */
export const CLOSED_PIPE_EXIT_CODE = 141

/** Text for --help about the exit codes 70 and 141, which a command sets if it ends without a verdict. */
export const EXIT_CODES_HELP_TEXT = '70 a bug in hotpath-labs, 141 the pipe closed before the verdict'

/** Sets the exit code, unless a worse exit code is set already. @param {number} code of VERDICT_EXIT_CODES */
export function setExitCodeUnlessWorse (code) {
  const rank = (/** @type {number} */ exitCode) => VERDICTS_WORST_FIRST.findIndex((verdict) => VERDICT_EXIT_CODES[verdict] === exitCode)
  const [before, now] = [rank(Number(process.exitCode ?? 0)), rank(code)]
  if (before === -1 || now < before) process.exitCode = code
}

/** Prints why a command cannot run on this machine, and sets the exit code for "cannot run here". @param {string} reason */
export function reportCannotRun (reason) {
  printNotice(reason.trim())
  setExitCodeUnlessWorse(VERDICT_EXIT_CODES['cannot run'])
}

/** Formats a CannotRun error: what this machine lacks, and how to fix that. @param {import('hotpath/failures').CannotRun} error */
export function formatCannotRunError ({ needs, message, advice }) {
  return `${needs} ${message}. ${advice}`
}
