import { formatSignificantDigits, formatSeconds, VERDICT_SIGNS } from '@hotpath-labs/terminal/numbers.js'
import { formatJunitDocument, escapeMarkdown, formatMarkdownTable } from '@hotpath-labs/terminal/documents.js'
import { wrapWithHangingIndent } from '@hotpath-labs/terminal/lines.js'
import colors from 'picocolors'
import { findQuantity, formatRange, formatSpeed } from './quantity.js'
import { RED_VERDICTS, isTooUndecided } from './result.js'

/**
 * @import { Measured } from './quantity.js'
 * @import { JunitCase } from '@hotpath-labs/terminal/documents.js'
 * @import { BenchmarkResult, CompareResult, UndecidedLimit, Verdict } from './result.js'
 */

/** What the figures in brackets are. */
const RANGES = 'Ranges are 95 % intervals.'

/** What may still differ between two sides with the same code. */
const SAME_CODE_LIMIT = 'They differ at most in comments and white space.'

/**
 * Writes the result of one benchmark as a sentence, such as: head is about 12 % slower than base (8 to 16 %).
 *
 * @param {BenchmarkResult} one
 * @param {Pick<CompareResult, 'sides' | 'question'>} call
 * @returns {string}
 */
export function formatResultSentence (one, { sides: { base, head }, question }) {
  const { verdict, reason, operation, difference } = one
  const quantity = findQuantity(one)
  const [low, high] = one.interval ?? [NaN, NaN]
  // one bound, not two: the interval ends at the one that decided, which also holds for earlier looks
  const atMost = Math.max(one.atMost ?? high, high)
  const interval = /** @type {[number, number]} */ (verdict === 'not slower' ? [low, atMost] : [low, high])
  const figures = { difference: Number(difference), interval, atMost }
  const measured = { base, head, operation, ...figures }
  switch (verdict) {
    case 'unchanged': return 'not run, because both sides have the same code'
    case 'different answers': return `different answers, so nothing was timed. ${reason}`
    case 'failed': return `${reason}`
    case 'cannot run': return `cannot be compared. ${reason}`
    case 'undecided': return stateUndecided(one, { base, head, question })
    case 'holds': return `holds. ${head} is ${formatSpeed(measured)} as ${base}`
    case 'broken': return `broken. ${reason ?? `${head} is ${formatSpeed(measured)} as ${base}, and you asked for ${formatFactor(question)}`}`
    case 'faster': return quantity.sayLess(measured)
    case 'slower': return quantity.sayMore(measured)
    case 'not slower': return quantity.saySame(measured)
  }
}

/** @param {BenchmarkResult} one @param {{ base: string, head: string, question: CompareResult['question'] }} call */
function stateUndecided (one, { base, head, question }) {
  const { reason, disturbed, forecast, operation } = one
  const { format, unit } = findQuantity(one)
  const difference = stateDifference(one)
  const asksGate = question.asks === 'gate'
  const parts = ['cannot tell.', reason]
  if (disturbed) parts.push(`Two processes of ${base} also differ from each other, so this machine is too noisy now.`)
  if (difference && asksGate) parts.push(`${head} costs ${difference} than ${base}; ${formatAllowance(one)} passes.`)
  if (difference && !asksGate) {
    const speed = formatSpeed(/** @type {Pick<Measured, 'difference' | 'interval'>} */ (one))
    parts.push(`${head} is ${speed} as ${base}, and you asked for ${formatFactor(question)}.`)
  }
  if (asksGate && forecast?.visible) parts.push(`In this time only a slowdown of ${format(forecast.visible)} ${unit(operation)} or more would show.`)
  if (!disturbed && one.pairs > 0) {
    parts.push(forecast?.seconds
      ? `To measure long enough, add --seconds ${forecast.seconds} --filter '${one.name}'`
      : `More time would hardly help: choose ${asksGate ? 'a larger margin' : 'a smaller ratio'}, or a quieter machine.`)
  }
  return parts.filter(Boolean).join(' ')
}

/** @param {BenchmarkResult} one @returns {string} such as from 2 % less to 48 % more; empty where the pairs are too few */
function stateDifference (one) {
  const { interval, operation } = one
  if (!interval?.every(Number.isFinite)) return ''
  const { format, unit } = findQuantity(one)
  const u = unit(operation)
  const [low, high] = interval.map(format)
  const [isLess, isMore] = [low.startsWith('−'), !high.startsWith('−')]
  if (isLess && isMore) return `from ${low.slice(1)} ${u} less to ${high} ${u} more`
  return isLess ? `${high.slice(1)} to ${low.slice(1)} ${u} less` : `${low} to ${high} ${u} more`
}

