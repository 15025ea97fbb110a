import { loadLab, sidesOf } from 'hotpath/lab'
import { pairOf, waitingFor } from 'hotpath/measure'
import { withMine } from '@hotpath-labs/workshop'
import { median } from 'hotpath/stats'
import { measureMine, measurePlanned } from '../measure.js'
import { send, workForStage } from './channel.js'

/** Often enough to update the page five times a second, and no more: this process also has to load the servers it measures. */
const EVERY_MS = 150

/** @typedef {import('hotpath/measure').Byside} Byside */

workForStage(({ folder, file, options }) => run(folder, file, options))

/** What the terminal's Progress is to `pnpm lab`, for the page. */
class Watcher {
  /** @type {Byside} */
  #pair = new Map()
  /** what has not been sent @type {Byside} */
  #changed = new Map()
  #sent = 0
  /** @type {Record<string, number>} ratios of blocks that have not been sent */
  #blocks = {}

  /**
   * @param {import('hotpath/lab').Lab} lab that is measured
   * @param {import('hotpath/measure').Result[]} before what was measured of the same file under the lab's other workloads
   */
  constructor ({ manifest }, before) {
    this.before = {
      pairs: before.reduce((sum, { claims }) => sum + Math.max(0, ...claims.map(({ pairs }) => pairs)), 0),
      claims: before.flatMap(({ claims }) => claims.map(({ id, ratio, interval, verdict }) => ({ id, ratio, interval, verdict, pair: null }))),
    }
    this.claims = manifest.claims.map(({ id, metric, ...claim }) => ({ id, metric, ...sidesOf(/** @type {any} */ (claim)) }))
  }

  /** @param {string} other measurement */
  waiting (other) {
    send({ type: 'waiting', what: waitingFor(other) })
  }

  /** @param {string} lab @param {import('hotpath/measure').Progress} progress */
  measuring (lab, { stage, pairs, claims, figures }) {
    if (stage === 'comparing' || !figures) return send({ type: 'comparing' })
    const measured = this.claims.filter(({ base, against }) => figures.has(base) && figures.has(against))
    const alone = new Map(measured.map(({ id, metric, base, against }) => [id, Math.exp(pairOf(figures, metric, base, against).value)]))
    send({
      type: 'pair',
      pairs: this.before.pairs + pairs,
      claims: [...this.before.claims, ...claims.map(({ id, ratio, interval, verdict }) => ({ id, ratio, interval, verdict, pair: alone.get(id) ?? null }))],
      sides: mediansOf(figures),
    })
    this.#pair.clear()
    this.#changed.clear()
    this.#blocks = {}
  }

  /** @param {string} side @param {Record<string, number[]>} figures of it in this pair so far */
  block (side, figures) {
    this.#pair.set(side, figures)
    this.#changed.set(side, figures)
    for (const { id, metric, base, against } of this.claims) {
      const [cost, other] = [base, against].map((one) => this.#pair.get(one)?.[metric])
      const last = Math.min(cost?.length ?? 0, other?.length ?? 0) - 1
      if (cost && other && last >= 0) this.#blocks[id] = Number((cost[last] / other[last]).toPrecision(4))
    }
    if (performance.now() - this.#sent < EVERY_MS) return
    this.#sent = performance.now()
    send({ type: 'block', ratios: this.#blocks, sides: mediansOf(this.#changed) })
    this.#changed.clear()
    this.#blocks = {}
  }

  stop () {}
}

/** @param {string} folder of a lab @param {string | undefined} file of an attendee, which is judged @param {any} options of measuring */
async function run (folder, file, options) {
  const lab = await loadLab(folder)
  const result = file
    ? await measureMine(withMine(lab, file), options, (stage, before) => new Watcher(stage, before))
    : await measurePlanned(lab, 'measured', options, new Watcher(lab, []))
  await send({ type: 'result', result })
}

/** @param {Byside} figures */
function mediansOf (figures) {
  return Object.fromEntries([...figures].map(([side, values]) => [side, Object.fromEntries(Object.entries(values).map(([name, numbers]) => [name, Number(median(numbers).toPrecision(4))]))]))
}
