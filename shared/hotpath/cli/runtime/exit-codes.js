import { EXIT_CODES } from '../../failures/index.js'
import { printNotice } from './terminal.js'

/** Text for --help about the exit codes that a command sets if it ends without a verdict. */
export const EXIT_CODES_HELP_TEXT = '70 a bug, 141 the pipe closed before the verdict'

/** Exit codes of the verdicts of labs, from the worst verdict to the best. @type {number[]} */
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
