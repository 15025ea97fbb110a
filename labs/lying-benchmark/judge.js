import { fileURLToPath } from 'node:url'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { cancelKillOnExit, killOnExit, killProcess } from '@hotpath-labs/engine/process/child.js'
import { MeasuredProcess, forkWorker } from '@hotpath-labs/engine/process/measured-process.js'

/** @import { LaunchOptions } from '@hotpath-labs/engine/process/measured-process.js' */

/** How many times as long `a` takes as `b`, by pair in `pairs/`. The code of each pair says so. */
const TRUTHS = { equal: 1, twice: 2, tenth: 1.1, 'dead-code': 1, drift: 1, pause: 1, 'shared-helper': 1 }

/** Seconds for each pair: with seven pairs, an attendee waits ten seconds. */
const SECONDS = 1.1

/** Seconds by which a benchmark may exceed its time: for all pairs together, and at least for each pair. */
const SPARE_SECONDS = { all: 1.5, one: 0.4 }

/** Largest error of an answer, relative to the truth. 70 answers of a good benchmark on a machine with other work: at most 3 % off. */
export const TOLERANCE = 0.05

/** @typedef {{ lines: number, text: string }} Printed */
/** @typedef {{ node?: string, signal?: AbortSignal, seconds: number, limitSeconds: number, onPrinted?: (printed: Printed) => void }} How */

/**
 * Judges a benchmark on pairs of functions. Two wrong answers are asked for again, because another program may have disturbed them.
 *
 * @param {string} file of the attendee
 * @param {{ node?: string, onStep?: (name: string) => void, compare?: typeof compareInProcess }} [options]
 */
export async function judge (file, { node, onStep = () => {}, compare = compareInProcess } = {}) {
  let [spare, repeats] = [SPARE_SECONDS.all, 2]
  const judgePair = async (/** @type {string} */ name, /** @type {number} */ truth) => {
    const started = performance.now()
    const answer = await compare(file, name, { node, seconds: SECONDS, limitSeconds: SECONDS + spare })
    spare = Math.max(SPARE_SECONDS.one, spare - Math.max(0, (performance.now() - started) / 1000 - SECONDS))
    const holds = Math.abs(answer / truth - 1) <= TOLERANCE
    return { name, holds, says: `your answer ${answer.toPrecision(3)}×, truth ${truth}×${holds ? '' : ` ± ${100 * TOLERANCE} %`}` }
  }
  const judged = []
  for (const [name, truth] of Object.entries(TRUTHS)) {
    onStep(name)
    let pair = await judgePair(name, truth)
    while (!pair.holds && repeats-- > 0) pair = await judgePair(name, truth)
    judged.push(pair)
  }
  return judged
}

/**
 * Checks that a benchmark returns a ratio for the first pair, in the seconds that `judge` gives: a benchmark may need them.
 *
 * @param {string} file of the attendee
 * @param {AbortSignal} signal
 * @param {{ compare?: typeof compareInProcess, onPrinted?: How['onPrinted'] }} [options]
 * @throws {VariantFailure}
 */
export async function check (file, signal, { compare = compareInProcess, onPrinted } = {}) {
  await compare(file, 'equal', { signal, onPrinted, seconds: SECONDS, limitSeconds: SECONDS + SPARE_SECONDS.all })
}

/**
 * Lets a benchmark compare one pair in a fresh process. The process leads a group, so processes of the benchmark end with it.
 *
 * @param {string} file of the attendee
 * @param {string} name of the pair
 * @param {How} how
 * @returns {Promise<number>} the ratio that the benchmark returns
 * @throws {VariantFailure}
 */
async function compareInProcess (file, name, { node = process.execPath, signal, seconds, limitSeconds, onPrinted }) {
  const measured = new MeasuredProcess({
    variant: 'mine',
    stdout: 'pipe',
    worker: new URL('pair-worker.cjs', import.meta.url),
    node,
    padding: 0,
    launch: (worker, options) => forkWorker(worker, /** @type {LaunchOptions} */ ({ ...options, detached: true })),
    describeTimeout: (_question, limit) => `did not answer within ${limit} s`,
  })
  const group = -Number(measured.child.pid)
  const kill = () => { if (group) killProcess(group) }
  if (group) killOnExit(group)
  signal?.addEventListener('abort', kill)
  try {
    const exported = await measured.ask('load', { file })
    if (exported !== 'function') throw new VariantFailure('BAD_BENCHMARK', 'mine', `expected module.exports to be a function compare (a, b, seconds), but it is ${exported}`)
    const files = ['a', 'b'].map((side) => fileURLToPath(new URL(`pairs/${name}/${side}.cjs`, import.meta.url)))
    const { type, text } = await measured.ask('compare', { files, seconds }, 1000 * limitSeconds)
    if (type === 'number' && text > 0 && text < Infinity) return Number(text)
    throw new VariantFailure('BAD_BENCHMARK', 'mine', `answers ${text} for the pair ${name}: expected a ratio, which is a number above 0`)
  } finally {
    signal?.removeEventListener('abort', kill)
    kill()
    await measured.stop()
    cancelKillOnExit(group)
    onPrinted?.(measured.printed)
  }
}
