import { median } from '@hotpath-labs/engine/stats/sample.js'

/**
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { BenchmarkMachine } from './machine.js'
 */

/** An input is named if the head takes more than this multiple of the base's time for it. */
const SLOWER = 3

/** Times that each side is timed with each input, in turn. */
const ROUNDS = 5

/** Most time in ms for the calls with one input in one round. */
const INPUT_MS = 2

/** Share of the benchmark's seconds that all these calls take at most. */
const SHARE_OF_SECONDS = 0.15

/** Most inputs that are timed alone, so that this takes two seconds at most. */
const MOST_INPUTS = 100

/** Time limit in ms for all inputs of one round. */
const WITHIN_MS = 10_000

/** @typedef {{ input: number, times: number }} SlowInput `input`: from 1; `times` the base's time */

/**
 * Finds inputs with which the head alone became far slower. One verdict for all inputs hides a rare one: twenty inputs of which one takes
 * eighty times as long differ by some percent.
 *
 * @param {BenchmarkMachine} machine
 * @param {{ seconds: number, inputs: number }} how `inputs`: their number
 * @returns {Promise<SlowInput[]>}
 */
export async function findSlowInputs (machine, { seconds, inputs }) {
  const ms = Math.min(INPUT_MS, SHARE_OF_SECONDS * 1000 * seconds / (2 * ROUNDS * Math.min(inputs, MOST_INPUTS)))
  const pair = machine.open(['base', 'head'])
  try {
    await pair.ready
    const timed = pair.roles.map((role) => ({
      measured: /** @type {MeasuredProcess} */ (pair.processes.get(role)),
      rounds: /** @type {number[][]} */ ([]),
    }))
    await Promise.all(timed.map(({ measured }) => measured.ask('inputs')))
    for (let round = 0; round < ROUNDS; round++) {
      for (const { measured, rounds } of timed) rounds.push(await timeEach(measured, ms))
    }
    const [base, head] = timed.map(({ rounds }) => rounds)
    return pickSlowInputs(base, head)
  } finally {
    await pair.stop()
  }
}

/**
 * Picks the inputs whose best time at the head is far above the median of the base: a stolen CPU lengthens some rounds of a side, never
 * shortens one.
 *
 * @param {number[][]} base ns of a call with each input, for each round
 * @param {number[][]} head
 * @returns {SlowInput[]}
 */
export function pickSlowInputs (base, head) {
  return base[0].flatMap((_, index) => {
    const [before, after] = [base, head].map((rounds) => rounds.map((ns) => ns[index]))
    const times = Math.min(...after) / median(before)
    return times > SLOWER ? [{ input: index + 1, times: Number(times.toPrecision(2)) }] : []
  })
}

/** @param {MeasuredProcess} measured @param {number} ms @returns {Promise<number[]>} ns of a call with each input */
async function timeEach (measured, ms) {
  const { ns } = await measured.ask('each', { ms, most: MOST_INPUTS }, WITHIN_MS)
  return ns
}
