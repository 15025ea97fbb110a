import { serializer } from 'hotpath/worker'
import { MEASURING_MODULES, settleAllOrThrow, drawSeededInputs, chooseSharedOperationCount } from 'hotpath/measure'

/** @import { MeasuredProcess } from 'hotpath/measure' */
/** @import { Begin } from './pair.js' */

/** Largest block in ns while the cost of a call is not known yet. */
const GROWN_NS = 2e6

/** Largest growth from one block to the next, as a factor. */
const GROWTH = 4

/**
 * Starts the sides of a function lab. Once all are as warm as in a default measurement, their blocks get its number of calls,
 * because the number of calls without a pause can change how V8 compiles a function.
 *
 * @type {Begin}
 */
export async function startCurveSides (run, processes, sides) {
  const inputs = serializer.encode(drawSeededInputs(run))
  await settleAllOrThrow([...processes.values()].map((measured) => measured.ask('inputs', { inputs })))
  const { blockNs, warmUp: { leastCalls, mostMs } } = MEASURING_MODULES.function.MEASURING_SETTINGS
  /** @type {Map<string, number>} ns per call of the warm sides */
  const warm = new Map()
  let shared = 0
  return sides.map((side) => {
    const measured = /** @type {MeasuredProcess} */ (processes.get(side))
    let own = 1
    /** ms of CPU time after the first block */
    let begunMs = 0
    return {
      side,
      measured,
      close () {},
      async block () {
        const calls = shared || own
        const { ns, cpuMs } = await measured.ask('block', { calls })
        measured.operations += calls
        begunMs ||= cpuMs
        if (!shared) {
          if (measured.operations >= leastCalls || cpuMs - begunMs >= mostMs) warm.set(side, ns / calls)
          if (warm.size === sides.length) shared = chooseSharedOperationCount([...warm.values()], blockNs)
          own = Math.ceil(Math.min(own * GROWTH, own * GROWN_NS / ns))
        }
        return { cpuSeconds: cpuMs / 1000, figures: { time: ns / calls / 1000 } }
      },
    }
  })
}
