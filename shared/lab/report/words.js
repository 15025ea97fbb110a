import { formatCountWithNoun, formatMegabytes, formatSignificantDigits } from '@hotpath-labs/engine/text/numbers.js'

/**
 * @import { Metric } from '../manifest.js'
 * @import { Result } from './result-schema.js'
 */

/**
 * @typedef {object} MetricWords
 * @property {string} name for sentences, headings and axes
 * @property {string} short for the narrow columns of `pnpm lab <name> curve`
 * @property {string} verb of the program that has the cost
 * @property {string} more comparative, for a comparison with another program
 * @property {string} much adjective between `as` and `as`
 * @property {(value: number) => string} format writes a value, in a unit that suits its size
 * @property {string} [excess] what a program has too much of. A program that needs less is *as frugal*, not *as fast*
 * @property {string} [little] what is left of it in a program that is done
 */

/** @param {number} ms */
function formatMilliseconds (ms) {
  return `${formatSignificantDigits(ms)} ms`
}

/** @param {number} bytes */
const formatKilobytes = (bytes) => `${formatSignificantDigits(bytes / 1000)} kB`

/**
 * Words and number format of each metric. Its key is the field of a side's figures that claims compare and that reports show. `heap`
 * and `sockets` are raised to a minimum, because a ratio needs a cost above 0; `heapBytesPerOp` and `socketsOpened` are what was measured.
 *
 * @type {Record<Metric, MetricWords>}
 */
const METRIC_WORDS = {
  time: {
    name: 'time per call',
    short: 'time',
    verb: 'takes',
    more: 'longer',
    much: 'long',
    format: (us) => us < 1 ? `${formatSignificantDigits(us * 1000)} ns` : `${formatSignificantDigits(us)} µs`,
  },
  run: {
    name: 'time per run',
    short: 'run',
    verb: 'takes',
    more: 'longer',
    much: 'long',
    format: (us) => formatMilliseconds(us / 1000),
  },
  cpu: {
    name: 'CPU per request',
    short: 'CPU',
    verb: 'needs',
    more: 'more CPU per request',
    much: 'much CPU per request',
    format: (us) => us < 1000 ? `${formatSignificantDigits(us)} µs` : formatMilliseconds(us / 1000),
  },
  p50: {
    name: 'median latency',
    short: 'median',
    verb: 'takes',
    more: 'longer to answer',
    much: 'long to answer',
    format: formatMilliseconds,
  },
  p99: {
    name: 'latency of the slowest 1 % (p99)',
    short: 'p99',
    verb: 'makes its slowest 1 % of requests wait',
    more: 'longer',
    much: 'long',
    format: formatMilliseconds,
  },
  stall: {
    name: 'longest stall of the event loop',
    short: 'stall',
    verb: 'blocks the event loop for',
    more: 'longer',
    much: 'long',
    format: formatMilliseconds,
  },
  peak: {
    name: 'peak memory',
    short: 'peak',
    verb: 'needs',
    more: 'more memory at its peak',
    much: 'much memory at its peak',
    format: formatMegabytes,
    excess: 'too much memory',
    little: 'little memory',
  },
  sockets: {
    name: 'sockets opened per request',
    short: 'sockets',
    verb: 'opens',
    more: 'more sockets per request',
    much: 'many sockets per request',
    format: formatSignificantDigits,
    excess: 'too many sockets',
    little: 'few sockets',
  },
  bytes: {
    name: 'bytes sent per request',
    short: 'bytes',
    verb: 'sends',
    more: 'more bytes per request',
    much: 'many bytes per request',
    format: formatKilobytes,
    excess: 'too many bytes',
    little: 'few bytes',
  },
  heap: {
    name: 'memory left behind per request',
    short: 'heap',
    verb: 'leaves',
    more: 'more memory behind per request',
    much: 'much memory behind per request',
    format: (bytes) => `${formatSignificantDigits(Math.max(0, bytes))} B`,
    excess: 'too much memory',
    little: 'little memory behind',
  },
}

/** Keys of all metrics, in the order in which screens list them. */
export const METRICS = Object.keys(METRIC_WORDS)

/** @param {string} metric @returns {MetricWords} */
export function findMetricWords (metric) {
  return METRIC_WORDS[/** @type {Metric} */ (metric)]
}

/** Notes below a result, by mode of the run, such as that two variants were exchanged. @type {Record<Result['mode'], string>} */
export const RESULT_MODE_NOTES = {
  measured: '',
  control: 'control: one program against itself',
  swap: 'two variants exchanged on purpose (--swap), so the verdict must be broken',
  with: 'with your file in place of fast',
  mine: '',
}

/** @param {Result[]} results @returns {string[]} the name of each: its lab, and its Node if these differ */
export function listLabNames (results) {
  const isOneNode = listNodeVersions(results).length === 1
  return results.map(({ lab, node }) => isOneNode ? lab : `${lab} on Node ${node}`)
}

/** @param {Result[]} results @returns {string} such as 7 labs, or 2 labs on 3 Nodes */
export function formatLabCount (results) {
  const nodes = listNodeVersions(results).length
  // Count labs, not results, because several machines may have measured the same lab.
  const labs = new Set(results.map(({ lab }) => lab)).size
  return `${formatCountWithNoun(labs, 'lab')}${nodes === 1 ? '' : ` on ${nodes} Nodes`}`
}

/** Verdicts of a lab, from the worst verdict to the best. */
export const VERDICTS_WORST_FIRST = /** @type {const} */ (['broken', 'cannot run', 'undecided', 'holds'])

/** @param {Result['verdict'][]} verdicts */
export function findWorstVerdict (verdicts) {
  return VERDICTS_WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'holds'
}

/** @param {Result[]} results @returns {string[]} each once */
export function listNodeVersions (results) {
  return [...new Set(results.map(({ node }) => node))]
}

/** @param {string} version such as v26.10.0 @returns {string} such as Node 26.10 */
export function formatNodeVersion (version) {
  return `Node ${version.replace(/^v(\d+\.\d+)\..*/, '$1')}`
}
