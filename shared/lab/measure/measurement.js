import { INTERIM_ANALYSIS_PAIR_COUNTS } from '@hotpath-labs/engine/stats/rule.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { computePairLogRatio, PairFigureCollector, parseSide, roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { ProcessSet } from '@hotpath-labs/engine/process/process-set.js'
import { startCpuTimeAudit } from '@hotpath-labs/engine/process/cpu-audit.js'
import { findSupportedPermissionFlags, readJitThresholds } from '@hotpath-labs/engine/process/node-options.js'
import { settleAllOrThrow } from '@hotpath-labs/engine/settle-all-or-throw.js'
import { chooseCpuAffinity } from '@hotpath-labs/engine/process/affinity.js'
import { Session } from '@hotpath-labs/engine/session.js'
import { findMetricTraits } from '../manifest.js'
import { findNamesOfClaimSides, findClaimSides } from '../sides.js'
import { isLabVariant } from '../sources.js'
import { checkFunctionAnswers } from '../answers/function-answers.js'
import { detectMemoization } from '../answers/memoization.js'
import { compareServerAnswers, countServerCalls } from '../answers/server-answers.js'
import { StalenessCheck } from '../answers/staleness.js'
import { ClaimEvaluation, findWorstClaimVerdict } from './claim-evaluation.js'
import { chooseSupportedFlags } from './flags.js'
import { isServerKind, makeSubject } from './trial.js'

/**
 * @import { CannotRun } from '@hotpath-labs/engine/failures.js'
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { JitThresholds } from '@hotpath-labs/engine/process/node-options.js'
 * @import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
 * @import { Lab } from '../load.js'
 * @import { Claim, Metric } from '../manifest.js'
 * @import { Options, Progress, Result } from './run.js'
 * @import { Services } from './services.js'
 */

/**
 * Number of pairs of processes that also measure the variant `limit`, which does only the necessary work: one, because no verdict depends
 * on `limit`.
 */
const LIMIT_PAIRS = 1

/** Requests per second from which the load-generating process counts as busy; it can send at most 60,000. */
const BUSY_REQUESTS_PER_SECOND = 5000

/**
 * Number of pairs of processes to measure for a claim that does not count for the lab's verdict: as many as a claim with a clear verdict
 * needs.
 */
const INFORMATIONAL_PAIRS = 3

/**
 * @typedef {object} Need of pairs of processes
 * @property {number} [leastPairs] for every claim
 * @property {boolean} [isPlaceOpen] true if the step that an attempt has reached is unknown, so that claims for information need more pairs
 */

/**
 * Selects the claims for which another pair of processes is measured.
 *
 * @param {ClaimEvaluation[]} evaluations
 * @param {number} pairs measured before
 * @param {Need} [need]
 */
function selectClaimsToMeasure (evaluations, pairs, { leastPairs = 0, isPlaceOpen = false } = {}) {
  const isTold = isPlaceOpen || pairs < INFORMATIONAL_PAIRS
  return evaluations.filter(({ required, isOpen }) => pairs < leastPairs || (required ? isOpen : isTold))
}

/**
 * Lists the programs that the next pair of processes runs: the programs of all claims to measure, and in the first pair also `limit`.
 *
 * @param {ClaimEvaluation[]} evaluations
 * @param {number} pairs measured before
 * @param {Need & { hasLimit: boolean }} options
 * @returns {string[]}
 */
function listProgramsOfNextPair (evaluations, pairs, { hasLimit, ...need }) {
  // adds `fast` even if no claim needs `fast` in this pair, because the lab's `limit` is compared with `fast`
  const withLimit = hasLimit && pairs < LIMIT_PAIRS ? ['fast', 'limit'] : []
  return [...new Set([...selectClaimsToMeasure(evaluations, pairs, need).flatMap(({ sides }) => Object.values(sides)), ...withLimit])]
}

/**
 * True if the next pair's processes may start while the present pair is timed. Starting processes use the load generator's CPUs, so they
 * must wait if fast servers keep the load generator busy.
 *
 * @param {Map<string, number>} [costs] µs of CPU per request, by side; empty for functions
 */
