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
