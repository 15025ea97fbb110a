import { computePairLogRatio, roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { formatSignificantDigits } from '@hotpath-labs/terminal/numbers.js'
import { LEAST_MARGIN_OF_WAITS } from './rule.js'

/**
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { Benchmark } from './benchmarks.js'
 */

/** From this ratio on, "2.3 times as long" is easier to read than "130 % slower". */
const MANY_TIMES = 2

/**
 * @typedef {{ kind: Benchmark['kind'], rate?: number | null }} Compared
 * @typedef {{ base: string, head: string, operation: string, difference: number, interval: [number, number], atMost: number }} Measured
 * @typedef {{ margin: number, marginBytes: number }} Margins such as 0.05, and bytes
 *
 * @typedef {object} Quantity what is compared of base and head
 * @property {string} metric the figure that the subject measures
 * @property {string} [beside] a figure that is told for information
 * @property {(figures: FiguresBySide, role: string) => { value: number, spread: number }} compare a process with the base's; positive where
 *   it costs more
 * @property {(margins: Margins, own?: number) => number} chooseMargin a share or bytes; `own`: of the benchmark
 * @property {(margin: number) => number} computeBound of such values
 * @property {(value: number) => number} scale from a value to a `difference` of the result
 * @property {(difference: number) => string} format without unit
 * @property {(operation: string) => string} unit
 * @property {(margin: number, operation: string) => string} formatMargin
 * @property {(measured: Measured) => string} sayMore where head costs more
 * @property {(measured: Measured) => string} sayLess
 * @property {(measured: Measured) => string} saySame where head does not cost more than the margin allows
 * @property {(beside: { base: number, head: number }) => string} [sayBeside]
 */

/**
 * @param {string} metric
 * @returns {Pick<Quantity, 'metric' | 'compare' | 'chooseMargin' | 'computeBound' | 'scale' | 'format' | 'unit' | 'formatMargin'>}
 */
const compareByRatio = (metric) => ({
  metric,
  compare: (figures, role) => computePairLogRatio(figures, metric, role, 'base'),
  chooseMargin: ({ margin }, own = margin) => own,
  computeBound: (margin) => Math.log(1 + margin),
  scale: (value) => roundToDecimals(Math.exp(value), 4),
  format: formatPercent,
  unit: () => '%',
  formatMargin: (margin) => `${formatPercent(1 + margin)} %`,
})

/** @type {Pick<Quantity, 'sayLess' | 'saySame'>} */
const SPEED = {
  sayLess: ({ base, head, ...measured }) => `${head} is ${formatSpeed(measured)} as ${base}`,
  saySame: ({ base, head, interval, atMost }) =>
    `${head} is not slower than ${base}: at most ${formatLimit(atMost)} % slower (${formatRange(interval, formatTenthsOfPercent)} %)`,
}

/** @satisfies {Record<string, Quantity>} */
const QUANTITIES = {
  time: {
    ...compareByRatio('time'),
    ...SPEED,
    beside: 'childrenCpu',
    sayBeside: ({ base, head }) => `for information, CPU time of the command and its children: base ${formatMs(base)} ms, head ${formatMs(head)} ms`,
    sayMore: ({ base, head, difference, interval }) => difference >= MANY_TIMES
      ? `${head} takes about ${formatTimes(difference)} times as long as ${base} (${formatRange(interval, formatTimes)} times)`
      : `${head} is about ${formatPercent(difference)} % slower than ${base} (${formatRange(interval, formatPercent)} %)`,
  },
  cpu: {
    ...compareByRatio('cpu'),
    ...SPEED,
    sayMore: ({ base, head, difference, interval }) => difference >= MANY_TIMES
      ? `${head} needs about ${formatTimes(difference)} times as much CPU per request as ${base} (${formatRange(interval, formatTimes)} times)`
      : `${head} needs about ${formatPercent(difference)} % more CPU per request than ${base} (${formatRange(interval, formatPercent)} %)`,
  },
  waits: {
    ...compareByRatio('slowest'),
    chooseMargin: ({ margin }, own = margin) => Math.max(own, LEAST_MARGIN_OF_WAITS),
    formatMargin: (margin) => `${formatPercent(1 + margin)} % of waits`,
    sayMore: ({ base, head, difference, interval }) => difference >= MANY_TIMES
      ? `the slowest 5 % of requests wait about ${formatTimes(difference)} times as long for ${head} as for ${base} (${formatRange(interval, formatTimes)} times)`
      : `the slowest 5 % of requests wait about ${formatPercent(difference)} % longer for ${head} than for ${base} (${formatRange(interval, formatPercent)} %)`,
    sayLess: ({ base, head, difference, interval }) =>
      `the slowest 5 % of requests wait about ${formatTimes(difference)} times as long for ${head} as for ${base} (${formatRange(interval, formatTimes)} times)`,
    saySame: ({ base, head, interval, atMost }) =>
      `the slowest 5 % of requests wait no longer for ${head} than for ${base}: at most ${formatLimit(atMost)} % longer (${formatRange(interval, formatTenthsOfPercent)} %)`,
  },
  bytes: {
    metric: 'heapBytesPerOp',
    beside: 'allocated',
    sayBeside: ({ base, head }) => `for information, bytes that a call allocates: base ${formatSignificantDigits(base)}, head ${formatSignificantDigits(head)}`,
    compare: (figures, role) => ({ value: readBytes(figures, role) - readBytes(figures, 'base'), spread: 0 }),
    chooseMargin: ({ marginBytes }, own = marginBytes) => own,
    computeBound: (margin) => margin,
    scale: (value) => roundToDecimals(value, 2),
    format: formatShort,
    unit: (operation) => `bytes per ${operation}`,
    formatMargin: (margin, operation) => `${formatShort(margin)} bytes per ${operation}`,
    sayMore: ({ base, head, operation, difference, interval }) =>
      `${head} leaks about ${formatShort(difference)} bytes more per ${operation} than ${base} (${formatRange(interval, formatShort)})`,
    sayLess: ({ base, head, operation, difference, interval: [low, high] }) =>
      `${head} leaks about ${formatShort(-difference)} bytes less per ${operation} than ${base} (${formatRange([-high, -low], formatShort)})`,
    saySame: ({ base, head, operation, interval, atMost }) =>
      `${head} leaks no more memory than ${base}: at most ${formatTenths(Math.max(0, atMost))} bytes per ${operation} (${formatRange(interval, formatTenths)})`,
  },
}

/** @param {Compared} benchmark @returns {Quantity} that is compared of it */
export function findQuantity ({ kind, rate }) {
  if (rate) return QUANTITIES.waits
  return QUANTITIES[/** @type {const} */ ({ fn: 'time', command: 'time', server: 'cpu', heap: 'bytes' })[kind]]
}

/** @param {Pick<Measured, 'difference' | 'interval'>} measured @returns {string} such as: about 1.3 times (1.2 to 1.4) as fast */
export function formatSpeed ({ difference, interval: [low, high] }) {
  return `about ${formatTimes(1 / difference)} times (${formatRange([1 / high, 1 / low], formatTimes)}) as fast`
}

/** @param {[number, number]} interval @param {(value: number) => string} format */
export function formatRange (interval, format) {
  return interval.map(format).join(' to ')
}

/** @param {FiguresBySide} figures @param {string} role */
function readBytes (figures, role) {
  return /** @type {Record<string, number[]>} */ (figures.get(role)).heapBytesPerOp[0]
}

/** @param {number} us */
const formatMs = (us) => formatSignificantDigits(us / 1000)

/** @param {number} ratio @returns {string} */
function formatPercent (ratio) {
  return formatShort(100 * (ratio - 1))
}

/** @param {number} ratio the largest possible one @returns {string} in percent */
function formatLimit (ratio) {
  return formatTenthsOfPercent(Math.max(1, ratio))
}

/** @param {number} ratio @returns {string} exact enough to lie on the same side of a margin */
function formatTenthsOfPercent (ratio) {
  return formatTenths(100 * (ratio - 1))
}

/** @param {number} value @returns {string} with one decimal unless it is large */
function formatTenths (value) {
  return Math.abs(value) < 99.95 ? value.toFixed(1).replace(/^-0\.0$/, '0.0').replace(/\.0$/, '').replace('-', '−') : formatShort(value)
}

/** @param {number} ratio @returns {string} */
function formatTimes (ratio) {
  return String(Number(ratio.toPrecision(ratio < MANY_TIMES ? 3 : 2)))
}

/** @param {number} value @returns {string} with one decimal where it is small */
function formatShort (value) {
  const rounded = Math.abs(value) < 3 ? Number(value.toFixed(1)) : Math.round(value)
  return String(rounded === 0 ? 0 : rounded).replace('-', '−')
}
