import { renderSVG } from 'uqr'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { escapeHtml } from '@hotpath-labs/site/html.js'
import { formatClock, planSchedule, WORKSHOP_PLANS } from './workshop.js'

/** @import { Slot } from './workshop.js' */

/** Commands that an attendee types during a lab, in this order, with their effects. */
const COMMANDS = [
  ['pnpm lab', 'leads through the labs'],
  ['pnpm lab NAME', 'measures slow and fast, and judges the claims'],
  ['pnpm lab NAME profile', 'shows where each program spends its time'],
  ['pnpm lab NAME start', 'copies the slow program into `my/NAME/`'],
  ['pnpm lab NAME watch', 'compares your answers on each save'],
  ['pnpm lab NAME mine', 'judges your file'],
  ['pnpm lab NAME hint', 'gives one more hint'],
  ['pnpm lab NAME solution', 'shows what changed, and why, once you have passed'],
  ['pnpm progress', 'lists what you have passed'],
]

/** Keys of `pnpm lab <name> watch`, with their actions. */
const KEYS = [['m', 'measure'], ['h', 'hint'], ['d', 'diff'], ['p', 'profile'], ['s', 'solution']]

/** Lines of a lab's result, each with an explanation for attendees. */
const RESULT = [
  ['✔ holds', 'The ratio is above the minimum of the lab. This verdict is seldom wrong.'],
  ['✘ broken', 'The ratio is below the minimum, or a count shows that the cause is still there.'],
  ['? undecided', 'This run cannot tell. Close other programs, or type `--seconds 120`.'],
  ['! cannot run', 'Type `pnpm lab doctor`.'],
  ['1.5 to 1.8×', 'The interval: how exact this run is, at 95 %, or at 98 % for your file.'],
  ['Why:', 'A number that shows the cause, such as documents per request. It is the same on every machine.'],
]

const HELP = [
  ['Stuck?', '`pnpm lab NAME hint`, then ask your neighbour, then the instructor.'],
  ['A wrong answer?', 'The message names the line or the input. A file with a wrong answer is not measured.'],
  ['A lost file?', 'Look in `my/backups/`.'],
  ['"Nothing changed yet"?', 'Open the file that `start` prints.'],
  ['Other figures?', 'Compare verdicts with your neighbour, not ratios: machines differ.'],
  ['Any command?', 'Add `--help`. All commands are in docs/commands.md.'],
]

/** Heights in mm of the timetable: what is left of the first page below the commands, and a page of its own. */
const ROOM = { belowCommands: 75, ownPage: 215 }

/** Height in mm of a row without a lab, such as a break. */
const SHORT_ROW_MM = 5

/** Most labs below the commands. More labs get a page of their own: the back of the sheet. */
const MOST_BELOW_COMMANDS = 4

/** Style sheet of the handout: one sheet of A4, in black. */
const STYLE = `@page { size: A4; margin: 11mm 13mm }
* { box-sizing: border-box } html { background: #fff; color: #111 }
body { font: 9pt/1.3 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; margin: 0 auto; max-width: 184mm }
h1 { font-size: 16pt; margin: 0 } h2 { font-size: 11pt; margin: 2.5mm 0 .8mm; border-bottom: .4mm solid #111 } p { margin: 0 0 1mm }
code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .9em; white-space: nowrap }
table { border-collapse: collapse; width: 100% } td { padding: .3mm 2.5mm .3mm 0; vertical-align: top } td:first-child { white-space: nowrap; width: 1% }
header { display: flex; gap: 6mm; align-items: start; justify-content: space-between } header svg { width: 24mm; flex: none } .address { font-size: 11pt; font-weight: 700; overflow-wrap: anywhere } .blank { border-bottom: .2mm solid #111; display: inline-block; width: 90mm }
.split { display: grid; grid-template-columns: 1fr 1fr; gap: 0 7mm } .back { break-before: page } .front { font-size: 11pt } .front .split { display: block } .front td { padding-block: .8mm }
.labs th { text-align: left; font-size: 8pt } .labs td { border-bottom: .2mm solid #767676; font-size: 9pt } .labs td:nth-child(n + 3) { border-left: .2mm solid #767676; width: 26% } .labs td:nth-child(2) { padding-left: 1mm } .labs .short td { border-left: 0; color: #464646 }
@media screen { body { padding: 12mm 4mm } }
@media screen and (max-width: 45em) { .split, header { display: block } code, td:first-child { white-space: normal } td { overflow-wrap: anywhere } }`

