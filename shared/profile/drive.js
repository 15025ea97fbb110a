import { ENGINES, MeasuredProcess, Subject, ask, failureOf, flagsFor, inputsOf, requestOf, startServices, warm as warmFunction, warmUpOf, within } from 'hotpath/measure'
import { VariantFailure } from 'hotpath/failures'
import { seeded } from 'hotpath/stats'
import { wire } from 'hotpath/worker'

/** How long a stretch of the load lasts, roughly: the time is checked after each. */
const STRETCH_MS = 100

/** Operations of the first stretch, and of a stretch at most. */
const STRETCH = { first: 10, most: 1e6 }

/**
 * @typedef {import('./tools.js').Context} Context
 * @typedef {import('hotpath/measure').Services & { flags: Record<string, string[]> }} Services what was started, and the flags of each variant
 *
 * @typedef {object} How
 * @property {string[]} [flags] for node, beside those that measuring has
 * @property {Record<string, string>} [env]
 * @property {string} [cwd] where a flag of V8 leaves its files
 * @property {number} [stdout] descriptor of a file, for what a flag makes V8 print
 * @property {import('hotpath/measure').Launch} [launch] starts the worker inside of another program
 * @property {number} [leavesWithinMs] how long that program may take at the end
 * @property {number} [hangsAfterMs] another time than usual after which it counts as hanging
 * @property {number} seconds of load, after the warm-up
 * @property {(measured: MeasuredProcess) => Promise<unknown>} [before] when it is warm
 * @property {(measured: MeasuredProcess) => Promise<unknown>} [during] beside the load; the load goes on until it has ended, too
 * @property {(measured: MeasuredProcess) => Promise<unknown>} [after] when the load has ended and the process is still there
 *
 * @typedef {object} Driven
 * @property {number} operations calls or requests between `before` and `after`
 * @property {import('./tools.js').Failure} [failure] the variant died, or answered wrongly, before the end
 */

/**
 * Starts what the lab's variants talk to, and ends it after the work.
 *
 * @template T
 * @param {Context} context
 * @param {(services: Services) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {import('hotpath/failures').CannotRun} when that is not available here
 */
export async function withServices ({ lab, node, seed, onProgress }, work) {
  const flags = await flagsFor(lab.manifest, node)
  const services = await startServices(lab, { seed, random: seeded(seed), onProgress: () => onProgress('starting the services that the variants need') })
  try {
    return await work({ ...services, flags })
  } finally {
    await services.stop()
  }
}

/**
 * Drives one variant after the other.
 *
 * @param {Context} context
 * @param {(variant: string) => How} howOf
 * @returns {Promise<{ failure?: import('./tools.js').Failure }>} the first, where one died
 */
export function drivenInTurn (context, howOf) {
  return withServices(context, async (services) => {
    let failure
    for (const variant of context.variants) {
      const driving = await driven(context, variant, services, howOf(variant))
      failure ??= driving.failure
    }
    return { failure }
  })
}

/**
 * Runs a variant in a fresh process under the lab's own workload, and lets it exit by itself, so that what its flags collect is written.
 *
 * @param {Context} context
 * @param {string} variant
 * @param {Services} services
 * @param {How} how
 * @returns {Promise<Driven>}
 */
export async function driven (context, variant, services, { flags = [], env = {}, seconds, before, during, after, ...start }) {
  const { lab, node, seed } = context
  const kind = ENGINES[lab.manifest.kind]
  const measured = new MeasuredProcess({ variant, worker: kind.worker, node, flags: [...kind.flags, ...services.flags[variant] ?? [], ...flags], env: { ...services.env, ...env }, padding: 0, ...start })
  /** @type {Driven} */
  const driven = { operations: 0 }
  try {
    context.onProgress(`${variant}: warming up`)
    await measured.load(lab.files[variant])
    const workload = await (lab.manifest.kind === 'function' ? calls : requests)({ lab, seed }, measured)
    try {
      await workload.warm()
      await before?.(measured)
      context.onProgress(`${variant}: under load`)
      const end = performance.now() + seconds * 1000
      const beside = { ended: false }
      const questions = Promise.resolve(during?.(measured)).finally(() => { beside.ended = true })
      // heard below, where it is awaited
      questions.catch(() => {})
      for (let count = STRETCH.first; performance.now() < end || !beside.ended;) {
        const started = performance.now()
        await workload.run(count)
        driven.operations += count
        const ms = performance.now() - started
        count = Math.ceil(Math.max(1, Math.min(count * STRETCH_MS / Math.max(ms, 1), count * 4, STRETCH.most)))
      }
      await questions
      await after?.(measured)
    } finally {
      workload.end()
    }
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    driven.failure = await failureOf(error, services)
  } finally {
    await measured.leave()
  }
  return driven
}

/** @param {{ lab: import('hotpath/lab').Lab, seed: number }} run @param {MeasuredProcess} measured */
async function calls (run, measured) {
  await measured.ask('inputs', { inputs: wire.encode(inputsOf(run)) })
  return {
    warm: () => warmFunction(measured),
    run: (/** @type {number} */ count) => measured.ask('block', { calls: count }),
    end () {},
  }
}

/** @param {{ lab: import('hotpath/lab').Lab, seed: number }} planned @param {MeasuredProcess} measured */
async function requests ({ lab }, measured) {
  const run = { lab, settings: ENGINES.server.SETTINGS, warmUpMs: undefined, bodies: new Map() }
  run.bodies.set(null, (await within(measured, ask(measured.port, requestOf(run, null)))).body)
  const subject = new Subject(run, new Map([[measured.variant, measured]]), measured.variant)
  return {
    warm: () => subject.warm(warmUpOf(run, measured.variant)),
    run: (/** @type {number} */ count) => subject.send(count),
    end: () => subject.close(),
  }
}
