import { loadLab } from '@hotpath-labs/lab/load.js'
import { findClaimSides } from '@hotpath-labs/lab/sides.js'
import { computePairLogRatio } from '@hotpath-labs/engine/figures.js'
import { formatWaitingForLock } from '@hotpath-labs/engine/process/lock.js'
import { planAttempt, planClaims } from '@hotpath-labs/lab/plans.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { judgeExerciseWhenMachineIsFree } from '@hotpath-labs/command-line/judge-exercise.js'
import { measureAttempt, measureWhenMachineIsFree } from '@hotpath-labs/command-line/measure.js'
import { sendEventToStage, runTaskForStage } from './channel.js'

/**
 * @import { OptionValues } from 'commander'
 * @import { Claim } from '@hotpath-labs/lab/manifest.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { BlockEvent, MeasureEvent, PairEvent } from '@hotpath-labs/engine/measure.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/**
 * Shortest interval in ms between messages to the page. More messages would take CPU time from this process, which also sends requests to
 * the measured servers.
 */
const EVERY_MS = 150

runTaskForStage(({ folder, file, options }) => run(folder, file, options))

/** Sends the progress of a measurement to the page of `pnpm demo`. Has the same methods as LabProgress. */
class ProgressSender {
  /** @type {FiguresBySide} */
  #pair = new Map()
  /** Figures of the current pair of processes that the page has not received yet. @type {FiguresBySide} */
  #changed = new Map()
  #sent = 0
  /** @type {Record<string, number>} ratios of blocks that are not sent yet */
  #blocks = {}

  /**
   * @param {LabPlan} plan that is measured
   * @param {Result[]} before what was measured of the same file under the lab's other workloads
   */
  constructor ({ claims }, before) {
    this.before = {
      pairs: before.reduce((sum, { claims }) => sum + Math.max(0, ...claims.map(({ pairs }) => pairs)), 0),
      claims: before.flatMap(({ claims }) => claims.map((claim) => describeClaim(claim, null))),
    }
    this.claims = claims.map(({ id, metric, ...claim }) => ({ id, metric, ...findClaimSides(/** @type {Claim} */ (claim)) }))
  }

  /** @param {string} other measurement */
  waiting (other) {
    sendWaiting(other)
  }

  /** @param {unknown} plan @param {MeasureEvent} event */
  measuring (plan, event) {
    if (event.type === 'checking') sendEventToStage({ type: 'comparing' })
    if (event.type === 'warming') sendEventToStage({ type: 'warming' })
    if (event.type === 'block') this.#block(event)
    if (event.type === 'pair') this.#pairMeasured(event)
  }

  /** @param {PairEvent} event */
  #pairMeasured ({ pairs, evidence, figures }) {
    const measured = this.claims.filter(({ slower, faster }) => figures.has(slower) && figures.has(faster))
    const alone = new Map(measured.map(({ id, metric, slower, faster }) =>
      [id, Math.exp(computePairLogRatio(figures, metric, slower, faster).value)]))
    sendEventToStage({
      type: 'pair',
      pairs: this.before.pairs + pairs,
      claims: [...this.before.claims, ...evidence.map((claim) => describeClaim(claim, alone.get(claim.id) ?? null))],
      sides: computeMedians(figures),
    })
    this.#pair.clear()
    this.#changed.clear()
    this.#blocks = {}
  }

  /** @param {BlockEvent} event */
  #block ({ side, figures }) {
    this.#pair.set(side, figures)
    this.#changed.set(side, figures)
    for (const { id, metric, slower, faster } of this.claims) {
      const [cost, other] = [slower, faster].map((one) => this.#pair.get(one)?.[metric])
      const last = Math.min(cost?.length ?? 0, other?.length ?? 0) - 1
      if (cost && other && last >= 0) this.#blocks[id] = Number((cost[last] / other[last]).toPrecision(4))
    }
    if (performance.now() - this.#sent < EVERY_MS) return
    this.#sent = performance.now()
    sendEventToStage({ type: 'block', ratios: this.#blocks, sides: computeMedians(this.#changed) })
    this.#changed.clear()
    this.#blocks = {}
  }

  stop () {}
}

/**
 * @param {string} folder of a lab
 * @param {string | undefined} file of an attendee, which is judged
 * @param {OptionValues} options of measuring
 */
async function run (folder, file, options) {
  const lab = await loadLab(folder)
  const result = file && lab.manifest.exercise
    ? (await judgeExerciseWhenMachineIsFree(lab, file, {}, { waiting: sendWaiting, stop () {} })).result
    : file
      ? await measureAttempt(planAttempt(lab, file), options, (plan, before) => new ProgressSender(plan, before))
      : await measureWhenMachineIsFree(planClaims(lab), options, new ProgressSender(planClaims(lab), []))
  await sendEventToStage({ type: 'result', result })
}

/**
 * @param {Pick<Result['claims'][number], 'id' | 'ratio' | 'interval' | 'confidence' | 'verdict'>} claim
 * @param {number | null} pair its ratio
 */
function describeClaim ({ id, ratio, interval, confidence, verdict }, pair) {
  return { id, ratio, interval, confidence, verdict, pair }
}

/** @param {string} other measurement */
function sendWaiting (other) {
  sendEventToStage({ type: 'waiting', what: formatWaitingForLock(other) })
}

/** @param {FiguresBySide} figures */
function computeMedians (figures) {
  const medians = (/** @type {Record<string, number[]>} */ values) => Object.entries(values)
    .map(([name, numbers]) => [name, Number(median(numbers).toPrecision(4))])
  return Object.fromEntries([...figures].map(([side, values]) => [side, Object.fromEntries(medians(values))]))
}
