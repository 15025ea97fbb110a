import { wire } from 'hotpath/worker'
import { ENGINES, allOrFirstFailure, inputsOf, sharedCount } from 'hotpath/measure'

/** A block of a function whose cost is not known yet grows until it lasts this long. */
const GROWN_NS = 2e6
const GROWS = 4

/**
 * Functions that grow old. Their blocks get one number of calls as soon as all are as warm as the default measurement has them, and the number that it would give
 * them: how long a function is called without a pause can decide how V8 compiles it.
 *
 * @type {import('./pair.js').Begin}
 */
export async function begin (run, processes, sides) {
  const inputs = wire.encode(inputsOf(run))
  await allOrFirstFailure([...processes.values()].map((measured) => measured.ask('inputs', { inputs })))
  /** @type {Map<string, number>} ns per call of the sides that are as old as those that are measured by default */
  const known = new Map()
  let shared = 0
  return sides.map((side) => {
    const measured = /** @type {import('hotpath/measure').MeasuredProcess} */ (processes.get(side))
    const { leastCalls, mostMs } = ENGINES.function.SETTINGS.warmUp
    let own = 1
    /** its age after its first block, in ms of CPU */
    let begun = 0
    return {
      side,
      measured,
      close () {},
      async block () {
        const calls = shared || own
        const { ns, cpuMs } = await measured.ask('block', { calls })
        measured.operations += calls
        begun ||= cpuMs
        if (!shared) {
          if (measured.operations >= leastCalls || cpuMs - begun >= mostMs) known.set(side, ns / calls)
          if (known.size === sides.length) shared = sharedCount([...known.values()], ENGINES.function.SETTINGS.blockNs)
          own = Math.ceil(Math.min(own * GROWS, own * GROWN_NS / ns))
        }
        return { cpuSeconds: cpuMs / 1000, figures: { time: ns / calls / 1000 } }
      },
    }
  })
}
