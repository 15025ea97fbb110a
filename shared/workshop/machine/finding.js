/**
 * @typedef {'good' | 'will do' | 'stop'} State
 * @typedef {object} Finding
 * @property {string} name of what was looked at
 * @property {State} state
 * @property {string} says what was found
 * @property {string | null} mend what to type or do about it; null where all is good
 */

/** @param {string} name @param {string} says @returns {Finding} */
export const good = (name, says) => ({ name, state: 'good', says, mend: null })

/** It costs time or sharpness, and no verdict. @param {string} name @param {string} says @param {string} mend @returns {Finding} */
export const willDo = (name, says, mend) => ({ name, state: 'will do', says, mend })

/** Some lab cannot run like this. @param {string} name @param {string} says @param {string} mend @returns {Finding} */
export const stop = (name, says, mend) => ({ name, state: 'stop', says, mend })

/** @param {Finding[]} findings @returns {State} the worst */
export function worstOf (findings) {
  return (/** @type {const} */ (['stop', 'will do'])).find((state) => findings.some((finding) => finding.state === state)) ?? 'good'
}
