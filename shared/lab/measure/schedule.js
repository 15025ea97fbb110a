import { parseSide } from '@hotpath-labs/engine/figures.js'
import { INTERIM_ANALYSIS_PAIR_COUNTS } from '@hotpath-labs/engine/stats/rule.js'
import { checkFunctionAnswers } from '../answers/function-answers.js'
import { compareFreshAnswers, detectMemoization } from '../answers/memoization.js'
import { compareServerAnswers, countServerCalls } from '../answers/server-answers.js'
import { StalenessCheck } from '../answers/staleness.js'
import { isServerKind } from '../manifest.js'
import { findMetric } from '../metrics.js'
import { isLabProgram, listVariants } from '../plans.js'
import { findClaimSides } from '../sides.js'

/**
 * @import { Check, CheckContext, Plan, State, Session } from '@hotpath-labs/engine/measure.js'
 * @import { Question } from '@hotpath-labs/engine/figures.js'
 * @import { Claim } from '../manifest.js'
 * @import { LabPlan } from '../plans.js'
 * @import { Counter, Oracle } from '../report/result-schema.js'
 * @import { LabMachine } from './machine.js'
 * @import { Options } from './run.js'
 * @import { LabSubject } from './trial.js'
 */

/**
 * Number of pairs of processes to measure for a claim that does not count for the lab's verdict: as many as a claim with a clear verdict
 * needs.
 */
const INFORMATIONAL_PAIRS = 3

/** Id of the question how near `fast` comes to the variant `limit`, which does only the necessary work. */
export const LIMIT_QUESTION_ID = 'limit'

/**
 * Makes a lab's plan one that the engine can measure: the questions, when each is asked, the checks, and when to stop.
 *
 * @param {LabPlan} plan
 * @param {LabSubject} subject
 * @param {Options} options
 * @returns {Plan}
 */
export function schedule (plan, subject, options) {
  const { lab: { manifest: { kind } }, mode, programs, claims, workloads } = plan
  const { seed, warmUpMs, laterMs, leastPairs = 0 } = options
  const questions = claims.map((claim) => askAboutClaim(claim, mode === 'mine'))
  /** @type {Question} */
  const limit = { id: LIMIT_QUESTION_ID, slower: 'fast', faster: 'limit', metric: claims[0].metric, target: { same: true }, required: false }
  return {
    seed,
    sides: Object.keys(programs).flatMap((variant) => [variant, ...Object.keys(workloads).map((workload) => `${variant}@${workload}`)]),
    alsoOpens: isServerKind(kind) && (!options.areAnswersChecked || hasDrawnRequests(plan)) ? listVariants(plan) : [],
    checks: listChecks(plan, subject, options),
    questions: [...questions, ...programs.limit ? [limit] : []],
    isAsked ({ question: { id, required, faster }, isOpen }, { pairs, isPlaceOpen }) {
      // one pair with `limit` is enough, because no verdict depends on it
      if (id === LIMIT_QUESTION_ID) return pairs === 0
      // the place of an attempt also depends on its ratios; of a decided claim under a further workload only on the verdict
      const isPlacing = isPlaceOpen && !(required && parseSide(faster).workload !== null)
      return pairs < leastPairs || isPlacing || (required ? isOpen : pairs < INFORMATIONAL_PAIRS)
    },
    findPlacement (question, session) {
      if (isOnOneCpu(question, subject, session)) return 'together'
      return session.placement === 'on all' ? 'on all' : 'apart'
    },
    warmUpMs,
    laterMs,
    stop: planStop(options),
  }
}

/** @param {LabPlan} plan @returns {boolean} true if `slow` has to answer what other programs are asked while they are timed */
const hasDrawnRequests = ({ workload, workloads }) => [workload, ...Object.values(workloads)].some((request) => 'draw' in request)

/** @param {Claim} claim @param {boolean} isAttempt @returns {Question} */
function askAboutClaim (claim, isAttempt) {
  return {
    id: claim.id,
    ...findClaimSides(claim),
    metric: claim.metric,
    target: 'atLeast' in claim ? { atLeast: claim.atLeast } : { same: true, equivalenceMargin: 'equivalenceMargin' in claim ? claim.equivalenceMargin : undefined },
    required: !('dependsOn' in claim),
    errors: isAttempt ? 'attempt' : 'claim',
  }
}

/** Pairs without which an attempt gets no verdict and no place, however long one takes on a busy machine. */
const ATTEMPT_PAIRS = 2

