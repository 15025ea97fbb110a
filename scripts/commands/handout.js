import { dirname, join } from 'node:path'
import { formatExamples, printLine, reportCannotRun } from '@hotpath-labs/terminal/terminal.js'
import { InvalidArgumentError } from 'commander'
import { makeWordParser } from '@hotpath-labs/terminal/parse.js'
import { makeFolder, resolveUserPath, writeFileAtUserPath } from '@hotpath-labs/engine/files.js'
import { renderHandout } from '@hotpath-labs/figures/handout.js'
import { WORKSHOP_PLANS } from '@hotpath-labs/figures/workshop.js'
import { findAttendeeFolder, formatPath } from '@hotpath-labs/lab/project/project.js'
import { openInBrowser } from '@hotpath-labs/command-line/browser.js'

const TIMETABLES = Object.keys(WORKSHOP_PLANS)

/** Most characters of an address: more would make the squares of its QR code too small for a phone. */
const MOST_CHARACTERS = 200

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  program.command('handout')
    .description('write the handout for the attendees of a workshop: one sheet to print')
    .argument('[timetable]', `one of ${TIMETABLES.join(', ')}`, makeWordParser(TIMETABLES), TIMETABLES[0])
    .option('--address <url>', 'where attendees get the project; printed with its QR code', parseAddress)
    .option('--out <file>', 'the file to write; default: my/handout-<timetable>.html')
    .option('--open', 'open the page in the browser, to print it')
    .addHelpText('after', `
Example:
${formatExamples([['handout half-day --address https://example.org/hotpath-labs --open']])}

Exit codes: 0 written, 2 usage, 4 cannot be written`)
    .action(writeHandout)
}

/** @param {string} timetable @param {{ address?: string, out?: string, open?: boolean }} options */
async function writeHandout (timetable, { address, out, open }) {
  const file = out === undefined ? join(findAttendeeFolder(), `handout-${timetable}.html`) : resolveUserPath(out)
  const html = await renderHandout(timetable, address)
  try {
    makeFolder(dirname(file))
    writeFileAtUserPath(file, html)
  } catch (error) {
    if (!error.syscall) throw error
    return reportCannotRun(`${formatPath(file)} cannot be written: ${error.message}. Choose another file: --out FILE`)
  }
  printLine(formatPath(file))
  if (open) await openInBrowser(file)
}

/** @param {string} text @returns {string} the address as it was typed */
function parseAddress (text) {
  if (/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '') && text.length <= MOST_CHARACTERS) return text
  throw new InvalidArgumentError(`Expected an address of at most ${MOST_CHARACTERS} characters, such as https://example.org/hotpath-labs.`)
}
