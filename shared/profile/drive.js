import { closeSync, openSync } from 'node:fs'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
import { Session } from '@hotpath-labs/engine/measure.js'
import { makeSubject } from '@hotpath-labs/lab/measure/trial.js'
import { findFailureCause, startServices } from '@hotpath-labs/lab/measure/services.js'
import { chooseSupportedFlags } from '@hotpath-labs/lab/measure/flags.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { nameVariant } from './tool.js'

/**
 * @import { CannotRun } from '@hotpath-labs/engine/failures.js'
 * @import { Load } from '@hotpath-labs/engine/measure.js'
 * @import { Launch } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { Services as LabServices } from '@hotpath-labs/lab/measure/services.js'
 * @import { Context, Failure } from './tool.js'
 */

/** Target length in ms of one batch of calls or requests. The load can stop only between batches. */
export const TARGET_BATCH_MS = 100

export const FIRST_BATCH_OPERATIONS = 10
const MAX_BATCH_OPERATIONS = 1e6

/**
 * @typedef {LabServices & { flags: Record<string, string[]> }} Services with the flags of each variant
 *
 * @typedef {object} DriveOptions
 * @property {string[]} [flags] for node, added to those of a measurement
 * @property {Record<string, string>} [env]
 * @property {string} [stdoutFile] takes the traces that V8 prints
 * @property {Launch} [launch] starts the worker inside another program
 * @property {number} [leavesWithinMs] time limit for that program's exit
 * @property {number} [hangsAfterMs] time limit for an answer, if not the default
 * @property {number} seconds of load, after the warm-up
 * @property {(measured: MeasuredProcess) => Promise<unknown>} [before] runs after the warm-up
 * @property {(measured: MeasuredProcess) => Promise<unknown>} [during] runs beside the load, which lasts at least as long
 * @property {(measured: MeasuredProcess) => Promise<unknown>} [after] runs after the load, while the process is still alive
 *
 * @typedef {object} DriveResult
 * @property {number} operations calls or requests between `before` and `after`
 * @property {Failure} [failure] the variant died or answered wrongly
 */

/**
 * Starts the services of a lab, such as its database, runs a function, and stops the services.
 *
 * @template T
 * @param {Pick<Context, 'plan' | 'node' | 'seed' | 'onProgress'>} context
 * @param {(services: Services) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {CannotRun} if a service is not available here
 */
export async function runWithServices ({ plan, node, seed, onProgress }, work) {
  const flags = await chooseSupportedFlags(plan.programs, node)
  const services = await startServices(
    plan,
    { seed, random: createRandom(seed), onProgress: () => onProgress('starting the services that the variants need') }
  )
  try {
    return await work({ ...services, flags })
  } finally {
    await services.stop()
  }
}

/**
 * Runs a function for each variant, one after the other, while the lab's services run.
 *
 * @template {{ failure?: Failure }} T
 * @param {Context} context
 * @param {(variant: string, services: Services) => Promise<T>} work
 * @returns {Promise<{ results: (T & { variant: string })[], failure?: Failure }>} with the first failure
 */
export function runForEachVariantWithServices (context, work) {
  return runWithServices(context, async (services) => {
    const results = []
    for (const variant of context.variants) results.push({ ...await work(variant, services), variant })
    return { results, failure: results.find(({ failure }) => failure)?.failure }
  })
}

/**
 * Runs the variants under the lab's load, one after the other.
 *
 * @param {Context} context
 * @param {(variant: string) => DriveOptions} optionsFor
 */
export function runVariantsUnderLoad (context, optionsFor) {
  return runForEachVariantWithServices(context, (variant, services) => runVariantUnderLoad(context, variant, services, optionsFor(variant)))
}

/** A variant in a fresh process, and the lab's load for it. */
export class VariantUnderLoad {
  /** @type {DriveResult} */
  result = { operations: 0 }

  /** @type {Load | undefined} */
  #load

