import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { relative, join } from 'node:path'
import { ROOT, listLabNames } from '@hotpath-labs/lab/project/project.js'
import { drawLabChart } from '@hotpath-labs/site/lab/chart.js'
import { drawSizesChart } from '@hotpath-labs/site/lab/sizes.js'
import { resolveDataFilePath } from '@hotpath-labs/lab/data.js'
import { loadLabsInOrder, loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { renderLabsTable, renderRecordedFigures, renderLabsByTheme } from '@hotpath-labs/records/figures/markdown.js'
import { readSizeRecord } from '@hotpath-labs/records/sizes/record.js'
import { renderSizesTable } from '@hotpath-labs/records/sizes/screen.js'
import { NEWEST_LTS_MAJOR, collectRecordedClaims } from '@hotpath-labs/records/figures/figures.js'
import { describeGoal } from '@hotpath-labs/lab/exercise.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { formatTerminalReport } from '@hotpath-labs/lab/report/terminal.js'
import { findRecordedResult } from '@hotpath-labs/stage/recording.js'
import { readRecording } from '@hotpath-labs/stage/recording-files.js'
import { listAttemptRules } from '@hotpath-labs/workshop/attempt/reached-step.js'
import { renderPackageGraph, renderPackageTable } from './packages.js'
import { renderResultJsonSchema, renderSurprisingResults } from './pages.js'
import { renderSchedule, renderTimetable } from './workshop.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

/** File of the JSON schema of a result, which `pnpm figures` writes completely. */
const SCHEMA = 'docs/result.schema.json'

/** Name of a lab's chart file, which is in the lab's folder data/. */
const CHART = 'chart.svg'

/** Name of the chart of a lab's costs over size, in the same folder. */
const SIZES_CHART = 'sizes.svg'

/** @param {Lab} lab @returns {Page | undefined} the lab's chart; undefined if no figures are recorded */
function drawLabChartFile (lab) {
  const file = resolveDataFilePath(lab.folder, CHART)
  const chart = drawLabChart(lab)
  const path = formatLink(ROOT, file)
  return chart && { path, text: existsSync(file) ? readFileSync(file, 'utf8') : '', written: chart.svg }
}

/** @param {Lab} lab @returns {Page | undefined} the chart of its costs over size; undefined if they are not recorded */
function drawSizesChartFile (lab) {
  const record = lab.manifest.sizes && readSizeRecord(lab)
  if (!record) return undefined
  const file = resolveDataFilePath(lab.folder, SIZES_CHART)
  return { path: formatLink(ROOT, file), text: existsSync(file) ? readFileSync(file, 'utf8') : '', written: drawSizesChart(lab, record) }
}

/** @param {Lab} lab @returns {string} Markdown: the lab's chart, with its figures for those who do not see it */
export function renderChartImage (lab) {
  const chart = drawLabChart(lab)
  if (!chart) return `No chart yet, because nothing is on record. Type \`pnpm lab ${lab.name} --record\`, then \`pnpm figures\`.`
  return `![${chart.alt.replace(/[\\`*_[\]<>]/g, '\\$&')}](${formatLink(lab.folder, resolveDataFilePath(lab.folder, CHART))})`
}

/** @param {Lab} lab @returns {string} Markdown: a box with the commands to type first */
function renderStartBox ({ name, manifest }) {
  const { demonstration, exercise } = manifest
  const startsFrom = exercise?.startsFrom ?? 'the slow program'
  const lines = demonstration
    ? [`This lab has no exercise. \`pnpm demo ${name}\` shows it on a browser page, and \`pnpm lab ${name}\` measures it.`]
    : [
        `\`pnpm lab ${name} start\` copies ${startsFrom} into a file of your own. Change your file ${describeGoal(manifest)}.`,
        'Type `watch` instead of `start` to check your file, `hint` for a hint, and `mine` to have your file judged. `pnpm lab` alone leads through the labs, with a key for each of these.',
      ]
  const without = 'In a terminal without pnpm (`npm install -g pnpm`), type `node .` in place of `pnpm`.'
  return ['[!TIP]', ...lines, without].map((line) => `> ${line}`).join('\n')
}

/**
 * Inserts the two markers between which the start box and the chart go, below a README's question. Does nothing if it already has them.
 *
 * @param {string} text of a lab's README
 * @param {string} name of the lab
 * @returns {string}
 */
