import { StarvedProcessFailure } from './process/failure.js'

/**
 * @import { Lab } from '../lab/load.js'
 * @import { Random } from '../stats/random.js'
 * @import { CannotRun, Failure, VariantFailure } from './process/failure.js'
 */

/**
 * @typedef {object} Service something that variants talk to, such as a database; listed in `services` of a lab.js
 * @property {string} name
 * @property {(running: Running, how: How) => Promise<void>} start adds to `running`; each stop before a step that may fail
 * @property {Record<string, Counted>} [counters] by the word in a counter's `counts`
 * @property {string[]} [programs] files of the lab that it runs
 *
 * @typedef {object} Counted
 * @property {string} module URL; its `startCounting` runs in the variant's process and returns `{ calls, stop }`
 * @property {(times: string, operation: string) => string} says such as: fetches 1,000 documents per request
 *
 * @typedef {object} How
 * @property {Lab} lab
 * @property {number} seed of the lab's data
 * @property {Random} random
 *
 * @typedef {ReturnType<typeof prepareRunning>} Running
 *
 * @typedef {{ variant: string, what: string, stderr: string }} Blame the service at fault, and the command that helps
 *
 * @typedef {Omit<Running, 'stops' | 'changes' | 'reasons'> & {
 *   reason: (failed?: VariantFailure) => Promise<Blame | undefined>,
 *   change: (random: () => number) => Promise<void>,
 *   stop: () => Promise<void>,
 * }} Services all services of a lab
 */

/** Makes the empty record of running services, to which each service adds its entries. */
function prepareRunning () {
  return {
    /** Environment variables by which variants find the services. @type {Record<string, string>} */
    env: {},
    /** Engine and version of each running service, for the result. @type {Record<string, { engine: string, version: string }>} */
    engines: {},
    /** Process ids of services that the lab started, which may not run on the measured CPU. @type {number[]} */
    pids: [],
    /** Number of running services that another program has started on this machine. */
    elsewhere: 0,
    /** Functions that stop a service, called in reverse order. @type {(() => Promise<unknown>)[]} */
    stops: [],
    /** Functions that change the lab's data, as a client that writes would. @type {((random: () => number) => unknown)[]} */
    changes: [],
    /**
     * Functions that find a service's fault behind a variant's failure, each within a second.
     * @type {((failed?: VariantFailure) => Promise<Blame | undefined>)[]}
     */
    reasons: [],
  }
}

/**
 * Starts the services that a lab's variants talk to.
 *
 * @param {Lab} lab
 * @param {{ seed: number, random: Random, onProgress: () => void }} how
 * @returns {Promise<Services>}
 * @throws {CannotRun} when the lab asks for something that is not available here
 */
export async function startServices (lab, { seed, random, onProgress }) {
  const running = prepareRunning()
  async function stop () {
    // a cleanup that fails must not prevent the other cleanups or lose the result
    for (const stop of running.stops.reverse()) await stop().catch((error) => process.stderr.write(`Cleanup failed: ${error.message}\n`))
  }
  try {
    for (const service of lab.manifest.services) {
      onProgress()
      await service.start(running, { lab, seed, random })
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
        const blame = await ask(failed)
        if (blame) return blame
      }
    },
  }
}

/**
 * Finds out what caused a variant's failure: a lost database or a starved process is the machine's fault.
 *
 * @param {VariantFailure} error
 * @param {Services} services
 * @returns {Promise<Failure>}
 */
export async function findFailureCause (error, services) {
  const reason = await services.reason(error)
  if (reason) return { ...reason, by: 'machine' }
  const { variant, what, stderr } = error
  if (!(error instanceof StarvedProcessFailure)) return { variant, what, stderr }
  return { variant, what, stderr: 'Try again when this machine is less busy. To see how busy this machine is: pnpm lab doctor', by: 'machine' }
}