/** @param {BenchmarkResult} one @returns {string} such as −2 to 48 %; empty where the pairs are too few */
export function formatInterval ({ interval, operation, ...one }) {
  const { format, unit } = findQuantity(one)
  return interval?.every(Number.isFinite) ? `${formatRange(interval, format)} ${unit(operation)}` : ''
}

/**
 * Writes the error rate of a comparison as a sentence.
 *
 * @param {CompareResult} result
 * @returns {string}
 */
function formatErrorRateSentence ({ sides, question, error, benchmarks }) {
  const rate = `At most 1 run in ${formatSignificantDigits(1 / error.call)}`
  if (question.asks === 'claim') return `${rate} says of a benchmark wrongly whether ${sides.head} is at least ${formatFactor(question)} as ${sides.base}. ${RANGES}`
  const hasOwn = (/** @type {BenchmarkResult} */ one) => one.margin !== findQuantity(one).chooseMargin(question)
  const usual = new Set(benchmarks.filter((one) => !hasOwn(one)).toSorted((one) => one.kind === 'heap' ? 1 : -1).map(formatAllowance))
  const own = benchmarks.filter(hasOwn).map((one) => `${one.name}: ${formatAllowance(one)}`)
  const allowed = [...usual.size ? [`${[...usual].join(' or ')} passes`] : [], ...own.length ? [`with margins of their own ${own.join(', ')}`] : []].join('; ')
  return `${allowed[0].toUpperCase()}${allowed.slice(1)}. ${rate} wrongly reports a larger one. ${RANGES}`
}

/** @param {BenchmarkResult} one @returns {string} such as: a slowdown of up to 5 % */
const formatAllowance = (one) => `a ${one.kind === 'heap' ? 'leak' : 'slowdown'} of up to ${formatMargin(one)}`

/** @param {BenchmarkResult} one @returns {string} such as 5 %, or 16 bytes per request */
export function formatMargin (one) {
  return findQuantity(one).formatMargin(Number(one.margin), one.operation)
}

/** @param {CompareResult['question']} question */
const formatFactor = (question) => question.asks === 'claim' ? `${formatSignificantDigits(question.faster)} times as fast` : ''

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
    ...[...describeRemarks(result.benchmarks), ...rates, ...lists, ...result.disturbances, ...describeTimings(result.benchmarks), ...describeFiguresBeside(result.benchmarks), ...describeCollections(result.benchmarks), ...describeSlowInputs(result), ...result.notes].map((text) => `- ${escapeMarkdown(text)}`),
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
  lines.push(...describeRemarks(result.benchmarks).map((text) => line(`${paint.yellow('!')} ${text}`)))
  lines.push(...describeSlowInputs(result).map((text) => line(`${paint.yellow('!')} ${text}`)))
  if (unchanged.length) lines.push(line(`${paint.dim('-')} Same code in both versions, so ${unchanged.length === 1 ? 'this benchmark was' : 'these benchmarks were'} not run: ${unchanged.join(', ')}. ${SAME_CODE_LIMIT} To run ${unchanged.length === 1 ? 'it' : 'them'} anyway, add --all`))
  if (result.added.length) lines.push(line(`- New, so there is nothing to compare with: ${result.added.join(', ')}`))
  if (result.removed.length) lines.push(line(`- Removed: ${result.removed.join(', ')}`))
  return [...lines, ...formatFooter(result, ran, undecided).map((text) => line(paint.dim(text)))].join('\n')
}

/** @param {BenchmarkResult[]} benchmarks @returns {string[]} what a reader should look at, although the answers are the same */
function describeRemarks (benchmarks) {
  return benchmarks.flatMap(({ name, remark }) => remark ? [`${name}: ${remark}`] : [])
}

/** @param {string[]} texts @param {CompareResult['sides']} sides @returns {string[]} names of the sides, if a text says base or head */
function explainSides (texts, { base, head }) {
  return texts.some((text) => /\b(base|head)\b/i.test(text)) ? [`Base is ${base}; head is ${head}.`] : []
}

/** @param {BenchmarkResult[]} benchmarks @returns {string[]} figures for information */
function describeFiguresBeside (benchmarks) {
  return benchmarks.flatMap(({ name, beside, ...one }) => {
    const say = findQuantity(one).sayBeside
    return beside && say ? [`${name}: ${say(beside)}.`] : []
  })
}

/** Parts of the duration that are shorter than this are not named, in seconds. */
const LEAST_PART = 0.05

/** An input is named if it became slower by this multiple of what the verdict on all inputs says. */
const BEYOND_VERDICT = 2

/** Number of inputs that a sentence names. */
const NAMED_INPUTS = 3

/** Garbage collections are worth a line if they take more than this share of the time. */
const MANY_COLLECTIONS = 1 / 3

