import { listBenchmarkPairs } from 'hotpath/lab'
import { makeUnmeasuredResult, readNodeVersion, roundToDecimals } from 'hotpath/measure'
import { VariantFailure } from 'hotpath/failures'
import { drawSeed } from 'hotpath/stats'
import { findPairReachedByBenchmark } from './reached-pair.js'
import { BenchmarkPairProcess } from './pair-process.js'

/** @import { Lab, Pair } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */

/** Seconds that a benchmark gets for each pair of functions: with seven pairs, an attendee waits ten seconds. */
const SECONDS_PER_PAIR = 1.1

/** Seconds by which a benchmark may exceed its time, for all pairs of functions together. */
const SPARE_SECONDS = 1.5

/** Seconds by which a benchmark may always exceed its time for one pair of functions. Starting its process alone takes 0.1 s. */
const LEAST_SPARE_SECONDS = 0.4

/** Number of wrong answers after which the pair is compared once more, because another program may have disturbed the benchmark. */
const REPEATS = 1

/** Largest allowed error of an answer, relative to the true ratio. 57 answers of a good benchmark on a busy machine: at most 2.6 % off. */
export const ANSWER_TOLERANCE = 0.05

/** @typedef {NonNullable<Result['pairs']>[number]} JudgedPair */
/** @typedef {(pair: Pair, limitSeconds: number) => Promise<number>} Compare returns the ratio that the attendee's file answers */

/**
 * Judges the attendee's benchmark on pairs of functions whose ratio is known. Continues after a wrong answer, but not after a failure.
 *
 * @param {Lab} lab with a benchmark exercise
 * @param {string} file absolute
 * @param {{ node?: string, onPair?: (pair: Pair) => void, compare?: Compare }} [options] `onPair`: called before each pair
 * @returns {Promise<Result>}
 */
export async function judgeBenchmark (lab, file, { node, onPair = () => {}, compare = makeCompare(lab, file, node) } = {}) {
  const started = performance.now()
  /** @type {JudgedPair[]} */
  const pairs = []
  /** @type {Result['failure']} */
  let failure = null
  let [spare, repeats] = [SPARE_SECONDS, REPEATS]
  const compareInTime = async (/** @type {Pair} */ pair) => {
    const begun = performance.now()
    const answer = await compare(pair, SECONDS_PER_PAIR + spare)
    spare = Math.max(LEAST_SPARE_SECONDS, spare - Math.max(0, (performance.now() - begun) / 1000 - SECONDS_PER_PAIR))
    return answer
  }
  try {
    for (const pair of listBenchmarkPairs(lab)) {
      onPair(pair)
      let judged = judgePair(pair, await compareInTime(pair))
      if (!judged.holds && repeats-- > 0) judged = judgePair(pair, await compareInTime(pair))
      pairs.push(judged)
    }
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    failure = { variant: error.variant, what: error.what, stderr: error.stderr }
  }
  const isPassed = !failure && pairs.every(({ holds }) => holds)
  return makeUnmeasuredResult(lab, { seed: drawSeed(), mode: 'mine' }, {
    verdict: isPassed ? 'holds' : 'broken',
    seconds: roundToDecimals((performance.now() - started) / 1000, 2),
    node: node ? await readNodeVersion(node) : process.version,
    failure,
    pairs,
    ...!failure && { step: findPairReachedByBenchmark(pairs, lab.manifest) },
  })
}

/** @param {Pair} pair @param {number} answer @returns {JudgedPair} */
function judgePair ({ name, truth }, answer) {
  return { name, truth, answer, tolerance: ANSWER_TOLERANCE, holds: Math.abs(answer / truth - 1) <= ANSWER_TOLERANCE }
}

/** @param {Lab} lab @param {string} file @param {string} [node] @returns {Compare} */
function makeCompare (lab, file, node) {
  return async (pair, limitSeconds) => {
    const one = new BenchmarkPairProcess(lab, node)
    try {
      return await one.compare(file, pair, { seconds: SECONDS_PER_PAIR, limitSeconds })
    } finally {
      await one.stop()
    }
  }
}
