import { compareServerAnswers, ServerUnderLoad } from 'hotpath/measure'

/** @import { Begin } from './pair.js' */

/** Smallest number of requests in a block. */
const FEWEST = 5

/** Largest growth from one block to the next, as a factor. */
const GROWTH = 4

/** Ratio of all requests to measured requests in a block, because a block begins with unmeasured requests. */
const SENT_OVER_MEASURED = 1.4

/** Starts sides of a server lab. @type {Begin} */
export async function startCurveSides (run, processes, sides) {
  // the first pair's answers count as right, and all later ones are compared with them
  if (run.bodies.size === 0) await compareServerAnswers(run, processes)
  return sides.map((side) => {
    const subject = new ServerUnderLoad(run, processes, side)
    let requests = FEWEST
    return {
      side,
      measured: subject.measured,
      close: () => subject.close(),
      async block (/** @type {number} */ cpuSeconds) {
        await subject.block(requests)
        const figures = Object.fromEntries(Object.entries(subject.figures).map(([name, values]) => [name, values[values.length - 1]]))
        requests = Math.ceil(Math.max(FEWEST, Math.min(requests * GROWTH, cpuSeconds * 1e6 / figures.cpu / SENT_OVER_MEASURED)))
        return { cpuSeconds: figures.cpuSeconds, figures }
      },
    }
  })
}
