import { formatSignificantDigits } from '../report/numbers.js'

/** @import { BenchmarkResult, CompareResult } from './result.js' */

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
      ? `${head} leaks no more memory than ${base} (${formatRange(one.interval, bytes)} bytes per request)`
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
function formatBytes ({ difference, interval }) {
  const isMore = Number(difference) >= 0
  const [low, high] = interval ?? [NaN, NaN]
  const range = isMore ? formatRange([low, high], bytes) : formatRange([-high, -low], bytes)
  return `about ${bytes(Math.abs(Number(difference)))} bytes per request ${isMore ? 'more' : 'less'} (${range})`
}

/** @param {BenchmarkResult} one @param {{ base: string, head: string, question: CompareResult['question'] }} call */
function stateUndecided (one, { base, question }) {
  const { reason, disturbed, forecast, kind, pairs, seconds, interval } = one
  const isBounded = interval?.every(Number.isFinite)
  const format = kind === 'heap' ? bytes : percent
  const unit = kind === 'heap' ? 'bytes per request' : '%'
  const parts = ['cannot tell.', reason]
  if (disturbed) parts.push(`Two processes of ${base} also differ from each other, so this machine is too noisy now.`)
  if (isBounded) parts.push(`The difference is ${formatRange(interval, format)} ${unit}.`)
  if (question.asks === 'gate' && forecast?.visible) parts.push(`A slowdown of ${format(forecast.visible)} ${unit} would have been found.`)
  if (!disturbed) {
    parts.push(forecast?.pairs
      ? `More time would decide this benchmark: --seconds ${Math.ceil(seconds * forecast.pairs / pairs)} --filter '${one.name}'`
      : 'More time would not decide this benchmark: choose another margin, or a quieter machine.')
  }
  return parts.filter(Boolean).join(' ')
}

/**
 * Writes the error rate of a comparison as a sentence.
 *
 * @param {CompareResult} result
 * @returns {string}
 */
export function formatErrorRateSentence ({ question, error, benchmarks }) {
  const rate = `At most 1 run in ${formatSignificantDigits(1 / error.call)}`
  if (question.asks === 'claim') return `${rate} answers this wrongly for any benchmark: is head at least ${formatFactor(question)} as base?`
  const margins = [
    ...benchmarks.some(({ kind }) => kind !== 'heap') ? [`${formatSignificantDigits(100 * question.margin)} %`] : [],
    ...benchmarks.some(({ kind }) => kind === 'heap') ? [`${formatSignificantDigits(question.marginBytes)} bytes per request`] : [],
  ]
  return `${rate} reports a slowdown although no benchmark is slower by more than ${margins.join(' or ')}.`
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
