import { sidesOf, splitSide } from '../lab/sides.js'
import { lockMachine, waitingFor } from '../measure/process/lock.js'
import { swapped } from '../measure/modes.js'
import { measureLab } from '../measure/run.js'
import { reasonOf } from '../report/markdown.js'
import { anySeed } from '../stats/random.js'
import { mutantsOf, withMutant } from './mutants.js'

/** @typedef {import('../lab/find.js').Lab} Lab */
/** @typedef {import('../measure/run.js').Result} Result */
/** @typedef {{ verdict: 'holds' | 'broken' | 'undecided' | 'cannot run', what: string }} Finding `what`, to be read after the lab's name */

/** If this many mutants give the right answers, the inputs do not test what fast does. */
const MOST_MUTANTS = 6

/**
 * Whether a lab's claims are tests: they hold, and they do not where they must not.
 *
 * @param {Lab} lab
 * @param {number} seconds after which a measurement begins no new pair
 * @param {(what: string) => void} onProgress
 * @returns {AsyncGenerator<Finding>}
 */
export async function * measuredFindings (lab, seconds, onProgress) {
  const release = await lockMachine(lab.name, (other) => onProgress(waitingFor(other)))
  const measure = (/** @type {Lab} */ lab, /** @type {object} */ options = {}) => measureLab(lab, { seed: anySeed(), seconds, ...options })
  try {
    onProgress('a wrong answer')
    yield await mutantFinding(lab, measure)
    onProgress('fast')
    yield holding(await measure(lab), 'fast')
    onProgress('slow in place of fast')
    const idle = withSlow(lab)
    if (idle.manifest.claims.length) yield breaking(await measure(idle), 'slow in place of fast')
    onProgress('slow and fast exchanged')
    yield breaking(await measure(swapped(lab)), 'slow and fast exchanged')
  } finally {
    release()
  }
}

/** @param {Lab} lab @returns {Lab} with slow in place of fast, and what is claimed of fast under the lab's own workload; a floor below 1 is no claim that slow could not keep */
function withSlow (lab) {
  const claims = lab.manifest.claims.filter((claim) => 'floor' in claim && claim.floor >= 1 && claim.faster === 'fast' && Object.values(sidesOf(claim)).every((side) => splitSide(side).workload === null))
  return { ...lab, files: { ...lab.files, fast: lab.files.slow }, manifest: { ...lab.manifest, counters: {}, claims } }
}

/** @param {Lab} lab @param {(lab: Lab, options?: object) => Promise<Result>} measure @returns {Promise<Finding>} */
async function mutantFinding (lab, measure) {
  const mutants = mutantsOf(lab).slice(0, MOST_MUTANTS)
  for (const mutant of mutants) {
    const result = await withMutant(lab, mutant, (file) => measure({ ...lab, files: { ...lab.files, fast: file } }, { mostPairs: 1 }))
    if (result.verdict === 'cannot run') return cannotRun(result)
    if (result.oracle?.verdict === 'different') return { verdict: 'holds', what: `refuses a wrong answer (${told(mutant)})` }
  }
  return { verdict: 'broken', what: mutants.length ? `accepts wrong answers: none of ${mutants.map(told).join('; ')} was refused. Give it inputs that test what fast does` : 'has nothing in fast that could be changed to give a wrong answer' }
}

/** @param {import('./mutants.js').Mutant} mutant */
function told ({ path, line, was, is }) {
  return `${path}:${line} ${is} for ${was.replace(/\s+/g, ' ').slice(0, 40)}`
}

/** @param {Result} result @param {string} what @returns {Finding} */
function holding (result, what) {
  if (result.verdict === 'cannot run') return cannotRun(result)
  if (result.verdict === 'holds') return { verdict: 'holds', what: `holds with ${what}` }
  const claims = result.claims.filter(({ gates, verdict }) => gates && verdict !== 'holds').map(({ id, verdict }) => `${id} is ${verdict}`).join(', ')
  return { verdict: result.verdict, what: `does not hold with ${what}: ${claims || reasonOf(result)}` }
}

/** @param {Result} result @param {string} what @returns {Finding} */
function breaking (result, what) {
  if (result.verdict === 'cannot run') return cannotRun(result)
  if (result.verdict === 'broken') return { verdict: 'holds', what: `is broken with ${what}` }
  return { verdict: result.verdict === 'holds' ? 'broken' : 'undecided', what: `${result.verdict === 'holds' ? 'still holds' : 'is undecided'} with ${what}; it must be broken` }
}

/** @param {Result} result @returns {Finding} */
function cannotRun (result) {
  return { verdict: 'cannot run', what: `cannot run here: ${reasonOf(result)}` }
}
