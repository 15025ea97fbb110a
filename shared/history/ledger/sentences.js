import { capitalize } from 'hotpath/report'

/** @param {string} text @returns {string} with a full stop */
export function endWithFullStop (text) {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/**
 * Joins texts into one paragraph, with each text as a sentence.
 *
 * @param {string[]} parts empty ones are left out
 * @returns {string} without a full stop at its end
 */
export function joinSentences (parts) {
  const [first = '', ...others] = parts.filter(Boolean)
  return others.reduce((text, part) => `${endWithFullStop(text)} ${capitalize(part)}`, first)
}
