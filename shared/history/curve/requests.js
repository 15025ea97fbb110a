import { compareServerAnswers, ServerUnderLoad } from 'hotpath/measure'

/** @import { Begin } from './pair.js' */

/** Minimum number of requests in a block (a batch of requests that are measured together). */
const MIN_REQUESTS = 5

/** Largest factor by which the number of requests in a timed block may grow from one block to the next. */
const MAX_BLOCK_GROWTH = 4

/** Ratio of sent requests to measured requests in a block: the first requests of a block are not measured. */
const SENT_OVER_MEASURED = 1.4

/** Prepares the servers that a lab compares, so that their warm-up can be recorded. @type {Begin} */
export async function prepareVariantsForCurve (run, processes, sides) {
  // the answers of the first pair of processes are the reference for the answers of all later pairs
  if (run.bodies.size === 0) await compareServerAnswers(run, processes)
  return sides.map((side) => {
    const subject = new ServerUnderLoad(run, processes, side)
    let requests = MIN_REQUESTS
    return {
      side,
      measured: subject.measured,
      close: () => subject.close(),
      async block (/** @type {number} */ cpuSeconds) {
        await subject.block(requests)
        const figures = Object.fromEntries(Object.entries(subject.figures).map(([name, values]) => [name, values[values.length - 1]]))
        const fitting = cpuSeconds * 1e6 / figures.cpu / SENT_OVER_MEASURED
        requests = Math.ceil(Math.max(MIN_REQUESTS, Math.min(requests * MAX_BLOCK_GROWTH, fitting)))
        return { cpuSeconds: figures.cpuSeconds, figures }
      },
    }
  })
}
