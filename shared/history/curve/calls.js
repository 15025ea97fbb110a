import { serializer } from 'hotpath/worker'
import { MEASURING_MODULES_BY_LAB_KIND, settleAllOrThrow, drawSeededInputs, chooseSharedOperationCount } from 'hotpath/measure'

/** @import { MeasuredProcess } from 'hotpath/measure' */
/** @import { Begin } from './pair.js' */

/** Target length in ns of a timed block of calls while a program warms up. The first blocks are shorter. */
const MAX_GROWING_BLOCK_NS = 2e6

/** A timed block has at most this many times as many calls as the block before. */
const MAX_BLOCK_GROWTH = 4

/**
 * Prepares a lab's functions for recording their warm-up. Once all functions are warm, each timed block has as many calls as in `pnpm lab`,
 * because the number of calls in a block can change how V8 compiles a function.
 *
 * @type {Begin}
 */
export async function prepareVariantsForCurve (run, processes, sides) {
  const inputs = serializer.encode(drawSeededInputs(run))
  await settleAllOrThrow([...processes.values()].map((measured) => measured.ask('inputs', { inputs })))
  const { blockNs, warmUp: { leastCalls, mostMs } } = MEASURING_MODULES_BY_LAB_KIND.function.MEASURING_SETTINGS
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
          own = Math.ceil(Math.min(own * MAX_BLOCK_GROWTH, own * MAX_GROWING_BLOCK_NS / ns))
        }
        return { cpuSeconds: cpuMs / 1000, figures: { time: ns / calls / 1000 } }
      },
    }
  })
}