function canNextPairStartEarly (costs = new Map()) {
  // ignores the server `limit`, because only the first pair runs this server
  return [...costs].every(([side, us]) => side === 'limit' || 1e6 / us < BUSY_REQUESTS_PER_SECOND)
}

/** Measurement of one lab. Each method is a step; `measureLab` calls the steps in order. */
export class LabMeasurement {
  /** number of pairs measured before */
  pairs = 0
  #figures = new PairFigureCollector()
  /** @type {number[]} log-ratios of limit to fast */
  #limits = []
  /** @type {ProcessSet[]} running ones; the first is measured next */
  #processSets = []
  /** @type {StalenessCheck | undefined} */
  #staleness

  /**
   * Creates the measurement of a lab, after asking the variants' Node which flags it supports.
   *
   * @param {Lab} lab
   * @param {Options} options
   * @param {Result} result filled in by the steps
   * @throws {CannotRun} if a flag of the lab is unknown there
   */
  static async create (lab, options, result) {
    const { node = process.execPath } = options
    const [jitThresholds, permissions, flags] =
      await Promise.all([readJitThresholds(node), findSupportedPermissionFlags(node), chooseSupportedFlags(lab.manifest, node)])
    return new LabMeasurement(lab, { ...options, node }, result, { jitThresholds, permissions, flags })
  }

  /**
   * @param {Lab} lab
   * @param {Options & { node: string }} options
   * @param {Result} result
   * @param {object} node what the variants' Node supports
   * @param {JitThresholds} node.jitThresholds
   * @param {string[]} node.permissions
   * @param {Record<string, string[]>} node.flags by variant, in addition to the subject's and the permissions
   */
  constructor (lab, options, result, { jitThresholds, permissions, flags }) {
    this.lab = lab
    this.options = options
    this.result = result
    this.flags = flags
    this.permissions = permissions
    const isAttempt = options.placing !== undefined
    const { manifest } = lab
    this.evaluations = manifest.claims.map((claim) => new ClaimEvaluation(claim, findNamesOfClaimSides(manifest, claim), { isAttempt }))
    /** true until the step that an attempt has reached is known; then false for good, because the next pair may run already */
    this.isPlaceOpen = isAttempt
    /** true if a claim is about latency, which any other busy process makes longer */
    this.waits = manifest.claims.some(({ metric }) => findMetricTraits(metric).waits)
    const { seed, warmUpMs, onBlock, settings } = options
    const onFirstBlock = () => { result.firstBlockSeconds ??= roundToDecimals(performance.now() / 1000, 2) }
    this.session = new Session({ seed, warmUpMs, jitThresholds, onBlock, onFirstBlock })
    this.subject = makeSubject(lab, { settings, seconds: options.seconds, isAttempt })
    this.isServers = isServerKind(manifest.kind)
    this.trial = { lab, reference: 'slow', subject: this.subject, session: this.session }
  }

  /** Starts the first processes. @param {Services} services */
  async begin (services) {
    this.env = services.env
    this.result.services = services.engines
    const { pids, elsewhere } = services
    this.session.affinity = chooseCpuAffinity(this.session.random, { waits: this.waits, pids, elsewhere })
    // starts the processes of the first time measurement early, so that they load while the answers are compared
    const answering = this.isServers ? Object.keys(this.lab.manifest.variants) : []
    this.#startProcesses([...answering, ...this.#nextSides()])
    if (!this.isServers) this.#startProcesses(['slow'])
    this.report('comparing')
    await this.#processSets[0].ready
  }

