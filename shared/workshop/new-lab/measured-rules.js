import { lockMachine, formatWaitingForLock } from '@hotpath-labs/engine/process/lock.js'
import { measureLab } from '@hotpath-labs/lab/measure/run.js'
import { planClaims, planExchange, planSwap, planUnchanged, replaceFastFile } from '@hotpath-labs/lab/plans.js'
import { explainMissingFigures } from '@hotpath-labs/lab/report/verdict.js'
import { drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { describeMutant, makeMutants, runWithMutant } from './mutants.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/**
 * @typedef {{ verdict: 'holds' | 'broken' | 'undecided' | 'cannot run', what: string }} RuleFinding
 *   `what`: sentence without its subject, the lab
 */

/** Largest number of faulty copies of `fast` (mutants) to try. If all copies give right answers, the lab's inputs do not test `fast`. */
const MOST_MUTANTS = 6

/**
 * Checks by measuring that a lab's claims hold, and that a faulty, replaced or exchanged program breaks the claims.
 *
 * @param {Lab} lab
 * @param {number} seconds time limit of a measurement, after which it begins no new pair
 * @param {(what: string) => void} onProgress
 * @returns {AsyncGenerator<RuleFinding>}
 */
export async function * checkClaimsByMeasuring (lab, seconds, onProgress) {
  const release = await lockMachine(lab.name, (other) => onProgress(formatWaitingForLock(other)))
  const measure = (/** @type {LabPlan} */ plan, /** @type {object} */ options = {}) =>
    measureLab(plan, { seed: drawSeed(), seconds, ...options })
  try {
    onProgress('measuring faulty copies of the variant fast')
    yield await mutantFinding(lab, measure)
    onProgress('measuring fast')
    yield judgeHolds(await measure(planClaims(lab)), 'fast')
    onProgress('measuring the variant slow in place of fast')
    const unchanged = planUnchanged(lab)
    if (unchanged.claims.length) yield judgeBreaks(await measure(unchanged), 'the variant slow in place of fast')
    onProgress('measuring with two variants exchanged')
    const swap = planSwap(lab)
    yield swapFinding(await measure(swap), swap)
    // where slow and fast may call equally often, their counts do not show that they were exchanged
    if (Object.values(lab.manifest.counters).every(({ slow, fast }) => slow === fast)) return
    onProgress('counting calls with the variants slow and fast exchanged')
    yield counterFinding(await measure(planExchange(lab), { mostPairs: 1 }))
  } finally {
    release()
  }
}

/** @param {Lab} lab @param {(plan: LabPlan, options?: object) => Promise<Result>} measure @returns {Promise<RuleFinding>} */
async function mutantFinding (lab, measure) {
  const mutants = makeMutants(lab).slice(0, MOST_MUTANTS)
  for (const mutant of mutants) {
    const result = await runWithMutant(lab, mutant, (file) => measure(replaceFastFile(planClaims(lab), file), { mostPairs: 1 }))
    if (result.verdict === 'cannot run') return cannotRun(result)
    if (result.oracle?.verdict === 'different') return { verdict: 'holds', what: `refuses a wrong answer (${describeMutant(mutant)})` }
  }
  if (mutants.length === 0) return { verdict: 'broken', what: 'cannot be checked for wrong answers: the variant fast has no code that this check can change' }
  const changes = mutants.map(describeMutant).join('; ')
  return { verdict: 'broken', what: `accepts wrong answers: no input detects any of these changes to the variant fast: ${changes}. Add inputs that detect them` }
}

/** @param {Result} result @param {string} what @returns {RuleFinding} */
function judgeHolds (result, what) {
  if (result.verdict === 'cannot run') return cannotRun(result)
  if (result.verdict === 'holds') return { verdict: 'holds', what: `holds with ${what}` }
  const failing = result.claims.filter(({ required, verdict }) => required && verdict !== 'holds')
  const claims = failing.map(({ id, verdict }) => `${id} is ${verdict}`).join(', ')
  return { verdict: result.verdict, what: `does not hold with ${what}: ${claims || explainMissingFigures(result)}` }
}

/** @param {Result} result @param {string} what @returns {RuleFinding} */
function judgeBreaks (result, what) {
  if (result.verdict === 'cannot run') return cannotRun(result)
  if (result.verdict === 'broken') return { verdict: 'holds', what: `is broken with ${what}, as it must be` }
  if (result.verdict === 'holds') return { verdict: 'broken', what: `still holds with ${what}; it must be broken` }
  return { verdict: 'undecided', what: `is undecided with ${what}; it must be broken` }
}

/** @param {Result} result of an exchange @param {LabPlan} plan @returns {RuleFinding} holds if the ratio broke the claim */
function swapFinding (result, { claims: [{ id }] }) {
  const [claim] = result.claims
  if (!claim && result.verdict === 'broken') {
    return { verdict: 'broken', what: `is broken with the variants of ${id} exchanged, but not by its ratio: ${explainMissingFigures(result)}` }
  }
  const ratio = claim && `${claim.ratio.toPrecision(3)}×, expected at least ${claim.atLeast}×`
  return judgeBreaks(result, claim ? `the variants of ${claim.id} exchanged (${ratio})` : 'the variants of a claim exchanged')
}

/** @param {Result} result of an exchange @returns {RuleFinding} holds if a counter detected it */
function counterFinding (result) {
  if (result.verdict === 'cannot run') return cannotRun(result)
  const failing = result.counters.find(({ holds }) => !holds)
  if (failing) {
    const { name, actual, expected } = failing
    return { verdict: 'holds', what: `has a counter that detects an exchange of the variants slow and fast: ${name} is ${actual}, expected ${expected}` }
  }
  const names = [...new Set(result.counters.map(({ name }) => name))].join(', ') || 'nothing'
  return { verdict: 'broken', what: `has no counter that detects an exchange of the variants slow and fast: ${names} was counted as expected` }
}

/** @param {Result} result @returns {RuleFinding} */
function cannotRun (result) {
  return { verdict: 'cannot run', what: `cannot run here: ${explainMissingFigures(result)}` }
}
