import { formatSignificantDigits, formatSeconds, VERDICT_SIGNS } from '@hotpath-labs/engine/text/numbers.js'
import { formatJunitDocument, escapeMarkdown, formatMarkdownTable } from '@hotpath-labs/engine/text/documents.js'
import colors from 'picocolors'
import { wrapWithHangingIndent } from '@hotpath-labs/engine/text/lines.js'
import { RED_VERDICTS, isTooUndecided } from './result.js'

/**
 * @import { JunitCase } from '@hotpath-labs/engine/text/documents.js'
 * @import { BenchmarkResult, CompareResult, UndecidedLimit, Verdict } from './result.js'
 */

/** From this ratio on, "2.3 times as long" is easier to read than "130 % slower". */
const MANY_TIMES = 2

/**
 * Writes the result of one benchmark as a sentence, such as: head is about 12 % slower than base (8 to 16 %).
 *
 * @param {BenchmarkResult} one
 * @param {Pick<CompareResult, 'sides' | 'question'>} call
 * @returns {string}
 */
export function formatResultSentence (one, { sides: { base, head }, question }) {
  const { verdict, reason } = one
  switch (verdict) {
    case 'unchanged': return 'not run, because both sides load the same bytes'
    case 'different answers': return `different answers. ${reason}`
    case 'failed': return `${reason}`
    case 'cannot run': return `cannot run. ${reason}`
    case 'undecided': return stateUndecided(one, { base, head, question })
    case 'holds': return `holds. ${head} is ${formatSpeed(one)} as ${base}`
    case 'broken': return reason ? `broken. ${reason}` : `broken. ${head} is ${formatSpeed(one)} as ${base}, not ${formatFactor(question)}`
    case 'faster': return one.kind === 'heap' ? `${head} leaks ${formatBytes(one)} than ${base}` : `${head} is ${formatSpeed(one)} as ${base}`
    case 'slower': return one.kind === 'heap' ? `${head} leaks ${formatBytes(one)} than ${base}` : stateSlower(one, base, head)
    case 'not slower': return one.kind === 'heap'
      ? `${head} leaks no more memory than ${base} (${formatRange(one.interval, bytes)} bytes per ${one.operation})`
      : `${head} is not slower than ${base} (${formatRange(one.interval, percent)} %)`
  }
}

/** @param {BenchmarkResult} one @param {string} base @param {string} head */
function stateSlower ({ difference, interval, kind }, base, head) {
  const ratio = Number(difference)
  const cost = kind === 'server' ? 'CPU per request' : 'time'
  if (ratio >= MANY_TIMES) return `${head} needs about ${times(ratio)} times the ${cost} of ${base} (${formatRange(interval, times)} times)`
  if (kind === 'server') return `${head} needs about ${percent(ratio)} % more CPU per request than ${base} (${formatRange(interval, percent)} %)`
  return `${head} is about ${percent(ratio)} % slower than ${base} (${formatRange(interval, percent)} %)`
}

/** @param {BenchmarkResult} one @returns {string} such as: about 1.3 times as fast (1.2 to 1.4) */
function formatSpeed ({ difference, interval }) {
  const [low, high] = interval ?? [NaN, NaN]
  return `about ${times(1 / Number(difference))} times (${formatRange([1 / high, 1 / low], times)}) as fast`
}

/** @param {BenchmarkResult} one */
function formatBytes ({ difference, interval, operation }) {
  const isMore = Number(difference) >= 0
  const [low, high] = interval ?? [NaN, NaN]
  const range = isMore ? formatRange([low, high], bytes) : formatRange([-high, -low], bytes)
  return `about ${bytes(Math.abs(Number(difference)))} bytes per ${operation} ${isMore ? 'more' : 'less'} (${range})`
}

