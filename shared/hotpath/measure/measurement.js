import { isLatency } from '../lab/manifest.js'
import { sideNames, sidesOf, splitSide } from '../lab/sides.js'
import { seeded } from '../stats/random.js'
import { LOOKS } from '../stats/rule.js'
import { median } from '../stats/sample.js'
import { StalenessCheck } from './answers/staleness.js'
import { ClaimEvaluation, comparePair } from './claim-evaluation.js'
import { ENGINES } from './engines.js'
import { Figures, rounded } from './figures.js'
import { findRequest } from './load/http.js'
import { ProcessSet } from './process/process-set.js'
import { startCpuAudit } from './process/cpu-audit.js'
import { readPermissionFlags } from './process/permissions.js'
import { allOrFirstFailure } from './all-or-first-failure.js'
import { CpuAffinity, affinityFor } from './process/cpu-affinity.js'
import { readJitThresholds } from './process/jit-thresholds.js'
import { Speeds } from './speeds.js'

/**
 * @import { Lab } from '../lab/load.js'
 * @import { Claim } from '../lab/manifest.js'
 * @import { Verdict } from '../stats/rule.js'
 * @import { JudgedClaim } from './claim-evaluation.js'
 * @import { Byside } from './figures.js'
 * @import { JitThresholds } from './process/jit-thresholds.js'
 * @import { Kind, Options, Progress, Result, Run } from './run.js'
 * @import { Services } from './services.js'
 */

/** Pairs that show how far `fast` is from the limit: that is shown, not judged, so one is enough. */
const LIMIT_PAIRS = 1

/** Requests a second from which on this process has little time for anything else; it sends 60,000 at most. */
const BUSY_FROM = 5000

/** Metrics that read the same wherever a side sits. A neighbour's work is in a long latency, and in a stall, and in the middle of latencies it is not. */
const ANYWHERE = ['p50', 'heap']

/** Pairs for what is shown and does not gate: as many as a clear claim takes. No run goes on for its sake. */
const SHOWN_PAIRS = 3

/** The steps of measuring one lab, which `measureLab` takes one after the other. */
export class Measurement {
  /** pairs so far */
  pairs = 0
  #figures = new Figures()
  /** @type {number[]} log-ratios of limit over fast */
  #limits = []
  /** @type {ProcessSet[]} those that run */
  #processSets = []
  /** @type {StalenessCheck | undefined} */
  #staleness

  /**
   * @param {Lab} lab
   * @param {Options} options
   * @param {Result} result to be filled in
   */
  static async of (lab, options, result) {
    const kind = ENGINES[lab.manifest.kind]
    const { node = process.execPath } = options
    const [jitThresholds, permissions] = await Promise.all([readJitThresholds(node), readPermissionFlags(node)])
    return new Measurement(lab, { ...options, node }, result, { ...kind, flags: [...kind.flags, ...permissions] }, jitThresholds)
  }

  /**
   * @param {Lab} lab
   * @param {Options & { node: string }} options
   * @param {Result} result
   * @param {Kind} kind
   * @param {JitThresholds} jitThresholds
   */
  constructor (lab, options, result, kind, jitThresholds) {
    const { seed, warmUpMs } = options
    const random = seeded(seed)
    this.lab = lab
    this.options = options
    this.result = result
    /** of variants, beside those of their kind @type {Record<string, string[]>} */
    this.flags = {}
    this.kind = kind
    this.evaluations = lab.manifest.claims.map((claim) => new ClaimEvaluation(claim, sideNames(lab.manifest, claim)))
    this.speeds = new Speeds(lab.manifest.claims)
    const { pinned = true, ...settings } = { ...kind.SETTINGS, ...options.settings }
    this.pinned = pinned
    /** whether a claim is about latency, which any other process at work makes longer */
    this.waits = lab.manifest.claims.some(({ metric }) => isLatency(metric))
    /** @type {Run} */
    this.run = {
      lab,
      reference: 'slow',
      seed,
      random,
      settings,
      warmUpMs,
      jitThresholds,
      affinity: new CpuAffinity([], random),
      perBlock: undefined,
      bodies: new Map(),
      onBlock: options.onBlock,
      onFirstBlock: () => { result.firstBlockSeconds ??= rounded(performance.now() / 1000, 2) },
    }
  }