export function insertChartPlaceholders (text, name) {
  if (text.includes(`<!-- chart of ${name},`)) return text
  return text.replace(/^# .*\n(?:\n(?:> .*\n)+)?/, (head) => `${head}\n<!-- chart of ${name}, written by pnpm figures -->\n<!-- end of chart -->\n`)
}

/** @param {string} from @param {string} to @returns {string} path with slashes on every system */
function formatLink (from, to) {
  return relative(from, to).replaceAll('\\', '/')
}

/** Pattern of a block that `pnpm figures` writes into a Markdown page, such as a chart, a table of results or a timetable. */
const PLACE = /(<!-- (chart|result|sizes|rules|run|labs|surprises|packages|timetable|schedule) of ([\w-]+)[^>]* -->\n)[^]*?(<!-- end of \2 -->)/g

/** Functions that render the text inside a block, by kind of block. @type {Record<string, (name: string) => Promise<string>>} */
const WRITERS = {
  chart: async (name) => {
    const lab = await loadNamedLab(name)
    return `${renderStartBox(lab)}\n\n${renderChartImage(lab)}`
  },
  result: async (name) => {
    const lab = await loadNamedLab(name)
    return renderRecordedFigures(name, collectRecordedClaims(lab))
  },
  sizes: sizesOf,
  rules: rulesOf,
  run: runOf,
  labs: labsOf,
  surprises: async () => renderSurprisingResults(await allLabs()),
  packages: async () => `${renderPackageTable()}\n\nEach arrow leads from a package to a package that it needs:\n\n${renderPackageGraph()}`,
  timetable: renderTimetable,
  schedule: renderSchedule,
}

/** @typedef {{ path: string, text: string, written: string }} Page `text`: as it is; `written`: with the recorded figures */

/** @returns {Promise<Page[]>} pages and pictures that show recorded figures */
export async function renderPagesWithFigures () {
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)
  const names = listLabNames()
  const labPages = await Promise.all(names.map(async (name) => renderPage(`labs/${name}/README.md`, (text) => insertChartPlaceholders(text, name))))
  const pages = await Promise.all(['README.md', 'CONTRIBUTING.md', ...docs].map((path) => renderPage(path)))
  const labs = await Promise.all(names.map(loadNamedLab))
  const charts = labs.flatMap((lab) => [drawLabChartFile(lab), drawSizesChartFile(lab)])
  const schema = { path: SCHEMA, text: readFileSync(join(ROOT, SCHEMA), 'utf8'), written: renderResultJsonSchema() }
  return [
    ...[...pages, ...labPages].filter(({ written }) => written.search(PLACE) >= 0),
    ...charts.flatMap((chart) => chart ?? []),
    schema,
  ]
}

/** @param {string} path @param {(text: string) => string} [prepare] @returns {Promise<Page>} */
async function renderPage (path, prepare = (text) => text) {
  const file = join(ROOT, path)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return { path, text, written: text && await rewriteFigureBlocks(prepare(text)) }
}

/** @param {string} text of a page @returns {Promise<string>} with each place written anew */
export async function rewriteFigureBlocks (text) {
  const places = [...text.matchAll(PLACE)]
  const written = await Promise.all(places.map(([, , kind, name]) => WRITERS[kind](name)))
  let next = 0
  return text.replaceAll(PLACE, (whole, start, kind, name, end) => `${start}\n${written[next++]}\n\n${end}`)
}

/** @param {string} name of a lab with the field `sizes` @returns {Promise<string>} its costs over size */
async function sizesOf (name) {
  const lab = await loadNamedLab(name)
  const record = readSizeRecord(lab)
  if (!record) return `Not recorded yet: \`pnpm lab ${name} --sizes --record\`.`
  const picture = formatLink(lab.folder, resolveDataFilePath(lab.folder, SIZES_CHART))
  return `![How the cost grows with the size: the figures are in the table below.](${picture})\n\n${renderSizesTable(lab, record)}`
}

/** @param {string} name of a lab that ships a recording @returns {Promise<string>} what `pnpm lab` printed of it */
async function runOf (name) {
  const lab = await loadNamedLab(name)
  const result = findRecordedResult(readRecording(resolveDataFilePath(lab.folder, 'recording.json'), name))
  return `\`\`\`\n$ npx -y pnpm@12 lab ${name}\n\n${formatTerminalReport(/** @type {import('@hotpath-labs/lab/report/result-schema.js').Result} */ (result), planClaims(lab), { color: false })}\n\`\`\``
}

/** @param {string} name of a lab @returns {Promise<string>} what it asks of an attendee's file besides right answers and speed */
async function rulesOf (name) {
  const lab = await loadNamedLab(name)
  const rules = listAttemptRules(lab, { subject: 'it' })
  const aim = `To pass, your program must ${lab.manifest.kind === 'heap' ? 'leave little memory behind' : 'be fast enough'}`
  return rules.length ? `${aim}, and keep to ${rules.length > 1 ? 'these rules' : 'this rule'}: ${rules.join('; ')}.` : `${aim}. No count decides.`
}

/** @param {string} name `figures`: with what is on record; `README`: by theme @returns {Promise<string>} all labs */
async function labsOf (name) {
  const labs = await allLabs()
  return name === 'figures' ? renderLabsTable(labs, NEWEST_LTS_MAJOR) : renderLabsByTheme(labs)
}

/** @returns {Promise<import('@hotpath-labs/records/figures/markdown.js').ListedLab[]>} in the order of the workshop */
async function allLabs () {
  return (await loadLabsInOrder()).map((lab) => {
    const { name, manifest: { title, question, theme } } = lab
    return { name, title, question, theme, claims: collectRecordedClaims(lab) }
  })
}
