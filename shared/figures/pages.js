import { loadLabsInOrder } from '@hotpath-labs/lab/project/timetable.js'
import { escapeHtml } from '@hotpath-labs/site/html.js'
import { formatRange } from '@hotpath-labs/engine/text/ratio.js'
import { formatSteadyFigure } from '@hotpath-labs/records/figures/figures.js'
import { collectLabResultsByNode } from '@hotpath-labs/records/versions/results.js'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import { RESULT_SCHEMAS_BY_NAME, RESULT_SCHEMA_VERSION } from '@hotpath-labs/lab/report/result-schema.js'

/** Commands that an attendee types during a lab, in this order, with their effects. */
const COMMANDS = [
  ['pnpm lab next', 'names the next lab'],
  ['pnpm lab NAME', 'measures slow and fast, and judges the claims'],
  ['pnpm lab NAME profile', 'shows where each program spends its time'],
  ['pnpm lab NAME start', 'copies the slow program into `my/NAME/`'],
  ['pnpm lab NAME watch', 'compares your answers on each save'],
  ['pnpm lab NAME mine', 'judges your file'],
  ['pnpm lab NAME hint', 'gives one more hint'],
  ['pnpm lab NAME solution', 'shows what changed, and why'],
  ['pnpm progress', 'lists what you have passed'],
]

/** Keys of `pnpm lab <name> watch`, with their actions. */
const KEYS = [['b', 'measure'], ['h', 'hint'], ['d', 'diff'], ['p', 'profile'], ['s', 'solution']]

