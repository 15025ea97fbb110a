import { describeFailure } from '@hotpath-labs/engine/failures.js'

/**
 * @import { LabPlan } from '../plans.js'
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { CannotRun, VariantFailure } from '@hotpath-labs/engine/failures.js'
 * @import { Failure } from '../report/result-schema.js'
 */

/**
 * @typedef {object} Service something that variants talk to, such as a database; listed in `services` of a lab.js
 * @property {(running: Running, how: How) => Promise<void>} start starts the service and adds its entries to `running`. Adds a stop as
 *   soon as there is something to stop. Throws CannotRun if the machine or the lab's file is at fault; other errors count as engine faults
 * @property {Record<string, Counted>} [counters] by the word in a counter's `counts`, such as mongo:documents
 * @property {string[]} [programs] files of the lab that the service runs, so that `pnpm check-labs` counts their packages as used
 *
 * @typedef {object} Counted
 * @property {string} module URL; its `startCounting` runs in the variant's process and returns `{ calls, stop }`
 * @property {(times: string, operation: string) => string} says such as: fetches 1,000 documents per request
 *
 * @typedef {object} How
 * @property {LabPlan} plan
 * @property {number} seed for the lab's data: `createRandom(seed)` makes equal data in each set of services of a run
 * @property {Random} random the run's generator, for what no answer depends on, such as padding: earlier draws change its numbers
 *
 * @typedef {ReturnType<typeof prepareRunning>} Running
 *
 * @typedef {Omit<Running, 'stops' | 'changes' | 'reasons'> & {
 *   reason: (failed?: VariantFailure) => Promise<CannotRun | undefined>,
 *   change: (random: () => number) => Promise<void>,
 *   stop: () => Promise<void>,
 * }} Services all services of a lab
 */

/** Makes the empty record of running services, to which each service adds its entries. */
function prepareRunning () {
  return {
    /** Environment variables by which variants find the services, such as FILES. @type {Record<string, string>} */
    env: {},
    /**
     * Name and version of a service's program, for the result. Only for services that several programs can provide, such as mongo.
     * @type {Record<string, { engine: string, version: string }>}
     */
    engines: {},
    /** Process ids of services that the lab started. These processes must not run on the CPU of the measured processes. @type {number[]} */
    pids: [],
    /** Number of running services that another program has started on this machine. */
    elsewhere: 0,
    /** Functions that stop a service, called in reverse order. @type {(() => Promise<unknown>)[]} */
    stops: [],
    /**
     * Functions that change the lab's data, as a client's writes would. The argument `random` generates other data than the original. A
     * function may throw CannotRun, like a service's `start`.
     * @type {((random: () => number) => unknown)[]}
     */
    changes: [],
    /**
     * Functions that find out, each within a second, if a service has caused a variant's failure. They return the service's fault, and
     * never throw.
     * @type {((failed?: VariantFailure) => Promise<CannotRun | undefined>)[]}
     */
    reasons: [],
  }
}

/**
 * Starts the services that a lab's variants talk to.
 *
 * @param {LabPlan} plan
 * @param {{ seed: number, random: Random, onProgress: () => void }} how
 * @returns {Promise<Services>}
 * @throws {CannotRun} when a service cannot be started, because of the machine or of the lab's own file
 */
export async function startServices (plan, { seed, random, onProgress }) {
  const running = prepareRunning()
  async function stop () {
    // a cleanup that fails must not prevent the other cleanups or lose the result
    for (const stop of running.stops.reverse()) await stop().catch((error) => process.stderr.write(`Cleanup failed: ${error.message}\n`))
  }
  try {
    for (const service of plan.lab.manifest.services) {
      onProgress()
      await service.start(running, { plan, seed, random })
    }
  } catch (error) {
    await stop()
    throw error
  }
  const { env, engines, pids, elsewhere } = running
  return {
    env,
    engines,
    pids,
    elsewhere,
    stop,
    async change (drawn) { for (const change of running.changes) await change(drawn) },
    async reason (failed) {
      for (const ask of running.reasons) {
        const fault = await ask(failed)
        if (fault) return fault
      }
    },
  }
}

/**
 * Finds out what caused a variant's failure. If a database is gone or a process got no CPU time, the machine is at fault.
 *
 * @param {VariantFailure} error
 * @param {Services} services
 * @returns {Promise<Failure>}
 */
export async function findFailureCause (error, services) {
  const fault = await services.reason(error)
  const failure = describeFailure(fault ?? error)
  if (failure.code !== 'STARVED') return failure
  return { ...failure, advice: 'Try again when this machine is less busy.' }
}
