import { wire } from 'hotpath/worker'
import { ENGINES, allOrFirstFailure, drawSeededInputs, chooseSharedCount } from 'hotpath/measure'

/** @import { MeasuredProcess } from 'hotpath/measure' */
/** @import { Begin } from './pair.js' */

/** Before a call's cost is known, blocks grow up to this length. */
const GROWN_NS = 2e6

/** Maximum growth from one block to the next. */
const GROWTH = 4

/**
 * Starts sides of a function lab. Once all are as warm as in the default measurement, their blocks get its number of calls:
 * how long a function is called without a pause can decide how V8 compiles it.
 *
 * @type {Begin}
 */
export async function beginAging (run, processes, sides) {
  const inputs = wire.encode(drawSeededInputs(run))
  await allOrFirstFailure([...processes.values()].map((measured) => measured.ask('inputs', { inputs })))
  const { blockNs, warmUp: { leastCalls, mostMs } } = ENGINES.function.SETTINGS
  /** @type {Map<string, number>} ns per call of the warm sides */
  const warm = new Map()
  let shared = 0
  return sides.map((side) => {
    const measured = /** @type {MeasuredProcess} */ (processes.get(side))
    let own = 1
    /** ms of CPU after the first block */
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
          if (warm.size === sides.length) shared = chooseSharedCount([...warm.values()], blockNs)
          own = Math.ceil(Math.min(own * GROWTH, own * GROWN_NS / ns))
        }
        return { cpuSeconds: cpuMs / 1000, figures: { time: ns / calls / 1000 } }
      },
    }
  })
}