/** Lines of a lab's result, each with an explanation for attendees. */
const RESULT = [
  ['✔ holds', 'The ratio is above the minimum of the lab. This verdict is seldom wrong.'],
  ['✘ broken', 'The ratio is below the minimum, or a count shows that the cause is still there.'],
  ['? undecided', 'This run cannot tell. Close other programs, or type `--seconds 120`.'],
  ['! cannot run', 'Type `pnpm lab doctor`.'],
  ['1.5 to 1.8×', 'The 95 % interval: how exact this run is.'],
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

/** Style sheet of the handout: one sheet of A4, in black. */
const STYLE = `@page { size: A4; margin: 11mm 13mm }
* { box-sizing: border-box } html { background: #fff; color: #111 }
body { font: 9pt/1.3 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; margin: 0 auto; max-width: 184mm }
h1 { font-size: 16pt; margin: 0 } h2 { font-size: 11pt; margin: 2.5mm 0 .8mm; border-bottom: .4mm solid #111 } p { margin: 0 }
code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .9em; white-space: nowrap }
table { border-collapse: collapse; width: 100% } td { padding: .3mm 2.5mm .3mm 0; vertical-align: top } td:first-child { white-space: nowrap; width: 1% }
.split { display: grid; grid-template-columns: 1fr 1fr; gap: 0 7mm } .labs td { font-size: 8pt; line-height: 1.2; border-bottom: .1mm solid #bbb } .labs td:last-child { text-align: right; white-space: nowrap; padding-right: 0 }
@media screen { body { padding: 12mm 4mm } }
@media screen and (max-width: 45em) { .split { display: block } code, td:first-child, .labs td:last-child { white-space: normal } td { overflow-wrap: anywhere } }`

/** @returns {Promise<string>} the attendees' handout: a page in HTML that prints as one sheet of A4 */
export async function renderHandout () {
  const labs = (await loadLabsInOrder()).flatMap(({ name, manifest: { question, workshop } }, index) =>
    workshop ? [[`${index + 1}`, `\`${name}\``, question, `${workshop.minutes} min`]] : [])
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
<h1>hotpath-labs: every performance claim is a test</h1>
<p>Guess, measure, profile, change, measure again. Right before fast: the judge compares answers before it measures. Your file is in <code>my/</code>, and Git ignores it.</p>
<h2>Begin</h2>
<p><code>npx -y pnpm@12 lab doctor</code> installs the project and checks this machine. <code>npm install -g pnpm</code> lets you type the commands below.</p>
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
<h2>The labs, in their order</h2>
${renderRows(labs, 'labs')}
<h2>Help</h2>
${renderRows(HELP.map(([when, what]) => [`**${when}**`, what]))}
</main>
</body>
</html>
`
}

/** @param {string[][]} rows with `code` and **bold** @param {string} [className] */
function renderRows (rows, className) {
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${renderInline(cell)}</td>`).join('')}</tr>`)
  return [`<table${className ? ` class="${className}"` : ''}>`, ...lines, '</table>'].join('\n')
}

/** @param {string} text with `code` and **bold** @returns {string} HTML */
function renderInline (text) {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>').replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
}

/** Surprising results in Markdown. A placeholder such as {cache-queue expiry 26} stands for a recorded ratio (lab, claim, Node). */
const SURPRISES = [
  '**`try`/`catch` no longer costs anything.** On Node 6 a loop with `try`/`catch` took {divideByAndSum try-catch 6} as long as a loop without. Since Node 8 both loops take equally long.',
  '**Express needs much less CPU than before.** For a small answer Express needs {http-baseline framework 26} as much CPU as fastify on Node 26. On Node 20 it needed {http-baseline framework 20}: Express replaces prototypes, which was slower before Node 24.',
  '**Two caches, two waiting times.** If a cache drops expired answers, the slowest 1 % of requests wait {cache-queue expiry 26} as long as with a cache that serves the old answer while it refreshes.',
]

const FIGURE = /\{([\w-]+) ([\w-]+) (\d+)\}/g

/**
 * @param {{ name: string, claims: import('@hotpath-labs/records/figures/figures.js').RecordedClaim[] }[]} labs
 * @returns {Promise<string>} a list in Markdown, with the recorded ratios
 * @throws {Error} if a ratio is not recorded
 */
export async function renderSurprisingResults (labs) {
  const names = new Set(SURPRISES.flatMap((text) => [...text.matchAll(FIGURE)].map(([, name]) => name)))
  const versions = await Promise.all([...names].map(async (name) => collectLabResultsByNode(await loadLab(String(resolveLabFolder(name))))))
  const rangeOf = (/** @type {string} */ name, /** @type {string} */ id, /** @type {number} */ node) => {
    const recorded = labs.find((lab) => lab.name === name)?.claims.find(({ claim }) => claim.id === id)
    const range = recorded && formatSteadyFigure(recorded, node)?.range
    if (range) return range
    const { readings = [] } = versions.flatMap(({ claims }) => claims).find(({ lab, claim }) => lab === name && claim.id === id) ?? {}
    return readings.find(({ major }) => major === node)?.late.interval
  }
  return SURPRISES.map((text) => `- ${text.replaceAll(FIGURE, (whole, name, id, node) => {
    const range = rangeOf(name, id, Number(node))
    if (!range) throw new Error(`${name} ${id} is not recorded for Node ${node}. Type: pnpm versions record ${name}`)
    return formatRange(range)
  })}`).join('\n')
}

const TITLE = 'Result of a lab, as `pnpm --silent lab <name> --json` prints it. With several versions of Node the command prints #/$defs/versions. `pnpm --silent verify --json` prints #/$defs/verify.'

/** @returns {string} docs/result.schema.json: the schema of a result as JSON Schema */
export function renderResultJsonSchema () {
  const { result, ...$defs } = toJsonSchemaDefs(RESULT_SCHEMAS_BY_NAME, {
    target: 'draft-2020-12',
    // leaves out the check for finite numbers, because every number in JSON is finite
    ignoreActions: ['finite'],
    overrideRef: ({ referenceId }) => referenceId === 'result' ? '#' : undefined,
    overrideSchema: ({ valibotSchema, jsonSchema }) => valibotSchema.type === 'object' ? { ...jsonSchema, additionalProperties: false } : undefined,
  })
  const $id = `hotpath-labs/result/${RESULT_SCHEMA_VERSION}`
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id, title: TITLE, ...result, $defs }
  return `${JSON.stringify(schema, null, 2)}\n`
}
