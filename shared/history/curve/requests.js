import { compare, Subject } from 'hotpath/measure'

/** Requests of a block at least, and how many times as many the next one may have. */
const FEWEST = 5
const GROWS = 4

/** A block sends some requests before those that it measures. */
const SENT_OVER_MEASURED = 1.4

/** Servers that grow old. @type {import('./pair.js').Begin} */
export async function begin (run, processes, sides) {
  // what the right answers are; that all give them has been found out before
  if (run.bodies.size === 0) await compare(run, processes)
  return sides.map((side) => {
    const subject = new Subject(run, processes, side)
    let requests = FEWEST
    return {
      side,
      measured: subject.measured,
      close: () => subject.close(),
      async block (/** @type {number} */ cpuSeconds) {
        await subject.block(requests)
        const figures = Object.fromEntries(Object.entries(subject.figures).map(([name, values]) => [name, values[values.length - 1]]))
        requests = Math.ceil(Math.max(FEWEST, Math.min(requests * GROWS, cpuSeconds * 1e6 / figures.cpu / SENT_OVER_MEASURED)))
        return { cpuSeconds: figures.cpuSeconds, figures }
      },
    }
  })
}
