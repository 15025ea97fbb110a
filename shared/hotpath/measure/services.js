import { Starved } from './process/failure.js'

/**
 * @import { Lab } from '../lab/load.js'
 * @import { Random } from '../stats/random.js'
 * @import { CannotRun, Failure, VariantFailure } from './process/failure.js'
 */

/**
 * Something that a lab's variants talk to, such as a database with the lab's data in it: what `services` of a lab.js lists.
 *
 * @typedef {object} Service
 * @property {string} name
 * @property {(running: Running, how: How) => Promise<void>} start adds to `running` what it has started, and each stop before what may fail
 * @property {Record<string, Counted>} [counters] what it can count in a variant's process, by the word in a counter's `counts`
 * @property {string[]} [programs] the lab's files that it runs
 *
 * @typedef {object} Counted
 * @property {string} module its URL; its `count` is called in the variant's process and gives `{ calls, stop }`
 * @property {(times: string, operation: string) => string} says such as: fetches 1,000 documents per request
 *
 * @typedef {object} How
 * @property {Lab} lab
 * @property {number} seed of the lab's data
 * @property {Random} random
 *
 * @typedef {object} Running
 * @property {Record<string, string>} env by which the variants find the services
 * @property {Record<string, { engine: string, version: string }>} told in the result
 * @property {number[]} pids of those that were started here: they work for the variants, and not beside them
 * @property {number} elsewhere how many work on this machine and were started by somebody else
 * @property {(() => Promise<unknown>)[]} stops the last one is called first
 * @property {((random: () => number) => unknown)[]} changes make the lab's data anew, as somebody does who writes
 * @property {((failed?: VariantFailure) => Promise<Blame | undefined>)[]} reasons asked when a variant has failed; each takes a second at most
 *
 * @typedef {{ variant: string, what: string, stderr: string }} Blame who is to blame, and what to type
 *
 * @typedef {Pick<Running, 'env' | 'told' | 'pids' | 'elsewhere'> & {
 *   reason: (failed?: VariantFailure) => Promise<Blame | undefined>,
 *   change: (random: () => number) => Promise<void>,
 *   stop: () => Promise<void>,
 * }} Services of a lab, all of them
 */

/**
 * Starts what a lab's variants talk to.
 *
 * @param {Lab} lab
 * @param {{ seed: number, random: Random, onProgress: () => void }} how
 * @returns {Promise<Services>}
 * @throws {CannotRun} when the lab asks for something that is not available here
 */
export async function startServices (lab, { seed, random, onProgress }) {
  /** @type {Running} */
  const running = { env: {}, told: {}, pids: [], elsewhere: 0, stops: [], changes: [], reasons: [] }
  async function stop () {
    // what one leaves behind keeps neither the others nor the result
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
  const { env, told, pids, elsewhere } = running
  return {
    env,
    told,
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
 * @param {VariantFailure} error
 * @param {Services} services
 * @returns {Promise<Failure>} with who is to blame, where it is not the variant: it may have lost its database, or got no processor
 */
export async function attributeFailure (error, services) {
  const reason = await services.reason(error)
  if (reason) return { ...reason, by: 'machine' }
  const { variant, what, stderr } = error
  return error instanceof Starved ? { variant, what, stderr: 'Try again when this machine is less busy; pnpm lab doctor shows how busy it is.', by: 'machine' } : { variant, what, stderr }
}
