import { EXIT_CODES } from 'hotpath/failures'
import { VERDICTS_WORST_FIRST } from './aggregate.js'
import { printNotice } from './terminal.js'

export { EXIT_CODES }

/** Text for --help about the exit codes 70 and 141, which a command sets if it ends without a verdict. */
export const EXIT_CODES_HELP_TEXT = '70 a bug in hotpath-labs, 141 the pipe closed before the verdict'

/** Sets the exit code, unless a worse exit code is set already. @param {number} code */
export function setExitCodeUnlessWorse (code) {
  const rank = (/** @type {number} */ exitCode) => VERDICTS_WORST_FIRST.findIndex((verdict) => EXIT_CODES[verdict] === exitCode)
  const [before, now] = [rank(Number(process.exitCode ?? 0)), rank(code)]
  if (before === -1 || now < before) process.exitCode = code
}

/** Prints why a command cannot run on this machine, and sets the exit code for "cannot run here". @param {string} reason */
export function reportCannotRun (reason) {
  printNotice(reason.trim())
  setExitCodeUnlessWorse(EXIT_CODES['cannot run'])
}
