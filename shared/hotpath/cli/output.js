import { InvalidArgumentError } from 'commander'
import { EXIT_CODES_HELP_TEXT, findTerminalOptions, printLine, saveRequestedFile } from '@hotpath-labs/terminal/terminal.js'
import { formatSuggestion, makeNumberParser } from '@hotpath-labs/terminal/parse.js'
import { formatJunit, formatMarkdown, formatTerminalOutput } from '../compare/report.js'
import { findExitCode } from '../compare/result.js'

/**
 * @import { Command } from 'commander'
 * @import { CompareResult, EarlierVerdicts, UndecidedLimit } from '../compare/result.js'
 */

const parsePercentage = makeNumberParser('a percentage from 1% to 1000%', 1, 1000)

/** @param {string} text such as 5% @returns {number} such as 0.05 */
export function parseMarginPercentage (text) {
  if (!text.trim().endsWith('%')) throw new InvalidArgumentError('Expected a percentage, such as 5%.')
  return parsePercentage(text.replace('%', '')) / 100
}

/** @param {string} text pass, fail or a percentage @returns {UndecidedLimit} */
export function parseUndecidedLimit (text) {
  if (text === 'pass' || text === 'fail') return text
  if (!text.endsWith('%')) throw new InvalidArgumentError(formatSuggestion(text, ['pass', 'fail'], 'Expected pass, fail, or a percentage such as 30%.'))
  return parseMarginPercentage(text)
}

/** Adds the command-line options for output, which `compare` and `merge` share. @param {Command} command */
export function addOutputOptions (command) {
  return command
    .option('--undecided <pass|fail|percent>', 'whether an undecided benchmark passes or fails; 30%: passes if it is not slower by more than this', parseUndecidedLimit, 'pass')
    .option('--json', 'print the result as one JSON object, with the measured value of each pair of processes')
    .option('--junit <file>', 'also write the result as JUnit XML')
    .option('--markdown <file>', 'also write the result as a Markdown table')
}

/** Help text about the exit codes of `compare` and `merge`. */
export const EXIT_CODES_HELP = `Exit codes: 0 not slower, or the claim holds; 1 slower, broken, failed or different answers; 2 wrong usage;
3 undecided, with --undecided fail or a percentage, or with --again red for another reason; 4 cannot run, ${EXIT_CODES_HELP_TEXT}`

/**
 * Prints a comparison's result, saves the requested reports, and sets the exit code of the process.
 *
 * @param {CompareResult} result
 * @param {{ undecided: UndecidedLimit, earlier?: EarlierVerdicts, json?: boolean, junit?: string, markdown?: string }} options
 */
export function reportResult (result, { undecided, earlier, json, junit, markdown }) {
  printLine(json ? JSON.stringify(result) : formatTerminalOutput(result, { ...findTerminalOptions(), undecided }))
  process.exitCode = findExitCode(result, { undecided, earlier })
  if (junit) saveRequestedFile(junit, formatJunit(result, { undecided }))
  if (markdown) saveRequestedFile(markdown, formatMarkdown(result))
}