/** @param {BenchmarkResult[]} benchmarks @returns {string[]} where garbage collections take much of the time */
function describeCollections (benchmarks) {
  const formatShare = (/** @type {number} */ share) => `${Math.round(100 * share)} %`
  return benchmarks.flatMap(({ name, kind, collections }) => kind === 'fn' && collections && Math.max(collections.base, collections.head) > MANY_COLLECTIONS
    ? [`${name}: garbage collections take ${formatShare(collections.base)} of the time on base, ${formatShare(collections.head)} on head.`]
    : [])
}

/** @param {CompareResult} result @returns {string[]} inputs that one verdict for all of them would hide */
function describeSlowInputs ({ benchmarks, sides: { base, head } }) {
  return benchmarks.flatMap(({ name, slowInputs, difference }) => {
    const hidden = slowInputs.filter(({ times }) => times >= BEYOND_VERDICT * Math.max(1, Number(difference)))
    if (!hidden.length) return []
    const worst = hidden.toSorted((one, other) => other.times - one.times)
    const more = worst.length > NAMED_INPUTS ? ` and ${worst.length - NAMED_INPUTS} more` : ''
    const named = worst.slice(0, NAMED_INPUTS).map(({ input }) => input).join(', ')
    const times = new Set([worst[worst.length - 1].times, worst[0].times])
    return `${name}: with ${worst.length > 1 ? 'each of the inputs' : 'input'} ${named}${more} alone, ${head} takes about ${[...times].join(' to ')} times as long as ${base}.`
  })
}

/** @param {BenchmarkResult[]} ran @returns {string[]} why functions were not timed as usual */
function describeTimings (ran) {
  const list = (/** @type {(timing: NonNullable<BenchmarkResult['timing']>) => boolean} */ isOne) =>
    ran.filter(({ kind, timing }) => kind === 'fn' && timing && isOne(timing)).map(({ name }) => name).join(', ')
  const [waiting, parallel] = [
    list(({ clock, waits, isParallel }) => clock === 'wall' && waits && !isParallel),
    list(({ clock, pins, isParallel }) => clock === 'wall' && !pins && isParallel),
  ]
  return [
    ...waiting ? [`Timed by the wall clock, because a version mostly waits: ${waiting}`] : [],
    ...parallel ? [`Not pinned to one CPU, and timed by the wall clock, because a version computes on several CPUs: ${parallel}`] : [],
  ]
}

/** @param {CompareResult} result @returns {string} the whole wall clock, and its parts */
function formatDuration ({ seconds, parts: { prepare, measure, wait = 0 } }) {
  const rest = Math.max(0, seconds - prepare - measure)
  const parts = [['prepare', prepare], ['wait for another measurement', wait], ['measure', measure], ['the rest', rest]]
  const named = parts.filter(([, part]) => Number(part) >= LEAST_PART).map(([what, part]) => `${what} ${formatSeconds(Number(part))}`)
  return [formatSeconds(seconds + wait), named.length > 1 ? named.join(', ') : ''].filter(Boolean).join(': ')
}

/** @param {CompareResult} result @param {BenchmarkResult[]} ran @param {UndecidedLimit} undecided @returns {string[]} */
function formatFooter (result, ran, undecided) {
  const { sides, verdict, disturbances, notes, seed } = result
  const has = (/** @type {Verdict} */ wanted, kinds = ['fn', 'command', 'server', 'heap']) => ran.some(({ verdict, kind }) => verdict === wanted && kinds.includes(kind))
  const disturbed = ran.filter(({ disturbed }) => disturbed).map(({ name }) => name)
  const isDecided = ran.some(({ pairs, verdict }) => pairs && verdict !== 'undecided')
  const remarks = [...describeFiguresBeside(ran), ...describeCollections(ran), ...notes]
  return [
    '',
    ...isDecided ? [formatErrorRateSentence(result)] : ran.some(({ pairs }) => pairs > 1) ? [RANGES] : [],
    ...disturbed.length ? [`No slowdown is reported for ${disturbed.join(', ')}: two processes of ${sides.base} also differ, so this machine is too noisy now.`] : [],
    ...disturbances,
    ...describeTimings(ran),
    ...explainSides(remarks, sides),
    ...remarks,
    ...has('different answers') ? ['If the answers differ on purpose, compare only a part of them. Write in the perf file: answer: (value) => value.items'] : [],
    ...has('slower', ['fn', 'server']) && !notes.some((note) => note.startsWith('CPU profiles')) ? ['To see where the time goes, add --cpu-prof FOLDER'] : [],
    ...verdict === 'undecided' && undecided === 'pass' ? ['Cannot tell counts as passed. To let it fail, add --undecided fail'] : [],
    `${formatDuration(result)}, seed ${seed}`,
  ]
}