  /** Compares the variants' answers, and counts calls if the lab measures functions. In servers, `measurePair` counts calls. */
  async compareAnswers () {
    const { trial, result } = this
    if (this.isServers) {
      result.oracle = await compareServerAnswers(trial, this.#processSets[0].processes, this.options)
      return
    }
    const [inspector] = this.#processSets[1].processes.values()
    Object.assign(result, await checkFunctionAnswers(trial, inspector))
    await this.#processSets.pop()?.stop()
  }

  /** Starts to check if cached answers are too old. The check continues while programs are timed. */
  async startStalenessCheck () {
    this.#staleness = new StalenessCheck(this.trial, this.#processOptions)
    await this.#staleness.begin()
    if (this.#staleness.isWrong) await this.finishStalenessCheck()
  }

  async finishStalenessCheck () {
    const { result } = this
    const { checked, difference } = await this.#staleness?.end() ?? { checked: 0, difference: null }
    if (!result.oracle || !checked) return
    result.oracle = { verdict: difference ? 'different' : result.oracle.verdict, checked: result.oracle.checked + checked, difference }
  }

  /** Measures all claims that need another measurement, in a fresh process for each program. */
  async measurePair () {
    const { session, subject, result, evaluations } = this
    const sides = this.#nextSides()
    if (this.#processSets.length === 0) this.#startProcesses(sides)
    const [processSet] = this.#processSets
    result.node = await processSet.ready
    // unpins the processes: if they started while the previous pair was timed, they were kept off that pair's CPU
    await session.affinity.unpin([...processSet.processes.values()])
    session.onPinned = (costs) => {
      const mayStart = session.affinity.isPinning && !this.waits && this.pairs + 1 < this.#mostPairs
      if (mayStart && canNextPairStartEarly(costs)) this.#startProcesses(this.#nextSides(this.pairs + 1))
    }
    const audits = await settleAllOrThrow([...processSet.processes.values()].map(startCpuTimeAudit))
    session.measuresAgain = Boolean(this.options.laterMs)
    const figures = await subject.measure(session, processSet.processes, sides)
    const later = await this.#measureLater(processSet, sides)
    await settleAllOrThrow(audits.map((end) => end()))
    if (this.pairs === 0) await this.#checkFirstPair(processSet, later)
    await this.#stopProcesses()

    const measured = selectClaimsToMeasure(evaluations, this.pairs, this.#need)
    for (const evaluation of measured) evaluation.add(figures, this.#isSameCpu(evaluation.claim))
    if (sides.includes('limit')) this.#limits.push(computePairLogRatio(figures, this.lab.manifest.claims[0].metric, 'limit', 'fast').value)
    this.#figures.add(figures)
    this.pairs++
    this.isPlaceOpen &&= this.pairs < 2 || Boolean(this.options.placing?.isOpen(this.judged.claims))
    this.report('measured', figures, later)
  }

  /** @param {ProcessSet} processSet @param {FiguresBySide} [later] */
  async #checkFirstPair ({ processes }, later) {
    const startFresh = (/** @type {string} */ variant) => new ProcessSet([variant], { ...this.#processOptions, env: this.env })
    if (this.isServers) this.result.counters = await countServerCalls(this.trial, processes, startFresh)
    // `laterMs` is set in recordings, which judge no attendee's file: then skips the check for caches
    else if (!later) await detectMemoization(this.trial, processes)
  }

  /** @param {Claim} claim @returns {boolean} false where its sides ran on different CPUs and its metric depends on that */
  #isSameCpu (claim) {
    const { affinity } = this.session
    const isPinned = !this.isServers || Object.values(findClaimSides(claim)).every((side) =>
      /** @type {ServerSubject} */ (this.subject).findRequest(parseSide(side).workload).pinned !== false)
    return (this.session.sharesOneCpu && (isPinned || !affinity.isPinning)) || Boolean(findMetricTraits(claim.metric).scattersAlike)
  }

  /**
   * Measures the processes again after a further warm-up of `laterMs` of CPU time, if this option is set.
   *
   * @param {ProcessSet} processSet
   * @param {string[]} sides
   * @returns {Promise<FiguresBySide | undefined>}
   */
  async #measureLater ({ processes }, sides) {
    const { session, options: { laterMs, warmUpMs } } = this
    if (!laterMs) return
    // unpins the processes, so that both run in parallel during the long warm-up
    await session.affinity.unpin([...processes.values()])
    session.onPinned = undefined
    session.warmUpMs = laterMs
    session.measuresAgain = false
    return this.subject.measure(session, processes, sides).finally(() => { session.warmUpMs = warmUpMs })
  }

  /** @param {number} seconds since the run started @returns {boolean} */
  shouldContinue (seconds) {
    const { leastPairs = 0, placing, isEnough } = this.options
    if (this.isRefused || this.pairs >= this.#mostPairs) return false
    if (this.pairs === 0) return true
    if (seconds >= this.options.seconds || isEnough?.()) return false
    const open = this.evaluations.filter(({ required, isOpen }) => required && isOpen)
    if (placing && seconds >= placing.seconds) return open.length > 0 && this.#mayStillHold(open)
    return open.length > 0 || this.isPlaceOpen || this.pairs < leastPairs
  }

  /** @param {ClaimEvaluation[]} open @returns {boolean} true if an attempt may still get *holds* */
  #mayStillHold (open) {
    return this.result.counters.every(({ holds }) => holds) && open.every(({ isPromising }) => isPromising)
  }

  /**
   * True if an answer is wrong, or a call count of the lab's own variants. The run then ends, and no claim is judged. An attendee's file is
   * measured with any count, because its author asks how fast it is.
   */
  get isRefused () {
    const { oracle, counters } = this.result
    return oracle?.verdict === 'different' || counters.some(({ holds, variant }) => !holds && isLabVariant(this.lab, variant))
  }

  /** @returns {Pick<Result, 'verdict' | 'claims' | 'limit' | 'variants'>} */
  get judged () {
    const claims = this.evaluations.map(({ judged }) => judged)
    const limit = this.#limits.length ? { variant: 'limit', fraction: roundToDecimals(Math.min(1, Math.exp(median(this.#limits))), 3) } : null
    const verdict = this.result.counters.every(({ holds }) => holds) ? findWorstClaimVerdict(claims) : 'broken'
    return { verdict, claims, limit, variants: this.#figures.summary }
  }

  async end () {
    await Promise.all([...this.#processSets.map((processSet) => processSet.stop()), this.#staleness?.stop()])
  }

  /** @param {Progress['stage']} stage @param {FiguresBySide} [figures] of the last pair @param {FiguresBySide} [later] after `laterMs` */
  report (stage, figures, later) {
    const { pairs, evaluations } = this
    this.options.onProgress?.({ stage, pairs, claims: pairs ? evaluations.map(({ judged }) => judged) : [], figures, later })
  }

  /** @param {number} [pairs] measured before @returns {string[]} sides of the next pair */
  #nextSides (pairs = this.pairs) {
    return listProgramsOfNextPair(this.evaluations, pairs, { ...this.#need, hasLimit: Boolean(this.lab.manifest.limit) })
  }

  get #need () {
    return { leastPairs: this.options.leastPairs, isPlaceOpen: this.isPlaceOpen }
  }

  get #mostPairs () {
    return this.options.mostPairs ?? INTERIM_ANALYSIS_PAIR_COUNTS[INTERIM_ANALYSIS_PAIR_COUNTS.length - 1]
  }

  get #processOptions () {
    const { lab, subject, flags, permissions: allFlags, session: { random } } = this
    const { node, hangsAfterMs, seconds, onPrinted } = this.options
    const printing = onPrinted ? Object.keys(lab.files).filter((variant) => !isLabVariant(lab, variant)) : []
    return { printing, files: lab.files, subject, flags, allFlags, node, random, hangsAfterMs, patientForMs: 1000 * seconds }
  }

  /** Stops the processes of the pair that was measured, and reports what they printed. */
  async #stopProcesses () {
    const processSet = this.#processSets.shift()
    await processSet?.stop()
    for (const { variant, printed } of processSet?.processes.values() ?? []) this.options.onPrinted?.(variant, printed.lines)
  }

  /** @param {string[]} sides */
  #startProcesses (sides) {
    const variants = [...new Set(sides.map((side) => parseSide(side).variant))]
    this.#processSets.push(new ProcessSet(variants, { ...this.#processOptions, env: this.env }))
  }
}
