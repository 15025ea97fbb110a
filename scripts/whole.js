/** @typedef {import('hotpath/result').Result} Result @typedef {import('hotpath/result').Versions} Versions */

/** The verdicts from the worst on: what is broken is news, what cannot run or be decided is a nuisance. */
export const WORST_FIRST = /** @type {const} */ (['broken', 'cannot run', 'undecided', 'holds'])

/** @param {Result['verdict'][]} verdicts @returns {Result['verdict']} */
export function worstOf (verdicts) {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'holds'
}

/** @param {(Result | Versions)[]} parts @returns {{ verdict: Result['verdict'], seconds: number }} of all together */
export function wholeOf (parts) {
  return {
    verdict: worstOf(parts.map(({ verdict }) => verdict)),
    seconds: Number(parts.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(2)),
  }
}

/** @param {string} lab @param {Result[]} versions @returns {Versions} */
export function onVersions (lab, versions) {
  return { schema: 1, lab, ...wholeOf(versions), versions }
}

/** @param {Result | Versions} part @returns {Result[]} */
export function resultsIn (part) {
  return 'versions' in part ? part.versions : [part]
}