  /**
   * Starts the process, with the options of `DriveOptions` that concern its start.
   *
   * @param {Pick<Context, 'plan' | 'node' | 'seed'>} context
   * @param {string} variant
   * @param {Services} services
   * @param {Omit<DriveOptions, 'seconds' | 'before' | 'during' | 'after'>} options
   */
  constructor ({ plan, node, seed }, variant, services, { flags = [], env = {}, stdoutFile, ...start }) {
    this.variant = variant
    this.services = services
    this.file = plan.programs[variant].file
    this.seed = seed
    this.subject = makeSubject(plan)
    const stdout = stdoutFile === undefined ? 'ignore' : openSync(stdoutFile, 'w')
    this.measured = new MeasuredProcess({
      variant,
      worker: this.subject.workerFile,
      node,
      flags: [...this.subject.nodeFlags, ...services.flags[variant] ?? [], ...flags],
      env: { ...services.env, ...env },
      padding: 0,
      stdout,
      ...start,
    })
    if (stdout !== 'ignore') closeSync(stdout)
  }

  /** Does work with the process, unless it has failed. Its failure becomes the result's. @param {() => Promise<void>} work */
  async attempt (work) {
    if (this.result.failure) return
    try {
      await work()
    } catch (error) {
      if (!(error instanceof VariantFailure)) throw error
      this.result.failure = await findFailureCause(error, this.services)
    }
  }

  /** Loads the program. @returns {Promise<Load>} */
  async open () {
    await this.measured.load(this.file)
    this.#load = await this.subject.startLoad(new Session({ seed: this.seed }), this.measured)
    return this.#load
  }

  /** Ends the load, and lets the process exit by itself, so that profilers can write their files. */
  async leave () {
    this.#load?.end()
    await this.measured.leave()
  }
}

/**
 * Runs a variant in a fresh process under the lab's load.
 *
 * @param {Pick<Context, 'plan' | 'node' | 'seed' | 'onProgress'>} context
 * @param {string} variant
 * @param {Services} services
 * @param {DriveOptions} options
 * @returns {Promise<DriveResult>}
 */
export async function runVariantUnderLoad (context, variant, services, { seconds, before, during, after, ...start }) {
  const driven = new VariantUnderLoad(context, variant, services, start)
  const { measured, result } = driven
  try {
    await driven.attempt(async () => {
      context.onProgress(`${nameVariant(variant)}: warming up`)
      const load = await driven.open()
      await load.warm()
      await before?.(measured)
      context.onProgress(`${nameVariant(variant)}: under load`)
      await runLoad(load, seconds, during?.(measured), result)
      await after?.(measured)
    })
  } finally {
    await driven.leave()
  }
  return result
}

/**
 * Sends calls or requests for a given time, or longer if parallel work, such as recording a profile, has not ended.
 *
 * @param {Load} load
 * @param {number} seconds
 * @param {Promise<unknown> | undefined} work
 * @param {DriveResult} result that counts operations
 */
async function runLoad (load, seconds, work, result) {
  const end = performance.now() + seconds * 1000
  const state = { isWorking: true }
  const finished = Promise.resolve(work).finally(() => { state.isWorking = false })
  // prevents an unhandled rejection if the parallel work fails while the load runs: `await finished` below throws the error
  finished.catch(() => {})
  for (let count = FIRST_BATCH_OPERATIONS; performance.now() < end || state.isWorking;) {
    const started = performance.now()
    await load.run(count)
    result.operations += count
    const ms = Math.max(performance.now() - started, 1)
    count = chooseNextBatch(count, ms)
  }
  await finished
}

/** @param {number} count of the last batch @param {number} ms that it took @returns {number} operations of the next batch */
export function chooseNextBatch (count, ms) {
  return Math.ceil(Math.max(1, Math.min(count * TARGET_BATCH_MS / ms, count * 4, MAX_BATCH_OPERATIONS)))
}
