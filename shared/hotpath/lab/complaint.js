import * as v from 'valibot'
import { nearest } from './nearest.js'

/** @param {string} name of a claim's field @param {any} issue with it, or with a part of it */
export function fieldExpectation (name, issue) {
  const part = v.getDotPath(issue)
  const field = part ? `${name}.${part}` : name
  if (part && issue.type === 'strict_object') return issue.expected === 'never' ? `no field ${field}` : `${field} to be there`
  return `${field} to be ${expectation(issue)}`
}

/** @param {any} issue @param {string[]} known */
export function complaint (issue, known) {
  const path = v.getDotPath(issue) ?? ''
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const unknown = path.split('.').at(-1) ?? ''
    const near = nearest(unknown, known)
    return `${path}: no such field${near ? `; did you mean ${near}?` : ''}`
  }
  return `${path}: expected ${expectation(issue)}, but it is ${shown(issue.input)}`
}

/** @param {any} issue */
function expectation (issue) {
  return issue.message.startsWith('Invalid') ? String(issue.expected).replaceAll('"', '').toLowerCase() : issue.message
}

/** @param {unknown} value */
export function shown (value) {
  if (value === undefined) return 'missing'
  return (JSON.stringify(value) ?? String(value)).slice(0, 60)
}

/** @param {readonly string[]} words */
export function list (words) {
  return words.join(', ')
}
