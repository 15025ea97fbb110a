import { VERDICTS_WORST_FIRST } from './aggregate.js'
import { printNotice } from './terminal.js'

export const VERDICT_EXIT_CODES = { holds: 0, broken: 1, undecided: 3, 'cannot run': 4 }

/** Exit code of a command that the user ended by Ctrl-C. */
export const INTERRUPTED_EXIT_CODE = 130

/** Exit code before the verdict, the same as after SIGPIPE: if `head` closes the pipe early, a check in CI must not pass. */
export const NO_VERDICT_EXIT_CODE = 141

/** Exit codes that every judging command has besides those of the verdicts, as text for --help. */
export const FURTHER_EXIT_CODES_HELP = '70 a bug in hotpath-labs, 141 the pipe closed before the verdict'

/** Sets the exit code, unless a worse exit code is set already. @param {number} code of VERDICT_EXIT_CODES */
export function setWorstExitCode (code) {
  const rank = (/** @type {number} */ exitCode) => VERDICTS_WORST_FIRST.findIndex((verdict) => VERDICT_EXIT_CODES[verdict] === exitCode)
  const [before, now] = [rank(Number(process.exitCode ?? 0)), rank(code)]
  if (before === -1 || now < before) process.exitCode = code
}

/** Prints why a command cannot run on this machine, and sets the exit code for "cannot run here". @param {string} reason */
export function reportCannotRun (reason) {
  printNotice(reason.trim())
  setWorstExitCode(VERDICT_EXIT_CODES['cannot run'])
}

/** Formats what this machine lacks, and how to fix that, from a CannotRun error. @param {import('hotpath/failures').CannotRun} error */
export function formatCannotRunError ({ needs, message, advice }) {
  return `${needs} ${message}. ${advice}`
}
