import { shuffled } from '../../stats/order.js'
import { MeasuredProcess, allOrFirstFailure } from './process.js'

/** Padding of a process's environment: up to a page, beyond which the stack's alignment repeats. */
const MOST_PADDING = 4096

/** Fresh processes for some variants: one for each, or for several that are to share it. */
export class Fleet {
  /**
   * Starts them all, in a random order, because the first to start has the colder caches.
   *
   * @param {string[]} variants
   * @param {object} how
   * @param {string[]} [how.inOne] those of them that share a process
   * @param {Record<string, string>} how.files
   * @param {{ worker: string, flags: string[] }} how.kind
   * @param {Record<string, string[]>} how.flags of variants, beside those of their kind
   * @param {string} how.node
   * @param {import('../../stats/random.js').Random} how.random
   * @param {Record<string, string>} [how.env]
   * @param {number} [how.hangsAfterMs]
   * @param {number} [how.patientForMs]
   */
  constructor (variants, { files, inOne = [], kind, flags, node, random, env, hangsAfterMs, patientForMs }) {
    /** @type {Map<string, MeasuredProcess>} */
    this.processes = new Map()
    const mixed = shuffled(variants.length, random).map((index) => variants[index])
    for (const group of grouped(mixed, inOne)) {
      const measured = new MeasuredProcess({ variant: group.join(', '), worker: kind.worker, flags: [...kind.flags, ...group.flatMap((variant) => flags[variant] ?? [])], node, env, padding: random.int(0, MOST_PADDING), hangsAfterMs, patientForMs })
      for (const variant of group) this.processes.set(variant, measured)
    }
    /** resolves to the version of Node they run on, when all have loaded their file */
    this.ready = this.#load(files)
    // whoever uses the fleet awaits it; one that is never used may fail unheard
    this.ready.catch(() => {})
  }

  /** @returns {MeasuredProcess[]} each once */
  get all () {
    return [...new Set(this.processes.values())]
  }

  async stop () {
    await Promise.all(this.all.map((measured) => measured.stop()))
  }

  /** @param {Record<string, string>} files @returns {Promise<string>} */
  async #load (files) {
    const nodes = await allOrFirstFailure([...this.processes].map(([variant, measured]) => measured.load(variant, files[variant])))
    return nodes[0]
  }
}

/** @param {string[]} variants @param {string[]} inOne @returns {string[][]} */
function grouped (variants, inOne) {
  const shared = variants.filter((variant) => inOne.includes(variant))
  const alone = variants.filter((variant) => !shared.includes(variant)).map((variant) => [variant])
  return shared.length ? [shared, ...alone] : alone
}
