import { getDotPath } from 'valibot'
import { findNearestName } from '@hotpath-labs/terminal/nearest.js'

/** @typedef {import('valibot').BaseIssue<unknown>} Issue */

/** Describes the value that a claim's field needs. @param {string} name of the field @param {Issue} issue of valibot, in the field */
export function describeExpectedField (name, issue) {
  const part = getDotPath(issue)
  const field = part ? `${name}.${part}` : name
  if (part && issue.type === 'strict_object') return issue.expected === 'never' ? `no field ${field}` : `${field} to be there`
  return `${field} to be ${describeExpected(issue)}`
}

/** Writes the error message for an invalid manifest. @param {Issue} issue of valibot @param {string[]} known field names */
export function formatManifestError (issue, known) {
  const path = getDotPath(issue) ?? ''
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const unknown = path.split('.').at(-1) ?? ''
    const near = findNearestName(unknown, known)
    return `${path}: no such field${near ? `; did you mean ${near}?` : ''}`
  }
  return `${path}: expected ${describeExpected(issue)}, but it is ${formatInvalidValue(issue.input)}`
}

/** @param {Issue} issue of valibot */
function describeExpected (issue) {
  return issue.message.startsWith('Invalid') ? String(issue.expected).replaceAll('"', '').toLowerCase() : issue.message
}

/** @param {unknown} value @returns {string} such as "x", 7 or missing */
export function formatInvalidValue (value) {
  if (value === undefined) return 'missing'
  return (JSON.stringify(value) ?? String(value)).slice(0, 60)
}

/** @param {readonly string[]} words @returns {string} with commas */
export function joinWithCommas (words) {
  return words.join(', ')
}
