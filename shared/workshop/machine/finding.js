import { estimateNoiseFromAATest } from '@hotpath-labs/lab/report/verdict.js'

/** @import { Result } from '@hotpath-labs/lab/report/result-schema.js' */

/**
 * @typedef {'good' | 'limited' | 'stop'} State
 *
 * @typedef {object} Judgement
 * @property {State} state
 * @property {string} says the measured or found value
 * @property {string | null} mend command or action that fixes it; null for `good`
 *
 * @typedef {{ name: string } & Judgement} Finding
 */

/** @param {string} says @returns {Judgement} */
export const makeGoodFinding = (says) => ({ state: 'good', says, mend: null })

/**
 * Makes a finding for a limitation: verdicts take longer on this machine, or show only larger differences.
 *
 * @param {string} says
 * @param {string} mend
 * @returns {Judgement}
 */
export const makeLimitationFinding = (says, mend) => ({ state: 'limited', says, mend })

/**
 * Makes a finding for a fault that keeps at least one lab from running on this machine.
 *
 * @param {string} says
 * @param {string} mend
 * @returns {Judgement}
 */
export const makeFaultFinding = (says, mend) => ({ state: 'stop', says, mend })

/** @param {Finding[]} findings @returns {State} the worst state among them */
export function findWorstFindingState (findings) {
  return (/** @type {const} */ (['stop', 'limited'])).find((state) => findings.some((finding) => finding.state === state)) ?? 'good'
}

/** Limits for the noise of this machine, as shares of a program's cost. With more noise than `bearable`, labs need more time. */
const NOISE = { little: 0.1, bearable: 0.25 }

const MORE_TIME = 'close other programs, and give each lab more time: --seconds 120'

/** Judges the noise of this machine from an A/A test. @param {Result} result of slow against itself @returns {Finding} */
export function judgeAATest (result) {
  return { name: 'noise', ...judge(result) }
}

/** @param {Result} result @returns {Judgement} */
function judge ({ claims: [claim], failure }) {
  const reason = failure ? `${failure.part} ${failure.what}` : 'no pair of processes could be measured'
  if (failure || !claim) return makeFaultFinding(reason, 'to see the failure, measure divideByAndSum with --control')
  // makes no estimate from a single pair of processes, which gives no confidence interval
  if (claim.pairs < 2) return makeLimitationFinding('only one pair of processes could be measured in two seconds: the processors are too busy', MORE_TIME)
  const noise = estimateNoiseFromAATest(claim)
  const says = `differences below ${Math.ceil(noise * 100)} % do not show in two seconds of measuring`
  if (noise <= NOISE.little) return makeGoodFinding(says)
  return makeLimitationFinding(says, noise <= NOISE.bearable ? 'measure again when this machine is less busy' : MORE_TIME)
}
