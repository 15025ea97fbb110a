import { estimateNoiseFromAATest } from '../measure/modes.js'
import { adviseOnUndecidedResult } from './advice.js'
import { describeCounter } from './counted.js'
import { formatClaimResultsWorstFirst } from './statement.js'
import { formatNodeVersion } from './words.js'
import { formatCountWithNoun, formatPercent, groupDigits } from './numbers.js'
/** @import { Manifest } from '../lab/manifest.js' */
/** @import { Result } from './result-schema.js' */

/**
 * @typedef {object} Headline the first lines of every report
 * @property {Result['verdict']} verdict
 * @property {string} sentence the result in words
 * @property {string[]} details further lines
 */

/**
 * Writes a lab's result as one sentence, with details.
 *
 * @param {Result} result
 * @param {Pick<Manifest, 'kind' | 'counters' | 'services'>} [manifest] without a manifest counters keep their own names
 * @returns {Headline}
 */
export function formatHeadline (result, manifest) {
  const { verdict, mode, node, seconds, claims, oracle, counters, failure } = result
  const place = [formatNodeVersion(node), `this run took ${Math.max(1, Math.round(seconds))} s`]
  if (failure) return { verdict, sentence: `${failure.part} ${failure.what}`, details: [] }
  if (oracle?.verdict === 'different') return { verdict, sentence: 'a wrong answer, so nothing was timed', details: [String(oracle.difference)] }
  const wrong = counters.find(({ holds }) => !holds)
  if (wrong) {
    const [first] = formatClaimResultsWorstFirst(claims)
    if (first) {
      const asked = `${describeCounter([wrong], manifest)}, and the lab asks for ${wrong.expected === 0 ? 'none' : groupDigits(wrong.expected)}`
      return { verdict, sentence: `${first.sentence}. Not there yet: ${asked}`, details: [[first.bounds, ...place].join(' · ')] }
    }
    const counted = describeCounter(counters.filter(({ name }) => name === wrong.name), manifest)
    return { verdict, sentence: `${counted}; for ${wrong.variant} the lab expects ${wrong.expected}`, details: ['Nothing was timed: the programs would differ for another reason than the lab\'s.'] }
  }
  if (mode === 'control' && claims.length) return controlHeadline(result, place)
  const [statement] = formatClaimResultsWorstFirst(claims)
  if (!statement) return { verdict, sentence: 'nothing was measured', details: [place.join(' · ')] }
  return {
    verdict,
    sentence: statement.sentence,
    details: [[statement.bounds, ...place].join(' · '), statement.later, verdict === 'undecided' ? adviseOnUndecidedResult(claims, seconds) : ''].filter(Boolean),
  }
}

/**
 * Writes how much noise an A/A test found.
 *
 * @param {Result} result of a variant against itself
 * @param {string[]} place
 * @returns {Headline}
 */
function controlHeadline ({ verdict, claims: [claim] }, place) {
  const name = claim.names.slower
  if (claim.pairs < 2) {
    return { verdict, sentence: `${name} against itself: one pair of processes is too few to show the noise`, details: [['Measure longer with --seconds', ...place].join(' · ')] }
  }
  const sentence = `${name} against itself: differences below about ${formatPercent(estimateNoiseFromAATest(claim))} do not show on this machine now`
  const meaning = verdict === 'undecided' ? 'undecided is right, because both processes run the same program' : 'a difference was found, although both processes run the same program'
  return { verdict, sentence, details: [[formatCountWithNoun(claim.pairs, 'pair'), meaning, ...place].join(' · ')] }
}