/** @param {BenchmarkResult} one @param {{ base: string, head: string, question: CompareResult['question'] }} call */
function stateUndecided (one, { base, question }) {
  const { reason, disturbed, forecast, kind, pairs, seconds, operation } = one
  const difference = formatInterval(one)
  const format = kind === 'heap' ? bytes : percent
  const unit = kind === 'heap' ? `bytes per ${operation}` : '%'
  const parts = ['cannot tell.', reason]
  if (disturbed) parts.push(`Two processes of ${base} also differ from each other, so this machine is too noisy now.`)
  if (difference) parts.push(`The difference is ${difference}.`)
  if (question.asks === 'gate' && forecast?.visible) parts.push(`A slowdown of ${format(forecast.visible)} ${unit} would have been found.`)
  if (!disturbed) {
    parts.push(forecast?.pairs
      ? `More time would decide this benchmark: --seconds ${Math.ceil(seconds * forecast.pairs / pairs)} --filter '${one.name}'`
      : 'More time would not decide this benchmark: choose another margin, or a quieter machine.')
  }
  return parts.filter(Boolean).join(' ')
}

/** @param {BenchmarkResult} one @returns {string} such as −2 to 48 %; empty where the pairs are too few */
export function formatInterval ({ kind, interval, operation }) {
  if (!interval?.every(Number.isFinite)) return ''
  return kind === 'heap' ? `${formatRange(interval, bytes)} bytes per ${operation}` : `${formatRange(interval, percent)} %`
}

/**
 * Writes the error rate of a comparison as a sentence.
 *
 * @param {CompareResult} result
 * @returns {string}
 */
function formatErrorRateSentence ({ question, error, benchmarks }) {
  const rate = `At most 1 run in ${formatSignificantDigits(1 / error.call)}`
  if (question.asks === 'claim') return `${rate} answers this wrongly for any benchmark: is head at least ${formatFactor(question)} as base?`
  const hasOwn = (/** @type {BenchmarkResult} */ { kind, margin }) => margin !== (kind === 'heap' ? question.marginBytes : question.margin)
  const [time, memory] = [false, true].map((isHeap) => benchmarks.filter((one) => (one.kind === 'heap') === isHeap && !hasOwn(one)))
  const usual = new Set([...time, ...memory].map(formatMargin))
  const own = benchmarks.filter(hasOwn).map((one) => `${one.name}: ${formatMargin(one)}`)
  const margins = [[...usual].join(' or ') || 'its margin', ...own.length ? [`(${own.join(', ')})`] : []]
  return `${rate} reports a slowdown although no benchmark is slower by more than ${margins.join(' ')}.`
}

/** @param {BenchmarkResult} one @returns {string} such as 5 %, or 16 bytes per request */
export function formatMargin ({ kind, margin, operation }) {
  return kind === 'heap' ? `${formatSignificantDigits(Number(margin))} bytes per ${operation}` : `${formatSignificantDigits(100 * Number(margin))} %`
}

/** @param {CompareResult['question']} question */
const formatFactor = (question) => question.asks === 'claim' ? `${formatSignificantDigits(question.faster)} times as fast` : ''

/** @param {number} ratio @returns {string} */
const percent = (ratio) => round(100 * (ratio - 1))

/** @param {number} ratio @returns {string} */
const times = (ratio) => String(Number(ratio.toPrecision(ratio < MANY_TIMES ? 3 : 2)))

/** @param {number} count @returns {string} */
const bytes = (count) => round(count)

/** @param {number} value @returns {string} with one decimal where it is small */
const round = (value) => {
  const rounded = Math.abs(value) < 3 ? Number(value.toFixed(1)) : Math.round(value)
  return String(rounded === 0 ? 0 : rounded).replace('-', '−')
}

/** @param {[number, number] | null} interval @param {(value: number) => string} format */
function formatRange (interval, format) {
  return (interval ?? [NaN, NaN]).map(format).join(' to ')
}

/** Outcome of a test case that is not red. @type {Partial<Record<Verdict, JunitCase['outcome']>>} */
const CASE_OUTCOMES = { 'cannot run': 'error', unchanged: 'skipped' }

/**
 * Formats a comparison as JUnit XML, with a test case for each benchmark.
 *
 * @param {CompareResult} result
 * @param {{ undecided: UndecidedLimit }} options
 * @returns {string} XML
 */
