import { parseSide } from '@hotpath-labs/engine/figures.js'
import { chooseCpuAffinity } from '@hotpath-labs/engine/machine.js'
import { findSupportedPermissionFlags, readJitThresholds } from '@hotpath-labs/engine/process/node-options.js'
import { ProcessSet } from '@hotpath-labs/engine/process/measured-process.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { findMetric } from '../metrics.js'
import { isLabProgram, mapEntries } from '../plans.js'
import { chooseSupportedFlags } from './flags.js'
import { startServices } from './services.js'

/**
 * @import { Machine, PairSubject } from '@hotpath-labs/engine/measure.js'
 * @import { JitThresholds } from '@hotpath-labs/engine/process/node-options.js'
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { LabPlan } from '../plans.js'
 * @import { Options } from './run.js'
 * @import { Services } from './services.js'
 */

/** Requests per second from which the load-generating process counts as busy; it can send at most 60,000. */
const BUSY_REQUESTS_PER_SECOND = 5000

/**
 * This computer: its clock, the CPUs that it pins to, and the processes of a lab's variants.
 *
 * @implements {Machine}
 */
export class LabMachine {
  /**
   * Asks the variants' Node which flags it supports, and starts the lab's services.
   *
   * @param {LabPlan} plan
   * @param {Options} options
   * @param {{ subject: PairSubject, clock: () => number, services?: Services }} how `services`: running ones
   * @throws {import('@hotpath-labs/engine/failures.js').CannotRun} if a flag is unknown there, or a service cannot be started
   */
  static async create (plan, options, how) {
    const { seed, node = process.execPath, onEvent } = options
    const [jitThresholds, allFlags, flags] =
      await Promise.all([readJitThresholds(node), findSupportedPermissionFlags(node), chooseSupportedFlags(plan.programs, node)])
    const random = createRandom(seed)
    const services = how.services ?? await startServices(plan, { seed, random, onProgress: () => onEvent?.({ type: 'checking', seconds: how.clock() }) })
    return new LabMachine(plan, options, { ...how, random, services, jitThresholds, node: { node, allFlags, flags } })
  }

  /**
   * @param {LabPlan} plan
   * @param {Pick<Options, 'hangsAfterMs' | 'seconds' | 'countsPrinted'>} options
   * @param {object} how
   * @param {PairSubject} how.subject
   * @param {() => number} how.clock
   * @param {Random} how.random
   * @param {Services} how.services running
   * @param {JitThresholds} how.jitThresholds
   * @param {{ node: string, allFlags: string[], flags: Record<string, string[]> }} how.node binary, and flags for each variant
   */
  constructor (plan, { hangsAfterMs, seconds, countsPrinted }, { subject, clock, random, services, jitThresholds, node }) {
    this.clock = clock
    this.random = random
    this.services = services
    this.jitThresholds = jitThresholds
    // any other busy process makes a latency longer
    this.waits = plan.claims.some(({ metric }) => findMetric(metric).waits)
    this.affinity = chooseCpuAffinity(random, { ...services, waits: this.waits })
    const printing = countsPrinted ? Object.keys(plan.programs).filter((variant) => !isLabProgram(plan, variant)) : []
    const files = mapEntries(plan.programs, ({ file }) => file)
    this.how = { ...node, subject, random, printing, hangsAfterMs, files, patientForMs: 1000 * seconds, env: services.env }
  }

  /** @param {string[]} sides */
  open (sides) {
    return new ProcessSet([...new Set(sides.map((side) => parseSide(side).variant))], this.how)
  }

  /**
   * Starting processes use the load generator's CPUs, so they must wait if fast servers keep the load generator busy.
   *
   * @param {Map<string, number>} [costs] µs of CPU per request, by side; empty for functions
   */
  mayOpenEarly (costs = new Map()) {
    // ignores the server `limit`, because only the first pair runs this server
    const isBusy = [...costs].some(([side, us]) => side !== 'limit' && 1e6 / us >= BUSY_REQUESTS_PER_SECOND)
    return this.affinity.isPinning && !this.waits && !isBusy
  }
}
