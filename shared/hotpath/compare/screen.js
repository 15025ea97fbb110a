import colors from 'picocolors'
import { wrapWithHangingIndent } from '../report/lines.js'
import { formatSeconds, VERDICT_SIGNS } from '../report/numbers.js'
import { formatErrorRateSentence, formatResultSentence } from './sentences.js'

/** @import { BenchmarkResult, CompareResult, Verdict } from './result.js' */

/** Mark and colour of each verdict on the screen. @type {Record<Verdict, [string, 'red' | 'green' | 'yellow' | 'dim']>} */
const MARKS = {
  'different answers': [VERDICT_SIGNS.broken, 'red'],
  failed: [VERDICT_SIGNS.broken, 'red'],
  slower: [VERDICT_SIGNS.broken, 'red'],
  broken: [VERDICT_SIGNS.broken, 'red'],
  'cannot run': [VERDICT_SIGNS['cannot run'], 'yellow'],
  undecided: [VERDICT_SIGNS.undecided, 'yellow'],
  holds: [VERDICT_SIGNS.holds, 'green'],
  'not slower': [VERDICT_SIGNS.holds, 'green'],
  faster: [VERDICT_SIGNS.holds, 'green'],
  unchanged: ['-', 'dim'],
}

/**
 * Formats a comparison for the terminal: a line for each benchmark, the error rate, disturbances and notes.
 *
 * @param {CompareResult} result
 * @param {{ color: boolean, width: number, undecided: 'pass' | 'fail' }} options
 * @returns {string}
 */
export function formatTerminalOutput (result, { color, width, undecided }) {
  const paint = colors.createColors(color)
  const line = (/** @type {string} */ text) => wrapWithHangingIndent(text, width)
  const ran = result.benchmarks.filter(({ verdict }) => verdict !== 'unchanged')
  const unchanged = result.benchmarks.filter(({ verdict }) => verdict === 'unchanged').map(({ name }) => name)
  const lines = ran.map((one) => {
    const [mark, name] = MARKS[one.verdict]
    return line(`${paint[name](mark)} ${paint.bold(`${one.name}:`)} ${formatResultSentence(one, result)}`)
  })
  if (unchanged.length) lines.push(line(`${paint.dim('-')} Not run, because both sides load the same bytes: ${unchanged.join(', ')}. Change your code first. To run these benchmarks, type: --all`))
  if (result.added.length) lines.push(line(`- New, so there is nothing to compare with: ${result.added.join(', ')}`))
  if (result.removed.length) lines.push(line(`- Removed: ${result.removed.join(', ')}`))
  return [...lines, ...formatFooter(result, ran, undecided).map((text) => line(paint.dim(text)))].join('\n')
}

/** @param {CompareResult} result @param {BenchmarkResult[]} ran @param {'pass' | 'fail'} undecided @returns {string[]} */
function formatFooter (result, ran, undecided) {
  const { sides, verdict, disturbances, notes, seconds, seed } = result
  const disturbed = ran.filter(({ disturbed }) => disturbed).map(({ name }) => name)
  return [
    '',
    ...ran.some(({ pairs }) => pairs) ? [formatErrorRateSentence(result)] : [],
    ...disturbed.length ? [`No slowdown is reported for ${disturbed.join(', ')}, because two processes of ${sides.base} also differ from each other.`] : [],
    ...disturbances,
    ...notes,
    ...verdict === 'undecided' && undecided === 'pass' ? ['An undecided benchmark passes. To let it fail, type: --undecided fail'] : [],
    `${formatSeconds(seconds)}, seed ${seed}`,
  ]
}