export function formatJunit (result, { undecided }) {
  const isRed = (/** @type {BenchmarkResult} */ one) => RED_VERDICTS.includes(one.verdict) || isTooUndecided(one, undecided)
  const cases = result.benchmarks.map((one) => ({
    name: one.name,
    file: one.file,
    seconds: one.seconds,
    outcome: isRed(one) ? 'failure' : CASE_OUTCOMES[one.verdict],
    says: formatResultSentence(one, result),
  }))
  return formatJunitDocument([{ name: 'hotpath compare', seconds: result.seconds, cases: /** @type {JunitCase[]} */ (cases) }])
}

/**
 * Formats a comparison as a Markdown table for a pull request.
 *
 * @param {CompareResult} result
 * @returns {string}
 */
export function formatMarkdown (result) {
  const rows = result.benchmarks.map((one) => [one.name, one.verdict, formatResultSentence(one, result)].map(escapeMarkdown))
  const lists = [['New', result.added], ['Removed', result.removed]].filter(([, names]) => names.length).map(([what, names]) => `${what}: ${/** @type {string[]} */ (names).join(', ')}`)
  const rates = result.benchmarks.some(({ pairs }) => pairs > 0) ? [formatErrorRateSentence(result)] : []
  return [
    `### ${escapeMarkdown(result.sides.head)} against ${escapeMarkdown(result.sides.base)}: ${result.verdict}`,
    '',
    formatMarkdownTable(['benchmark', 'verdict', ''], rows),
    '',
    ...[...rates, ...lists, ...result.disturbances, ...describeTimings(result.benchmarks), ...describeSlowInputs(result), ...result.notes].map((text) => `- ${escapeMarkdown(text)}`),
    '',
  ].join('\n')
}

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
 * @param {{ color: boolean, width: number, undecided: UndecidedLimit }} options
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

/** @param {CompareResult} result @returns {string[]} inputs that one verdict for all of them would hide */
function describeSlowInputs ({ benchmarks, sides: { base, head } }) {
  return benchmarks.flatMap(({ name, slowInputs }) =>
    slowInputs.map(({ input, times }) => `${name}: with input ${input} alone, ${head} takes about ${times} times as long as ${base}.`))
}

/** @param {BenchmarkResult[]} ran @returns {string[]} why functions were not timed as usual */
function describeTimings (ran) {
  const list = (/** @type {(timing: NonNullable<BenchmarkResult['timing']>) => boolean} */ isOne) =>
    ran.filter(({ kind, timing }) => kind === 'fn' && timing && isOne(timing)).map(({ name }) => name).join(', ')
  const [waiting, parallel] = [list(({ clock, pins }) => clock === 'wall' && pins), list(({ pins }) => !pins)]
  return [
    ...waiting ? [`Timed by the wall clock, because both versions wait: ${waiting}`] : [],
    ...parallel ? [`Not pinned to one CPU, and timed by the wall clock, because a version computes on several: ${parallel}`] : [],
  ]
}

/** @param {CompareResult} result @param {BenchmarkResult[]} ran @param {UndecidedLimit} undecided @returns {string[]} */
function formatFooter (result, ran, undecided) {
  const { sides, verdict, disturbances, notes, seconds, seed } = result
  const disturbed = ran.filter(({ disturbed }) => disturbed).map(({ name }) => name)
  return [
    '',
    ...ran.some(({ pairs }) => pairs) ? [formatErrorRateSentence(result)] : [],
    ...disturbed.length ? [`No slowdown is reported for ${disturbed.join(', ')}, because two processes of ${sides.base} also differ from each other.`] : [],
    ...disturbances,
    ...describeTimings(ran),
    ...describeSlowInputs(result),
    ...notes,
    ...verdict === 'undecided' && undecided === 'pass' ? ['An undecided benchmark passes. To let it fail, type: --undecided fail'] : [],
    `${formatSeconds(seconds)}, seed ${seed}`,
  ]
}
