import { RESULT_SCHEMA_VERSION } from 'hotpath/result'

/** @import { Result, Versions } from 'hotpath/result' */

/** Verdicts of a lab, from the worst verdict to the best. */
export const VERDICTS_WORST_FIRST = /** @type {const} */ (['broken', 'cannot run', 'undecided', 'holds'])

/** @param {Result['verdict'][]} verdicts */
export function findWorstVerdict (verdicts) {
  return VERDICTS_WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'holds'
}

/** Combines the results of several labs into the worst verdict and the total duration in seconds. @param {(Result | Versions)[]} results */
export function aggregateResults (results) {
  return {
    verdict: findWorstVerdict(results.map(({ verdict }) => verdict)),
    seconds: Number(results.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(2)),
  }
}

/** @param {string} lab @param {Result[]} versions @returns {Versions} */
export function aggregateNodeVersionResults (lab, versions) {
  return { schema: RESULT_SCHEMA_VERSION, lab, ...aggregateResults(versions), versions }
}

/** @param {Result | Versions} result @returns {Result[]} one for each version of Node */
export function listResultsByNodeVersion (result) {
  return 'versions' in result ? result.versions : [result]
}
