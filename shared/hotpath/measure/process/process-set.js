import { shuffled } from '../../stats/order.js'
import { allOrFirstFailure } from '../all-or-first-failure.js'
import { MeasuredProcess } from './measured-process.js'

/** @import { Random } from '../../stats/random.js' */

/** Padding of a process's environment: up to a page, beyond which the stack's alignment repeats. */
const MOST_PADDING = 4096

/** One fresh process for each of some variants. */
export class ProcessSet {
  /**
   * Starts them all, in a random order, because the first to start has the colder caches.
   *
   * @param {string[]} variants
   * @param {object} how
   * @param {Record<string, string>} how.files
   * @param {{ worker: string, flags: string[] }} how.kind
   * @param {Record<string, string[]>} how.flags of variants, beside those of their kind
   * @param {string} how.node
   * @param {Random} how.random
   * @param {Record<string, string>} [how.env]
   * @param {number} [how.hangsAfterMs]
   * @param {number} [how.patientForMs]
   */
  constructor (variants, { files, kind, flags, node, random, env, hangsAfterMs, patientForMs }) {
    /** @type {Map<string, MeasuredProcess>} */
    this.processes = new Map(shuffled(variants.length, random).map((index) => {
      const variant = variants[index]
      return [variant, new MeasuredProcess({ variant, worker: kind.worker, flags: [...kind.flags, ...flags[variant] ?? []], node, env, padding: random.int(0, MOST_PADDING), hangsAfterMs, patientForMs })]
    }))
    /** resolves to the version of Node they run on, when all have loaded their file */
    this.ready = this.#load(files)
    // whoever uses the fleet awaits it; one that is never used may fail unheard
    this.ready.catch(() => {})
  }

  async stop () {
    await Promise.all([...this.processes.values()].map((measured) => measured.stop()))
  }

  /** @param {Record<string, string>} files @returns {Promise<string>} */
  async #load (files) {
    const nodes = await allOrFirstFailure([...this.processes].map(([variant, measured]) => measured.load(files[variant])))
    return nodes[0]
  }
}
