import { groupDigits } from '@hotpath-labs/engine/text/numbers.js'
import { formatMarkdownTable } from '@hotpath-labs/engine/text/documents.js'
import { quantile } from '@hotpath-labs/engine/stats/sample.js'
import { THIS_ENGINE_NAME } from './engine.js'
import { NOISE_KINDS } from './noise.js'
import { COMPARED_TOOLS } from './tool-comparison.js'
import { PROBE_KINDS } from './probe.js'
import { hasEnoughPairsForVerdict } from './aa-tests.js'
import { replayAATest, COMPARED_RULES, computeErrorRateLimit } from './replay.js'

/**
 * @import { Comparison } from './aa-tests.js'
 * @import { LiveRow } from './trial.js'
 * @import { PeerRow } from './tool-comparison.js'
 * @import { Kind } from './probe.js'
 */

/** Text in the place of a table without rows. */
export const NONE_RECORDED = 'None has been recorded yet.'

/** Smallest share of right answers with which a tool counts as reliable. */
const RELIABLE = 0.95

/**
 * Order of kinds of program and kinds of noise in tables. All other fields that sort rows are numbers.
 *
 * @type {Record<string, readonly string[]>}
 */
const ORDERS = { kind: PROBE_KINDS, noise: NOISE_KINDS }

/** @param {any[]} rows @param {string[]} fields @returns {any[][]} rows with equal fields together, in the order of the fields */
function groupRows (rows, fields) {
  /** @type {Map<string, any[]>} */
  const groups = new Map()
  for (const row of rows) {
    const key = fields.map((field) => row[field]).join()
    groups.set(key, [...groups.get(key) ?? [], row])
  }
  const rank = (/** @type {any} */ row, /** @type {string} */ field) => ORDERS[field]?.indexOf(row[field]) ?? row[field]
  return [...groups.values()].sort(([a], [b]) => fields.map((field) => rank(a, field) - rank(b, field)).find(Boolean) ?? 0)
}

/** @param {any[]} rows @param {(row: any) => boolean} what @returns {string} such as 3 of 20 */
export const countRows = (rows, what) => rows.length ? `${rows.filter(what).length} of ${rows.length}` : '–'

/** @param {any[]} rows @param {string} field @param {number} digits @param {string} [unit] */
const formatMedian = (rows, field, digits, unit = '') =>
  rows.length ? `${quantile(rows.map((row) => row[field]), 0.5).toFixed(digits)}${unit}` : '–'

/**
 * Formats the comparison of benchmark tools: how often each tool was wrong, and how long an answer took.
 *
 * @param {PeerRow[]} rows
 * @returns {string} Markdown
 */
export function formatToolsTable (rows) {
  return groupRows(rows, ['kind', 'noise', 'budget']).map((group) => {
    const [{ kind, noise, budget }] = group
    const tools = [THIS_ENGINE_NAME, ...Object.keys(COMPARED_TOOLS).filter((peer) => COMPARED_TOOLS[peer].kind === kind)].map((tool) => {
      const at = (/** @type {number} */ ratio) => group.filter((row) => row.tool === tool && row.ratio === ratio)
      return { tool, equal: at(1), little: at(1.1), much: at(1.5) }
    })
    const reliable = tools.flatMap(({ tool, equal, little }) => {
      const wrong = [equal.filter(isDecided).length, little.filter(isMissed).length]
      // with fewer than 59 answers, not even a tool without errors can prove an error rate below 5 %
      const isProven = computeErrorRateLimit(wrong[0], equal.length) <= 1 - RELIABLE &&
        computeErrorRateLimit(wrong[1], little.length) <= 1 - RELIABLE
      return isProven ? [`${tool} (${wrong[0] + wrong[1]} of ${equal.length + little.length})`] : []
    })
    const lines = tools.map(({ tool, equal, little, much }) =>
      [tool, countRows(equal, isDecided), ...[little, much].flatMap((rows) => [countRows(rows, isMissed), formatMedian(rows, 'seconds', 1, ' s')])])
    return [
      `**${kind}, ${noise}**, ${budget} s for each tool`,
      formatMarkdownTable(['', 'finds a difference between equal programs', 'misses a true 1.10×', 'seconds', 'misses a true 1.5×', 'seconds'], lines),
      `These runs prove an error rate of at most 1 in ${Math.round(1 / (1 - RELIABLE))}, in both of the first two columns, for ${reliable.length ? reliable.join(', ') : 'none of the tools'}.`,
    ].join('\n\n')
  }).join('\n\n')
}

/** @param {{ says: string }} row */
const isDecided = ({ says }) => says !== 'undecided'

/** @param {{ says: string }} row */
const isMissed = ({ says }) => says !== 'faster'

/**
 * Formats how often hotpath was right about programs with a known ratio, for every kind of program and ratio.
 *
 * @param {LiveRow[]} rows
 * @returns {string} Markdown
 */
export function formatKnownRatiosTable (rows) {
  if (rows.length === 0) return NONE_RECORDED
  const lines = groupRows(rows, ['kind', 'ratio']).map((of) => {
    const [{ kind, ratio }] = of
    const right = ratio === 1 ? 'undecided' : 'faster'
    const isWrong = (/** @type {LiveRow} */ row) => row.says !== right && isDecided(row)
    const medians = [formatMedian(of, 'reads', 3, '×'), formatMedian(of, 'seconds', 1, ' s')]
    return [kind, `${ratio}×`, countRows(of, ({ says }) => says === right), countRows(of, isWrong), ...medians]
  })
  return formatMarkdownTable(['kind', 'true ratio', 'right', 'wrong', 'measured ratio', 'seconds'], lines)
}

/**
 * Formats the A/A tests: how often each rule wrongly finds a difference, and the upper limit of its error rate.
 *
 * @param {Comparison[]} all
 * @returns {string} Markdown
 */
export function formatAATestsTable (all) {
  const rows = all.filter(hasEnoughPairsForVerdict)
  if (rows.length === 0) return NONE_RECORDED
  const lines = Object.entries(COMPARED_RULES).map(([rule, finds]) => {
    const wrong = rows.filter(finds).length
    const counts = `${groupDigits(wrong)} of ${groupDigits(rows.length)}`
    return [rule, counts, formatPercent(wrong / rows.length), formatPercent(computeErrorRateLimit(wrong, rows.length))]
  })
  const machines = formatCounts(rows.map(({ machine }) => machine.cpu))
  const kinds = formatCounts(rows.map(({ kind, noise }) => `${kind}, ${noise}`))
  const looks = groupRows(rows, ['kind']).map((of) => `${of[0].kind}: ${formatCounts(of.map(({ pairs }) => `${replayAATest(pairs).pairs} pairs`))}`)
  const table = formatMarkdownTable(['rule', 'finds a difference between equal programs', 'error rate', 'upper limit, with 95 % confidence'], lines)
  return `${table}\n\nNumber of tests by processor: ${machines}. By program and noise: ${kinds}. Pairs that a test took, with the number of such tests: ${looks.join('; ')}.`
}

/** @param {number} rate */
const formatPercent = (rate) => `${Number((100 * rate).toPrecision(2))} %`

/** @param {string[]} names @returns {string} each name with its count, the most frequent first */
function formatCounts (names) {
  const counts = [...new Set(names)].map((name) => ({ name, count: names.filter((other) => other === name).length }))
  return counts.sort((a, b) => b.count - a.count).map(({ name, count }) => `${name} (${groupDigits(count)})`).join(', ')
}