/**
 * Renders the attendees' handout: a page in HTML that prints as one sheet of A4, with room for the guesses of each lab.
 *
 * @param {string} timetable key of `WORKSHOP_PLANS`
 * @param {string} [address] where attendees get the project; without it, a blank line
 * @returns {Promise<string>} HTML
 */
export async function renderHandout (timetable, address) {
  /** @type {Pick<Slot, 'start' | 'what' | 'lab'>[]} */
  const slots = [...await planSchedule(timetable), { start: WORKSHOP_PLANS[timetable].minutes, what: 'end' }]
  const count = slots.filter(({ lab }) => lab).length
  const needsBack = count > MOST_BELOW_COMMANDS
  const rowHeight = ((needsBack ? ROOM.ownPage : ROOM.belowCommands) - SHORT_ROW_MM * (slots.length - count)) / count
  const place = address
    ? `<p class="address">${escapeHtml(address)}</p>`
    : '<p>Address: <span class="blank">&nbsp;</span></p>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>hotpath-labs: handout</title>
<style>
${STYLE}
</style>
</head>
<body>
<main>
<div${needsBack ? ' class="front"' : ''}>
<header>
<div>
<h1>hotpath-labs: every performance claim is a test</h1>
<p>Guess, measure, profile, change, measure again. Right before fast: the judge compares answers before it measures. Your file is in <code>my/</code>, and Git ignores it.</p>
<h2>Begin</h2>
${place}
<p>Get the project from this address. In its folder type <code>npx -y pnpm@12 lab doctor</code>, which installs the project and checks this machine. <code>npm install -g pnpm</code> lets you type the commands below. Without pnpm, type <code>node .</code> in place of <code>pnpm</code>.</p>
</div>
${address ? renderSVG(address, { border: 1 }).replace('<svg', () => `<svg role="img" aria-label="QR code of ${escapeHtml(address)}"`) : ''}
</header>
<div class="split">
<section>
<h2>Each lab</h2>
${renderRows(COMMANDS.map(([command, says]) => [`\`${command}\``, says]))}
<p>Keys in <code>watch</code>: ${KEYS.map(([key, says]) => `<b>${key}</b> ${says}`).join(' · ')}</p>
</section>
<section>
<h2>How to read a result</h2>
${renderRows(RESULT.map(([line, says]) => [`**${line}**`, says]))}
<p>Compare two figures only if they come from one run.</p>
</section>
</div>
<h2>Help</h2>
${renderRows(HELP.map(([when, what]) => [`**${when}**`, what]))}
</div>
<h2${needsBack ? ' class="back"' : ''}>Timetable and your guesses</h2>
<table class="labs">
<tr><th scope="col">from</th><th scope="col">lab and question</th><th scope="col">my guess: what is slow, and by how much?</th><th scope="col">what I measured, and why</th></tr>
${(await Promise.all(slots.map((slot) => renderSlot(slot, rowHeight)))).join('\n')}
</table>
</main>
</body>
</html>
`
}

/** @param {Pick<Slot, 'start' | 'what' | 'lab'>} slot @param {number} height of a lab's row, in mm */
async function renderSlot ({ start, what, lab }, height) {
  const from = formatClock(start)
  if (!lab) return `<tr class="short"><td>${from}</td><td colspan="3">${what}</td></tr>`
  const { manifest: { question } } = await loadLab(String(resolveLabFolder(lab)))
  return `<tr style="height: ${height.toFixed(1)}mm"><td>${from}</td><td>${renderInline(`**${lab}**`)}<br>${escapeHtml(question)}</td><td></td><td></td></tr>`
}

/** @param {string[][]} rows with `code` and **bold** */
function renderRows (rows) {
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${renderInline(cell)}</td>`).join('')}</tr>`)
  return ['<table>', ...lines, '</table>'].join('\n')
}

/** @param {string} text with `code` and **bold** @returns {string} HTML */
function renderInline (text) {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>').replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
}