/** @param {Options} options @returns {Plan['stop']} */
function planStop ({ seconds, placing, leastPairs = 0, mostPairs = Math.max(...INTERIM_ANALYSIS_PAIR_COUNTS), isEnough = () => false }) {
  return {
    // an attempt's time ends in isDone
    seconds: placing ? Infinity : seconds,
    mostPairs,
    isDone (state) {
      if (isEnough() || (placing && state.pairs >= ATTEMPT_PAIRS && state.seconds >= seconds)) return true
      const open = state.evidence.filter(({ question: { required }, isOpen }) => required && isOpen)
      // an attempt that looks too slow, or counts wrongly, is not measured longer for a verdict
      if (placing && state.pairs >= ATTEMPT_PAIRS && state.seconds >= placing.seconds) {
        return open.length === 0 || !hasRightCounts(state) || !open.every(({ isPromising }) => isPromising)
      }
      return open.length === 0 && !state.isPlaceOpen && state.pairs >= leastPairs
    },
    isPlaceOpen: placing && ((state) => state.pairs < ATTEMPT_PAIRS || placing.isOpen(state.evidence.map(({ question, summary }) => ({
      ...question,
      ...summary,
      required: Boolean(question.required),
      atLeast: 'atLeast' in question.target ? question.target.atLeast : null,
    })))),
  }
}

/** @param {State} state */
const hasRightCounts = ({ found }) => /** @type {Counter[]} */ (found.counters ?? []).every(({ holds }) => holds)

/**
 * @param {Question} question
 * @param {LabSubject} subject
 * @param {Session} session
 * @returns {boolean} false where its sides run on different CPUs and its metric depends on that
 */
function isOnOneCpu ({ metric, slower, faster }, subject, { affinity, sharesOneCpu }) {
  const isPinned = !('findRequest' in subject) || [slower, faster].every((side) => subject.findRequest(parseSide(side).workload).pinned !== false)
  return (sharesOneCpu && (isPinned || !affinity.isPinning)) || Boolean(findMetric(metric).scattersAlike)
}

/** @param {LabPlan} plan @param {LabSubject} subject @param {Options} options @returns {Check[]} in their order */
function listChecks (plan, subject, options) {
  const { kind } = plan.lab.manifest
  const makeTrial = (/** @type {CheckContext} */ { session }) => ({ plan, reference: 'slow', subject, session })
  const refuseAnswer = (/** @type {{ oracle: Oracle }} */ { oracle }) => oracle.verdict === 'different' ? 'WRONG_ANSWER' : undefined
  // an attendee's file is measured with any count, because its author asks how fast it is
  const refuseCount = (/** @type {{ counters: Counter[] }} */ { counters }) =>
    counters.some(({ holds, variant }) => !holds && isLabProgram(plan, variant)) ? 'WRONG_COUNT' : undefined
  if (!isServerKind(kind)) {
    return [{
      name: 'answers',
      when: 'before',
      async ask (context) {
        const inspectors = context.machine.open(kind === 'command' ? listVariants(plan) : ['slow'])
        try {
          await context.pair.ready
          return await checkFunctionAnswers(makeTrial(context), inspectors.processes)
        } finally {
          await inspectors.stop()
        }
      },
      judge: (found) => refuseAnswer(/** @type {any} */ (found)) ?? refuseCount(/** @type {any} */ (found)),
    }, {
      name: 'remembered answers',
      when: 'first pair',
      isTimed: true,
      async ask (context) {
        const trial = makeTrial(context)
        // a command keeps nothing from run to run, and each run has other words
        if (kind === 'command') await compareFreshAnswers(trial, context.pair.processes)
        // recordings measure each pair twice, and judge no attendee's file
        else if (!options.laterMs) await detectMemoization(trial, context.pair.processes)
        return undefined
      },
      judge: () => undefined,
    }]
  }
  /** @type {StalenessCheck | undefined} */
  let staleness
  const endStaleness = async () => staleness && { staleness: await staleness.end() }
  const refuseAge = (/** @type {Record<string, any>} */ { staleness }) => staleness.difference ? 'WRONG_ANSWER' : undefined
  return [{
    name: 'answers',
    when: 'before',
    async ask (context) {
      staleness = new StalenessCheck(makeTrial(context), /** @type {LabMachine} */ (context.machine).how)
      // its servers start and answer while the others' answers are compared
      staleness.start()
      await context.pair.ready
      return { oracle: await compareServerAnswers(makeTrial(context), context.pair.processes, options) }
    },
    judge: (found) => refuseAnswer(/** @type {any} */ (found)),
  }, {
    name: 'ages',
    when: 'before',
    async ask () {
      await staleness?.begin()
      return staleness?.isWrong ? endStaleness() : undefined
    },
    judge: refuseAge,
    stop: async () => staleness?.stop(),
  }, {
    name: 'counts',
    when: 'first pair',
    async ask (context) {
      const startFresh = (/** @type {string} */ variant) => context.machine.open([variant])
      const answered = [...context.pair.processes.values()].reduce((sum, { operations }) => sum + operations, 0)
      return { answered, counters: await countServerCalls(makeTrial(context), context.pair.processes, startFresh) }
    },
    judge: (found) => refuseCount(/** @type {any} */ (found)),
  }, {
    name: 'later ages',
    when: 'after',
    ask: endStaleness,
    judge: refuseAge,
  }]
}
