import { formatMegabytes, formatSignificantDigits } from '@hotpath-labs/terminal/numbers.js'

/**
 * @typedef {object} MetricEntry what a claim may compare
 * @property {string} name for sentences, headings and axes
 * @property {string} short for the narrow columns of `pnpm lab <name> curve`
 * @property {string} verb of the program that has the cost
 * @property {string} more comparative, for a comparison with another program
 * @property {string} much adjective between `as` and `as`
 * @property {(value: number) => string} format writes a value, in a unit that suits its size
 * @property {string} [excess] what a program has too much of. A program that needs less is *as frugal*, not *as fast*
 * @property {string} [little] what is left of it in a program that is done
 * @property {string} [described] the figure in docs/result.schema.json, where it has a field of its own
 * @property {true} [waits] elapsed time, such as a latency, which any other busy process makes longer. So the next processes start only
 *   when the present measurement has ended
 * @property {true} [scattersAlike] on two CPUs the ratio scatters no more than on one, as that of a count. Only verdicts use this
 * @property {true} [isOnlyCompared] the stage's columns show it only if a claim compares it
 */

/** @param {number} ms */
const formatMilliseconds = (ms) => `${formatSignificantDigits(ms)} ms`

/** @param {number} bytes */
const formatKilobytes = (bytes) => `${formatSignificantDigits(bytes / 1000)} kB`

/**
 * All metrics by kind of lab, in the order in which screens list them. The first of a kind is its default. The key of a metric is the field
 * of a side's figures that its subject measures, claims compare and reports show. `heap` and `sockets` are raised to a minimum, because a
 * ratio needs a cost above 0; `heapBytesPerOp` is what was measured.
 *
 * @satisfies {Record<string, Record<string, MetricEntry>>}
 */
const METRICS = {
  function: {
    time: {
      name: 'time per call',
      short: 'time',
      verb: 'takes',
      more: 'longer',
      much: 'long',
      format: (us) => us < 1 ? `${formatSignificantDigits(us * 1000)} ns` : `${formatSignificantDigits(us)} µs`,
      described: 'Time in µs per call.',
    },
  },
  server: {
    cpu: {
      name: 'CPU per request',
      short: 'CPU',
      verb: 'needs',
      more: 'more CPU per request',
      much: 'much CPU per request',
      format: (us) => us < 1000 ? `${formatSignificantDigits(us)} µs` : formatMilliseconds(us / 1000),
      described: 'The server\'s CPU time in µs per request.',
    },
    // the more requests in a block, the longer they wait for each other
    p50: {
      name: 'median latency',
      short: 'median',
      verb: 'takes',
      more: 'longer to answer',
      much: 'long to answer',
      format: formatMilliseconds,
      waits: true,
      scattersAlike: true,
      isOnlyCompared: true,
    },
    p99: {
      name: 'latency of the slowest 1 % (p99)',
      short: 'p99',
      verb: 'makes its slowest 1 % of requests wait',
      more: 'longer',
      much: 'long',
      format: formatMilliseconds,
      waits: true,
      isOnlyCompared: true,
    },
    stall: {
      name: 'longest stall of the event loop',
      short: 'stall',
      verb: 'blocks the event loop for',
      more: 'longer',
      much: 'long',
      format: formatMilliseconds,
      waits: true,
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
      described: 'Largest resident set of the server\'s process so far, in bytes.',
      scattersAlike: true,
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
      described: 'Sockets that the server\'s main thread opened to other servers per request, but at least 0.01.',
      scattersAlike: true,
      isOnlyCompared: true,
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
      described: 'Bytes that the server sent per request: head and body of the response.',
      scattersAlike: true,
      isOnlyCompared: true,
    },
  },
  heap: {
    heap: {
      name: 'memory left behind per request',
      short: 'heap',
      verb: 'leaves',
      more: 'more memory behind per request',
      much: 'much memory behind per request',
      format: (bytes) => `${formatSignificantDigits(Math.max(0, bytes))} B`,
      excess: 'too much memory',
      little: 'little memory behind',
      scattersAlike: true,
    },
  },
  command: {
    run: {
      name: 'time per run',
      short: 'run',
      verb: 'takes',
      more: 'longer',
      much: 'long',
      format: (us) => formatMilliseconds(us / 1000),
      described: 'Time in µs of a run of a command, from the start of its process to the end.',
      waits: true,
    },
  },
}

/** Metrics that claims may use, by kind of lab. */
export const METRICS_BY_LAB_KIND = {
  function: /** @type {(keyof typeof METRICS.function)[]} */ (Object.keys(METRICS.function)),
  server: /** @type {(keyof typeof METRICS.server)[]} */ (Object.keys(METRICS.server)),
  heap: /** @type {(keyof typeof METRICS.heap)[]} */ (Object.keys(METRICS.heap)),
  command: /** @type {(keyof typeof METRICS.command)[]} */ (Object.keys(METRICS.command)),
}

/**
 * @typedef {keyof typeof METRICS} Kind of lab
 * @typedef {(typeof METRICS_BY_LAB_KIND)[Kind][number]} Metric
 */

/** All metrics by name. */
export const ALL_METRICS = /** @type {Record<Metric, MetricEntry>} */ (Object.assign({}, ...Object.values(METRICS)))

/** @param {string} metric @returns {MetricEntry} */
export const findMetric = (metric) => ALL_METRICS[/** @type {Metric} */ (metric)]

/** @param {Kind} kind @returns {Metric} its default metric */
export const findDefaultMetric = (kind) => METRICS_BY_LAB_KIND[kind][0]
