import { CannotRun, VariantFailure } from './process/failure.js'
import { checkFlags } from './process/flags.js'
import { rounded } from './figures.js'
import { machine } from './machine.js'
import { Measurement } from './measurement.js'
import { OtherNode } from './other-node.js'
import { attributeFailure, startServices } from './services.js'

/**
 * @import { Lab } from '../lab/load.js'
 * @import { Random } from '../stats/random.js'
 * @import { Verdict } from '../stats/rule.js'
 * @import { JudgedClaim as Judged } from './claim-evaluation.js'
 * @import { Counter as Counted } from './counters.js'
 * @import { Byside } from './figures.js'
 * @import { CpuAffinity } from './process/cpu-affinity.js'
 * @import { Failure } from './process/failure.js'
 * @import { JitThresholds } from './process/jit-thresholds.js'
 * @import { MeasuredProcess } from './process/measured-process.js'
 * @import { Stretches, TwoSpeeds } from './speeds.js'
 */

/**
 * @typedef {object} Run what every part of a measurement shares
 * @property {Lab} lab
 * @property {string} reference the variant whose answers the others must give
 * @property {number} seed
 * @property {Random} random
 * @property {object} settings the kind's SETTINGS
 * @property {number | undefined} warmUpMs CPU time, where the user asked for another than the kind's own
 * @property {JitThresholds} jitThresholds by which processes warm up sooner
 * @property {CpuAffinity} affinity
 * @property {Map<string, number> | undefined} perBlock operations in a block of every side, fixed by the first round
 * @property {Map<string | null, string>} bodies the right answer of every workload
 * @property {() => void} onFirstBlock
 * @property {(side: string, figures: Record<string, number[]>) => void} [onBlock] after each block, with those of its side in this pair so far
 * @property {(costs?: Map<string, number>) => void} [onPinned] when the sides of a pair are warm and sit together; of servers with what a request costs each, in µs of CPU
 *
 * @typedef {Judged} JudgedClaim
 * @typedef {Counted} Counter
 * @typedef {Map<string, MeasuredProcess>} Processes by variant
 * @typedef {{ verdict: 'same' | 'different', checked: number, difference: string | null }} Oracle
 *
 * @typedef {object} Kind what shared/hotpath/measure/function.js, server.js and heap.js have in common
 * @property {string} worker
 * @property {string[]} flags
 * @property {object} SETTINGS
 * @property {(run: Run, processes: Processes, sides: string[]) => Promise<Byside>} measure
 * @property {(run: Run, inspector: MeasuredProcess) => Promise<{ oracle: Oracle, counters: Counter[] }>} [inspect]
 *   answers and counters, in a process apart from the measured ones; or else, in those of the first round:
 * @property {(run: Run, processes: Processes) => Promise<Oracle>} [compare] before they are measured
 * @property {(run: Run, processes: Processes, figures: Byside) => Promise<Stretches>} [measureOtherLength] after: what
 *   they cost in another stretch length
 * @property {(run: Run, processes: Processes) => Promise<void>} [checkMemoization] after: whether one of them has answers ready
 * @property {(run: Run, processes: Processes) => Promise<Counter[]>} [count] after
 *
 * @typedef {'measured' | 'control' | 'swap' | 'with' | 'mine'} Mode
 *
 * @typedef {object} Result the contract of `--json` (docs/result.schema.json)
 * @property {1} schema
 * @property {string} lab
 * @property {Mode} mode
 * @property {Verdict | 'cannot run'} verdict
 * @property {number} seconds
 * @property {number | null} firstBlockSeconds from the start of this process
 * @property {number} seed
 * @property {string} node the version the variants ran on; what was asked for, if that is not available
 * @property {{ cpu: string, cores: number, os: string }} machine
 * @property {Record<string, { engine: string, version: string }>} services
 * @property {Oracle | null} oracle null when it never came to that
 * @property {Counter[]} counters
 * @property {Record<string, Record<string, any>>} variants
 * @property {JudgedClaim[]} claims
 * @property {TwoSpeeds[]} speeds of those sides that have two
 * @property {{ variant: string, fraction: number } | null} limit
 * @property {Failure | null} failure
 *
 * @typedef {object} Options
 * @property {number} seed
 * @property {number} seconds after which no new pair is begun
 * @property {number} [mostPairs]
 * @property {number} [leastPairs] of every claim, whatever is known of it by then
 * @property {number} [laterMs] CPU time after which the processes of each pair are measured a second time: what is judged is the first
 * @property {Mode} [mode] to be told in the result
 * @property {string} [node] binary that runs the variants
 * @property {number} [warmUpMs]
 * @property {object} [settings] instead of the kind's SETTINGS
 * @property {number} [hangsAfterMs]
 * @property {(event: Progress) => void} [onProgress]
 * @property {Run['onBlock']} [onBlock]
 *
 * @typedef {{ stage: 'comparing' | 'measured', pairs: number, claims: JudgedClaim[], figures?: Byside, later?: Byside }} Progress `figures` of the last pair; `later`: of the same, when they were older
 */

