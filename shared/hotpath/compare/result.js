import { EXIT_CODES, HotpathError } from '@hotpath-labs/engine/failures.js'

/** Schema version of the result that `hotpath compare --json` prints. */
export const COMPARE_SCHEMA_VERSION = 2

/** Verdicts from worst to best. A comparison of several benchmarks gets the worst of their verdicts. */
export const BENCHMARK_VERDICTS = /** @type {const} */ ([
  'different answers', 'failed', 'slower', 'broken', 'cannot run', 'undecided', 'holds', 'not slower', 'faster', 'unchanged',
])

/**
 * @typedef {(typeof BENCHMARK_VERDICTS)[number]} Verdict
 *   different answers: nothing was timed · failed: the head does not start, or breaks off while it is timed ·
 *   unchanged: both sides load the same code, so it was not run
 *
 * @typedef {object} BenchmarkResult
 * @property {string} name and the request, where it declares several
 * @property {string} file
 * @property {'fn' | 'command' | 'server' | 'heap'} kind
 * @property {number | null} margin a slowdown up to it passes: a share such as 0.05, or bytes of a heap; null with --faster
 * @property {'call' | 'request'} operation of which the costs are
 * @property {number | null} rate requests per second, where `costs` are the mean waits of the slowest 5 % of requests, in µs
 * @property {Verdict} verdict
 * @property {string | null} reason in words, where there are no figures or the figures do not decide
 * @property {{ code: string, part: string, advice: string } | null} failure of a side, or of this machine
 * @property {number} checked answers
 * @property {{ start: string, bytes: number | null } | null} answer the first one that was compared: its first 80 characters, and of a
 *   server its length
 * @property {string | null} [remark] what a reader should look at, although the answers are the same
 * @property {number | null} difference head divided by base; of a heap, bytes per request more than base
 * @property {[number, number] | null} interval of the difference, 95 %; an end reaches to the bound that decided where it would contradict
 *   the verdict
 * @property {number | null} atMost of *not slower*: the largest difference that the pairs leave possible, at an error of 5 %
 * @property {Record<string, number> | null} costs `base` and `head`: µs per call, µs of CPU per request, or bytes per request
 * @property {{ base: number, head: number } | null} beside for information: CPU time of a command in µs, or bytes that a call allocates
 * @property {{ base: number, head: number } | null} collections share of a function's time that garbage collections take, 0..1
 * @property {boolean} disturbed true where the A/A test finds a difference
 * @property {number} pairs
 * @property {number | null} assumedNoise standard deviation that a pair's value is assumed to have at the least
 * @property {number[]} values a log-ratio for each pair, or bytes
 * @property {number[]} control the same of the base against itself
 * @property {{ seed: number, values: number[], control: number[] } | null} confirmation fresh pairs of a red verdict
 * @property {{ pairs: number | null, visible: number | null, seconds: number | null } | null} forecast `pairs` and `seconds` that would
 *   decide; `visible`: the smallest difference that would have been called slower
 * @property {{ input: number, times: number }[]} slowInputs of a function's list, those that alone take more than three times as long
 * @property {{ clock: 'cpu' | 'wall', pins: boolean, isParallel: boolean, waits: boolean } | null} timing of a function or a command: the
 *   clock that decides, and whether both sides were pinned to one CPU; `isParallel`: a side computes on several; `waits`: a side waits
 * @property {number} seconds
 *
 * @typedef {object} CompareResult
 * @property {typeof COMPARE_SCHEMA_VERSION} schema
 * @property {{ asks: 'gate', margin: number, marginBytes: number } | { asks: 'claim', faster: number }} question
 * @property {Verdict} verdict
 * @property {{ base: string, head: string }} sides
 * @property {{ base: string, head: string }} node versions
 * @property {{ cpu: string, cores: number, os: string }} machine
 * @property {number} seed
 * @property {number} seconds of wall-clock time, without the wait for another measurement
 * @property {{ prepare: number, measure: number, wait: number }} parts of the wall clock in seconds: `prepare` checks out, installs and
 *   builds; `wait` for another measurement
 * @property {{ call: number, benchmarks: number, benchmark: number }} error P(a wrong red): of the call, and of each of its
 *   benchmarks
 * @property {BenchmarkResult[]} benchmarks
 * @property {string[]} added
 * @property {string[]} removed
 * @property {{ index: number, of: number } | null} shard with --shard: which part of the benchmarks this is
 * @property {string[]} disturbances in words
 * @property {string[]} notes
 */

/** @param {BenchmarkResult[]} benchmarks @returns {Verdict} the worst */
export function findWorstVerdict (benchmarks) {
  return BENCHMARK_VERDICTS.find((verdict) => benchmarks.some((one) => one.verdict === verdict)) ?? 'unchanged'
}

/** Verdicts that fail a comparison. JUnit XML reports them as failed test cases. */
export const RED_VERDICTS = ['different answers', 'failed', 'slower', 'broken']