  /** Starts the first processes. @param {Services} services */
  async begin (services) {
    this.env = services.env
    this.result.services = services.told
    if (this.pinned) this.run.affinity = affinityFor(this.lab.manifest, this.run.random, services)
    // both start now, so that the first round's processes are there when the answers have been compared
    this.#boot(this.kind.inspect ? this.#sidesAt() : [...Object.keys(this.lab.manifest.ladder), ...this.#sidesAt()])
    if (this.kind.inspect) this.#boot(['slow'])
    this.report('comparing')
    await this.#processSets[0].ready
  }

  /** Same answer, and for a function its counters: a server's are counted when it has been measured. */
  async compareAnswers () {
    const { kind, run, result } = this
    if (kind.inspect) {
      const [inspector] = this.#processSets[1].processes.values()
      Object.assign(result, await kind.inspect(run, inspector))
      await this.#processSets.pop()?.stop()
    } else if (kind.compare) {
      result.oracle = await kind.compare(run, this.#processSets[0].processes)
    }
  }

  /** Begins what takes as long as an answer may be old; pairs are measured meanwhile. */
  async startStalenessCheck () {
    this.#staleness = new StalenessCheck(this.run, this.#how)
    await this.#staleness.begin()
    if (this.#staleness.isWrong) await this.finishStalenessCheck()
  }

  async finishStalenessCheck () {
    const { result } = this
    const { checked, difference } = await this.#staleness?.end() ?? { checked: 0, difference: null }
    if (result.oracle && checked) result.oracle = { verdict: difference ? 'different' : result.oracle.verdict, checked: result.oracle.checked + checked, difference }
  }

  /** Two fresh processes, or more where several claims are open; what they say of each claim is one pair. */
  async measurePair () {
    const { kind, run, result, evaluations } = this
    const sides = this.#sidesAt()
    if (this.#processSets.length === 0) this.#boot(sides)
    const [processSet] = this.#processSets
    result.node = await processSet.ready
    // those that were started during the blocks of the last pair were kept off its processor
    await run.affinity.unpin([...processSet.processes.values()])
    run.onPinned = (costs) => { if (this.#mayBootAhead(costs)) this.#boot(this.#sidesAt(this.pairs + 1)) }
    const audits = await allOrFirstFailure([...processSet.processes.values()].map(startCpuAudit))
    const figures = await kind.measure(run, processSet.processes, sides)
    const later = await this.#measureLater(processSet, sides)
    await allOrFirstFailure(audits.map((end) => end()))
    // not for processes that are measured twice: that is done to record a lab, and there is no file to be judged
    if (this.pairs === 0 && !later) {
      if (kind.measureOtherLength) this.speeds.addStretches(await kind.measureOtherLength(run, processSet.processes, figures))
      await kind.checkMemoization?.(run, processSet.processes)
    }
    if (this.pairs === 0 && kind.count) result.counters = await kind.count(run, processSet.processes)
    await this.#processSets.shift()?.stop()

    for (const evaluation of evaluations.filter((evaluation) => this.#wants(evaluation))) evaluation.add(figures, this.#isSameCpu(evaluation.claim))
    if (sides.includes('limit')) this.#limits.push(comparePair(figures, this.lab.manifest.claims[0].metric, 'limit', 'fast').value)
    this.#figures.add(figures)
    this.speeds.add(figures)
    this.pairs++
    this.report('measured', figures, later)
  }

  /** @param {Claim} claim @returns {boolean} whether its sides are measured in the same place, or it does not matter where */
  #isSameCpu (claim) {
    const isPinned = Object.values(sidesOf(claim)).every((side) => findRequest(this.run, splitSide(side).workload)?.seated !== false)
    return (this.run.affinity.sharesOneCpu && (isPinned || !this.run.affinity.isPinning)) || ANYWHERE.includes(claim.metric)
  }

  /** The same processes once more, when they are older. @param {ProcessSet} processSet @param {string[]} sides @returns {Promise<Byside | undefined>} */
  async #measureLater ({ processes }, sides) {
    const { run, options: { laterMs } } = this
    if (!laterMs) return
    // they grow old side by side, and not in turn on the processor that they shared
    await run.affinity.unpin([...processes.values()])
    return this.kind.measure({ ...run, warmUpMs: laterMs, onPinned: undefined }, processes, sides)
  }

  /** @param {number} seconds that have passed */
  goesOn (seconds) {
    const { mostPairs = LOOKS[LOOKS.length - 1], leastPairs = 0 } = this.options
    const isOpen = this.evaluations.some(({ gates, isOpen }) => gates && isOpen) || this.pairs < leastPairs
    return !this.isRefused && isOpen && this.pairs < mostPairs && (this.pairs === 0 || seconds < this.options.seconds)
  }

  /** Whether an answer or a counter is wrong, and so no time is worth anything. */
  get isRefused () {
    return this.result.oracle?.verdict === 'different' || this.result.counters.some(({ holds }) => !holds)
  }

  /** @returns {Pick<Result, 'verdict' | 'claims' | 'speeds' | 'limit' | 'variants'>} */
  get judged () {
    const claims = this.evaluations.map(({ judged }) => judged)
    const limit = this.#limits.length ? { variant: 'limit', fraction: rounded(Math.min(1, Math.exp(median(this.#limits))), 3) } : null
    return { verdict: worst(claims), claims, speeds: this.speeds.told, limit, variants: this.#figures.summary }
  }

  async end () {
    await Promise.all([...this.#processSets.map((processSet) => processSet.stop()), this.#staleness?.stop()])
  }

  /** @param {Progress['stage']} stage @param {Byside} [figures] of the last pair @param {Byside} [later] of the same processes */
  report (stage, figures, later) {
    const { pairs, evaluations } = this
    this.options.onProgress?.({ stage, pairs, claims: pairs ? evaluations.map(({ judged }) => judged) : [], figures, later })
  }

  /** Whether a pair is to say something of a claim. @param {ClaimEvaluation} evaluation @param {number} [pairs] before it */
  #wants ({ gates, isOpen }, pairs = this.pairs) {
    const { leastPairs = 0 } = this.options
    return pairs < leastPairs || (gates ? isOpen : pairs < SHOWN_PAIRS)
  }

  /** @param {number} [pairs] before the one whose sides they are */
  #sidesAt (pairs = this.pairs) {
    // fast too: where claims are about other workloads, none of them has it under the lab's own
    const withLimit = this.lab.manifest.limit && pairs < LIMIT_PAIRS ? ['fast', 'limit'] : []
    return [...new Set([...this.evaluations.filter((evaluation) => this.#wants(evaluation, pairs)).flatMap(({ sides }) => Object.values(sides)), ...withLimit])]
  }

  /**
   * Whether the next pair's processes may start while this one's blocks are measured, on the processor of this one: so not where latency is
   * measured, nor where this one is kept busy by servers that answer fast.
   *
   * @param {Map<string, number>} [costs] of a request of each side, in µs; none where nobody asks
   */
  #mayBootAhead (costs = new Map()) {
    const { mostPairs = LOOKS[LOOKS.length - 1] } = this.options
    if (!this.run.affinity.isPinning || this.waits || this.pairs + 1 >= mostPairs) return false
    // the limit, the cheapest of all, is asked in the first pair only
    return [...costs].every(([side, us]) => side === 'limit' || 1e6 / us < BUSY_FROM)
  }

  get #how () {
    const { lab, kind, flags, run } = this
    const { node, hangsAfterMs, seconds } = this.options
    return { files: lab.files, kind, flags, node, random: run.random, hangsAfterMs, patientForMs: 1000 * seconds }
  }

  /** @param {string[]} sides */
  #boot (sides) {
    const variants = [...new Set(sides.map((side) => splitSide(side).variant))]
    this.#processSets.push(new ProcessSet(variants, { ...this.#how, env: this.env }))
  }
}

/** @param {JudgedClaim[]} claims @returns {Verdict} the worst of those that gate */
function worst (claims) {
  const verdicts = claims.filter(({ gates }) => gates).map(({ verdict }) => verdict)
  if (verdicts.includes('broken')) return 'broken'
  return verdicts.includes('undecided') ? 'undecided' : 'holds'
}