/**
 * Measures a lab and judges its claims: same answer, then counters, then time or memory. The first of them that fails ends it.
 *
 * @param {Lab} lab
 * @param {Options} options
 * @returns {Promise<Result>} a variant that fails is a result too; only what is no variant's fault is thrown
 */
export async function measureLab (lab, options) {
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 1000
  const result = unmeasured(lab, options)
  const ended = (/** @type {Partial<Result>} */ parts) => ({ ...result, ...parts, seconds: rounded(elapsed(), 2) })

  const other = await OtherNode.of(lab, options)
  if (other) result.node = other.version
  if (other?.unfit) return ended({ verdict: 'cannot run', failure: { by: 'node', ...other.unfit } })
  const measurement = await Measurement.of(lab, options, result)
  let services
  try {
    measurement.flags = await checkFlags(lab.manifest, measurement.options.node)
    services = await startServices(lab, { ...measurement.run, onProgress: () => measurement.report('comparing') })
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    return ended(lacking(error))
  }
  try {
    await measurement.begin(services)
    await measurement.compareAnswers()
    const unknown = measurement.isRefused && await other?.findNodeFault(services, result)
    if (unknown) return ended({ verdict: 'cannot run', oracle: null, counters: [], failure: { ...unknown, by: 'node' } })
    if (!measurement.isRefused) await measurement.startStalenessCheck()
    while (measurement.goesOn(elapsed())) await measurement.measurePair()
    if (!measurement.isRefused) await measurement.finishStalenessCheck()
  } catch (error) {
    // a second set of services may be too much for the disk
    if (error instanceof CannotRun) return ended(lacking(error))
    if (!(error instanceof VariantFailure)) throw error
    // a variant whose database has gone is not the one to blame
    const failure = await attributeFailure(error, services)
    if (failure.by) return ended({ verdict: 'cannot run', failure })
    const unknown = await other?.findNodeFault(services, result, error)
    if (unknown) return ended({ verdict: 'cannot run', failure: { ...unknown, by: 'node' } })
    return ended({ verdict: 'broken', failure })
  } finally {
    await measurement.end()
    await services.stop()
  }
  return ended(measurement.isRefused ? { verdict: 'broken' } : measurement.judged)
}

/** @param {CannotRun} error @returns {Partial<Result>} */
function lacking ({ needs, message, mend, by }) {
  return { verdict: 'cannot run', failure: { variant: needs, what: message, stderr: mend, by } }
}

/**
 * @param {Lab} lab
 * @param {Pick<Options, 'seed' | 'mode'>} options
 * @param {Partial<Result>} [known]
 * @returns {Result} of a lab of which nothing else is known
 */
export function unmeasured ({ name }, { seed, mode = 'measured' }, known = {}) {
  return {
    schema: 1,
    lab: name,
    mode,
    verdict: 'undecided',
    seconds: 0,
    firstBlockSeconds: null,
    seed,
    node: process.version,
    machine: machine(),
    services: {},
    oracle: null,
    counters: [],
    variants: {},
    claims: [],
    speeds: [],
    limit: null,
    failure: null,
    ...known,
  }
}
