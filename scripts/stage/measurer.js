import { loadLab } from '../../shared/lab/find.js'
import { sidesOf } from '../../shared/lab/sides.js'
import { pairOf } from '../../shared/measure/contest.js'
import { withMine } from '../../shared/mine/contender.js'
import { median } from '../../shared/stats/sample.js'
import { measureMine, measurePlanned } from '../measuring.js'

/** Often enough to update the page five times a second, and no more: this process also has to load the servers it measures. */
const EVERY_MS = 150

/** @typedef {import('../../shared/stage/run.js').StageEvent} StageEvent @typedef {import('../../shared/measure/figures.js').Byside} Byside */

// a page's server that lets go of it, or dies, takes its run with it
process.on('disconnect', () => process.exit())
if (!process.connected) process.exit()
process.on('SIGTERM', () => process.exit())
process.once('message', (/** @type {any} */ { folder, file, options }) => run(folder, file, options).catch((error) => send({ type: 'failed', what: error.message })).finally(() => process.disconnect()))

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
   * @param {import('../../shared/lab/find.js').Lab} lab that is measured
   * @param {import('../../shared/measure/run.js').Result[]} before what was measured of the same file under the lab's other workloads
   */
  constructor ({ manifest }, before) {
    this.before = {
      pairs: before.reduce((sum, { claims }) => sum + Math.max(0, ...claims.map(({ pairs }) => pairs)), 0),
      claims: before.flatMap(({ claims }) => claims.map(({ id, ratio, interval, verdict }) => ({ id, ratio, interval, verdict, pair: null }))),
    }
    this.claims = manifest.claims.map(({ id, metric, ...claim }) => ({ id, metric, ...sidesOf(/** @type {any} */ (claim)) }))
  }

  /** @param {string} text */
  say (text) {
    send({ type: 'waiting', what: text })
  }

  /** @param {string} lab @param {import('../../shared/measure/run.js').Progress} progress */
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

/** @param {StageEvent} event @returns {Promise<unknown>} when it is on its way */
function send (event) {
  return new Promise((resolve) => process.connected && process.send ? process.send(event, resolve) : resolve(undefined))
}
