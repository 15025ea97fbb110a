import { formatCountWithNoun } from '@hotpath-labs/terminal/numbers.js'

/** @import { Result } from './result-schema.js' */

/** Notes below a result, by mode of the run, such as that two variants were exchanged. @type {Record<Result['mode'], string>} */
export const RESULT_MODE_NOTES = {
  measured: '',
  control: 'control: one program against itself',
  swap: 'two variants exchanged on purpose (--swap), so the verdict must be broken',
  with: 'with your file in place of fast',
  mine: '',
}

/** @param {Result[]} results @returns {string[]} the name of each: its lab, and its Node if these differ */
export function listLabNames (results) {
  const isOneNode = listNodeVersions(results).length === 1
  return results.map(({ lab, node }) => isOneNode ? lab : `${lab} on Node ${node}`)
}

/** @param {Result[]} results @returns {string} such as 7 labs, or 2 labs on 3 Nodes */
export function formatLabCount (results) {
  const nodes = listNodeVersions(results).length
  // Count labs, not results, because several machines may have measured the same lab.
  const labs = new Set(results.map(({ lab }) => lab)).size
  return `${formatCountWithNoun(labs, 'lab')}${nodes === 1 ? '' : ` on ${nodes} Nodes`}`
}

/** Verdicts of a lab, from the worst verdict to the best. */
const VERDICTS_WORST_FIRST = /** @type {const} */ (['broken', 'cannot run', 'undecided', 'holds'])

/** @param {Result['verdict'][]} verdicts */
export function findWorstVerdict (verdicts) {
  return VERDICTS_WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'holds'
}

/** @param {Result[]} results @returns {string[]} each once */
export function listNodeVersions (results) {
  return [...new Set(results.map(({ node }) => node))]
}

/** @param {string} version such as v26.10.0 @returns {string} such as Node 26.10 */
export function formatNodeVersion (version) {
  return `Node ${version.replace(/^v(\d+\.\d+)\..*/, '$1')}`
}
