import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { formatResultSentence } from 'hotpath/internal/compare/report.js'
import { formatTodaysDate } from '@hotpath-labs/engine/machine.js'
import { formatMarkdownTable } from '@hotpath-labs/engine/text/documents.js'

/** @typedef {Awaited<ReturnType<typeof import('hotpath/internal/compare/compare.js').compareBaseAndHead>>} CompareResult */

const FOLDER = new URL('./', import.meta.url)
const HOTPATH = fileURLToPath(new URL('../../hotpath/cli/hotpath.js', FOLDER))
const run = promisify(execFile)

/**
 * @typedef {object} Report somebody's public report of a slowdown or leak
 * @property {string} report address, such as owner/name#1
 * @property {string} said what the report says
 * @property {string} file name of the perf file
 * @property {[string, string][]} [package] pairs of versions of packages
 * @property {[string, string][]} [node] pairs of versions of Node
 * @property {string[]} [packages] that the perf file needs besides
 *
 * @typedef {{ report: string, flag: '--package' | '--node', base: string, head: string }} Pair
 * @typedef {Pick<Pair, 'report' | 'base' | 'head'> & { on: string, result: CompareResult }} ReportRow `on`: date
 */

/** @returns {Report[]} */
const readReports = () => JSON.parse(readFileSync(new URL('reports.json', FOLDER), 'utf8'))

/** @param {Report} report @returns {Pair[]} */
function listPairs ({ report, package: packages = [], node = [] }) {
  const pairs = (/** @type {Pair['flag']} */ flag, /** @type {[string, string][]} */ versions) =>
    versions.map(([base, head]) => ({ report, flag, base, head }))
  return [...pairs('--package', packages), ...pairs('--node', node)]
}

/**
 * Lets `hotpath compare` judge the first pair of versions that has no row, as a reader would in an empty folder.
 *
 * @param {ReportRow[]} rows
 * @returns {Promise<ReportRow | undefined>} undefined if every pair has a row
 * @throws {Error} if the comparison does not end with a result
 */
export async function judgeNextReport (rows) {
  const isJudged = (/** @type {Pair} */ pair) =>
    rows.some(({ report, base, head }) => report === pair.report && base === pair.base && head === pair.head)
  const report = readReports().find((report) => !listPairs(report).every(isJudged))
  if (!report) return undefined
  const { flag, ...pair } = /** @type {Pair} */ (listPairs(report).find((pair) => !isJudged(pair)))
  const folder = mkdtempSync(join(tmpdir(), 'hotpath-report-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    cpSync(new URL(`fixtures/${report.file}.perf.mjs`, FOLDER), join(folder, `${report.file}.perf.mjs`))
    if (report.packages) await run('npm', ['install', ...report.packages], { cwd: folder, shell: process.platform === 'win32' })
    const { stdout } = await run(process.execPath, [HOTPATH, 'compare', flag, pair.base, pair.head, '--json'], { cwd: folder }).catch((error) => error)
    return { ...pair, on: formatTodaysDate(), result: shorten(JSON.parse(stdout)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {CompareResult} result @returns {any} without the measured pairs */
function shorten ({ sides, question, node, machine, seed, seconds, benchmarks }) {
  return { sides, question, node, machine, seed, seconds, benchmarks: benchmarks.map(({ values, control, confirmation, ...one }) => one) }
}

/** @param {ReportRow[]} rows @returns {string} a Markdown table */
export function formatReportsTable (rows) {
  return formatMarkdownTable(['report', 'what it says', 'what `hotpath compare` says', 'measured', 'perf file'], readReports().map((report) => {
    const judged = rows.filter((row) => row.report === report.report)
    // rows recorded before 2026-11-28 name no operation: all were about requests
    const found = judged.flatMap(({ result }) => result.benchmarks.map((one) => `**${one.name}**: ${formatResultSentence({ ...one, operation: one.operation ?? 'request' }, result)}`))
    return [
      `[${report.report}](https://github.com/${report.report.replace('#', '/issues/')})`,
      report.said,
      found.join('<br>'),
      judged.map(({ on, result: { node, seconds, seed } }) => `${on}, Node ${node.base}, ${Math.round(seconds)} s, seed ${seed}`).join('<br>'),
      `[${report.file}](../shared/validate/reports/fixtures/${report.file}.perf.mjs)`,
    ]
  }))
}
