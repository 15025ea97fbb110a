import { estimateNoise } from '../measure/modes.js'
import { adviceOf } from './advice.js'
import { countedOf } from './counted.js'
import { statementsOf } from './statement.js'
import { counting, percent } from './words.js'

/** @typedef {import('../measure/run.js').Result} Result @typedef {import('../lab/manifest.js').Manifest} Manifest */

/**
 * @typedef {object} Headline the first lines of every report
 * @property {Result['verdict']} verdict
 * @property {string} sentence what somebody tells a colleague
 * @property {string[]} details a line each
 */

/**
 * Says a lab's result in one sentence, with what bears it.
 *
 * @param {Result} result
 * @param {Pick<Manifest, 'kind' | 'counters' | 'services'>} [manifest] without it counters go by their own names
 * @returns {Headline}
 */
export function headlineOf (result, manifest) {
  const { verdict, mode, node, seconds, claims, oracle, counters, failure } = result
  const place = [`Node ${node.replace(/^v(\d+\.\d+)\..*/, '$1')}`, `this run took ${Math.max(1, Math.round(seconds))} s`]
  if (failure) return { verdict, sentence: `${failure.variant} ${failure.what}`, details: [] }
  if (oracle?.verdict === 'different') return { verdict, sentence: 'a wrong answer, so nothing was timed', details: [String(oracle.difference)] }
  const wrong = counters.find(({ holds }) => !holds)
  if (wrong) return { verdict, sentence: `${countedOf(counters.filter(({ name }) => name === wrong.name), manifest)}; for ${wrong.variant} the lab expects ${wrong.expected}`, details: ['Nothing was timed: the programs would differ for another reason than the lab\'s.'] }
  if (mode === 'control' && claims.length) return controlled(result, place)
  const [statement] = statementsOf(claims)
  if (!statement) return { verdict, sentence: 'nothing was measured', details: [place.join(' · ')] }
  return {
    verdict,
    sentence: statement.sentence,
    details: [[statement.bounds, ...place].join(' · '), statement.later, verdict === 'undecided' ? adviceOf(claims, seconds) : ''].filter(Boolean),
  }
}

/** @param {Result} result of a variant against itself @param {string[]} place @returns {Headline} */
function controlled ({ verdict, claims: [claim] }, place) {
  const name = claim.names?.base ?? claim.base
  if (claim.pairs < 2) return { verdict, sentence: `${name} against itself: one pair does not show the noise`, details: [['Measure longer with --seconds', ...place].join(' · ')] }
  const told = `${name} against itself: differences below about ${percent(estimateNoise(claim))} do not show on this machine now`
  return { verdict, sentence: told, details: [[counting(claim.pairs, 'pair'), verdict === 'undecided' ? 'undecided is right, because nothing differs' : 'a difference was found where there is none', ...place].join(' · ')] }
}