/** @param {Pick<BenchmarkResult, 'file' | 'name'>} benchmark @returns {string} its file and its name, which no other benchmark has */
export const identifyBenchmark = ({ file, name }) => `${file} ${name}`

/**
 * @typedef {'pass' | 'fail' | number} UndecidedLimit whether an undecided benchmark passes; a number such as 0.3: it passes if the
 *   measurement rules out a slowdown by more than this share
 */

/**
 * Returns true if nobody knows enough about an undecided benchmark to let it pass. A limit in percent says nothing about memory.
 *
 * @param {Pick<BenchmarkResult, 'verdict' | 'interval' | 'kind'>} benchmark
 * @param {UndecidedLimit} limit
 */
export function isTooUndecided ({ verdict, interval, kind }, limit) {
  if (verdict !== 'undecided' || limit === 'pass') return false
  // JSON writes null for an infinite end
  return limit === 'fail' || (kind !== 'heap' && (interval?.[1] ?? Infinity) - 1 > limit)
}

/** @typedef {Map<string, Verdict>} EarlierVerdicts red ones of another run, as that of another machine, by `identifyBenchmark` */

/**
 * Finds red benchmarks that were red for another reason in an earlier run: neither of the two runs confirms the other.
 *
 * @param {BenchmarkResult[]} benchmarks
 * @param {EarlierVerdicts} earlier
 */
export const listUnconfirmed = (benchmarks, earlier) =>
  benchmarks.filter((one) => RED_VERDICTS.includes(one.verdict) && earlier.get(identifyBenchmark(one)) !== one.verdict)

/**
 * @param {Pick<CompareResult, 'verdict' | 'benchmarks'>} result
 * @param {{ undecided: UndecidedLimit, earlier?: EarlierVerdicts }} options `earlier`: only what was red for the same reason is red
 * @returns {number}
 */
export function findExitCode ({ verdict, benchmarks }, { undecided, earlier }) {
  const unconfirmed = earlier ? listUnconfirmed(benchmarks, earlier) : []
  const isRed = (/** @type {BenchmarkResult} */ one) => RED_VERDICTS.includes(one.verdict) && !unconfirmed.includes(one)
  if (benchmarks.some(isRed)) return EXIT_CODES.broken
  if (unconfirmed.length) return EXIT_CODES.undecided
  if (verdict === 'cannot run') return EXIT_CODES['cannot run']
  return benchmarks.some((one) => isTooUndecided(one, undecided)) ? EXIT_CODES.undecided : EXIT_CODES.holds
}

/** Fields of a result that must be equal in all shards of one comparison. */
const SHARED = /** @type {const} */ (['question', 'sides', 'error', 'added', 'removed'])

/**
 * Merges the results of a comparison that was split with `--shard`.
 *
 * @param {{ file: string, result: any }[]} parts parsed, each with its file
 * @returns {CompareResult}
 * @throws {HotpathError} where a file is no result, or belongs to another call
 */
export function mergeShardResults (parts) {
  for (const { file, result } of parts) {
    if (result?.schema !== COMPARE_SCHEMA_VERSION || !Array.isArray(result.benchmarks)) throw new HotpathError('BAD_RESULT', `${file} is not a result of schema ${COMPARE_SCHEMA_VERSION}. Write it again with this version of hotpath: hotpath compare … --json > ${file}`)
  }
  const [{ result: first, file }] = parts
  for (const { file: other, result } of parts.slice(1)) {
    if (result.shard?.of !== first.shard?.of) throw new HotpathError('DIFFERENT_SHARDS', `${file} is one of ${first.shard?.of ?? 1} shards, but ${other} is one of ${result.shard?.of ?? 1}. Give all shards of one comparison.`)
    const field = SHARED.find((name) => JSON.stringify(result[name]) !== JSON.stringify(first[name]))
    if (field) throw new HotpathError('DIFFERENT_SHARDS', `${other} and ${file} are shards of different comparisons: ${field} differs. Give all shards of one comparison.`)
  }
  const { of = 1 } = first.shard ?? {}
  const given = parts.map(({ result }) => result.shard?.index ?? 1)
  const missing = Array.from({ length: of }, (_, place) => place + 1).filter((index) => !given.includes(index))
  const benchmarks = parts.flatMap(({ result }) => result.benchmarks)
  const names = benchmarks.map(identifyBenchmark)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new HotpathError('DIFFERENT_SHARDS', `The benchmark ${twice} is in two of the files. Give the file of each shard once.`)
  if (missing.length) throw new HotpathError('MISSING_SHARDS', `Missing shards: ${missing.map((index) => `${index}/${of}`).join(', ')}. Give the files of all ${of} shards.`)
  const unite = (/** @type {'disturbances' | 'notes'} */ field) => [...new Set(parts.flatMap(({ result }) => result[field]))]
  const seconds = Math.max(...parts.map(({ result }) => result.seconds))
  return { ...first, shard: null, verdict: findWorstVerdict(benchmarks), benchmarks, seconds, disturbances: unite('disturbances'), notes: unite('notes') }
}
