import { shuffle } from '../../stats/order.js'
import { allOrFirstFailure } from '../all-or-first-failure.js'
import { span } from '../trace/span.js'
import { MeasuredProcess } from './measured-process.js'

/** @import { Random } from '../../stats/random.js' */

/** Largest padding of a process's environment in bytes: one memory page, after which stack alignments repeat. */
const MOST_PADDING = 4096

/** A set of processes, with one fresh process for each variant. */
export class ProcessSet {
  /**
   * Starts the processes in random order, because the first process finds colder CPU caches.
   *
   * @param {string[]} variants
   * @param {object} how
   * @param {Record<string, string>} how.files
   * @param {{ worker: string, flags: string[] }} how.kind
   * @param {Record<string, string[]>} how.flags by variant, in addition to the kind's
   * @param {string} how.node
   * @param {Random} how.random
   * @param {Record<string, string>} [how.env]
   * @param {number} [how.hangsAfterMs]
   * @param {number} [how.patientForMs]
   */
  constructor (variants, { files, kind, flags, node, random, env, hangsAfterMs, patientForMs }) {
    /** @type {Map<string, MeasuredProcess>} */
    this.processes = new Map(shuffle(variants.length, random).map((index) => {
      const variant = variants[index]
      const own = { variant, worker: kind.worker, flags: [...kind.flags, ...flags[variant] ?? []], padding: random.int(0, MOST_PADDING) }
      return [variant, new MeasuredProcess({ ...own, node, env, hangsAfterMs, patientForMs })]
    }))
    /** resolves to the version of Node when all have loaded their file */
    this.ready = this.#load(files)
    // prevents an unhandled rejection, because a set of processes that is never used may fail silently
    this.ready.catch(() => {})
  }

  async stop () {
    await Promise.all([...this.processes.values()].map((measured) => measured.stop()))
  }

  /** @param {Record<string, string>} files @returns {Promise<string>} */
  async #load (files) {
    const nodes = await allOrFirstFailure([...this.processes].map(([variant, measured]) => span('start', () => measured.load(files[variant]), measured)))
    return nodes[0]
  }
}
