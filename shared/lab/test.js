import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { formatPercent } from '@hotpath-labs/terminal/numbers.js'
import { loadLab } from './load.js'
import { measureLab } from './measure/run.js'
import { planClaims } from './plans.js'
import { formatClaimResult } from './report/statement.js'

/** @import { Result } from './report/result-schema.js' */

/**
 * @typedef {object} Assertions of tap
 * @property {(found: unknown, wanted: unknown, message: string) => unknown} equal
 * @property {(found: unknown, message: string) => unknown} ok
 * @property {(message: string, extra: { skip: string }) => unknown} pass
 */

/** Time limit of a lab's test in seconds. A slow or noisy machine makes a run longer, but the test checks only the verdict. */
const MOST_SECONDS = 240

/**
 * Measures a lab for its `lab.test.js`.
 *
 * @param {string} folder
 * @returns {Promise<Result>}
 */
export async function testLab (folder) {
  const lab = await loadLab(folder)
  const release = await lockMachine(`the test of ${lab.name}`, () => {})
  try {
    return await measureLab(planClaims(lab), { seed: 1, seconds: MOST_SECONDS })
  } finally {
    release()
  }
}

/**
 * Asserts in a lab's test that all variants give the same answers, and that counters and claims hold.
 *
 * @param {Assertions} t
 * @param {Result} result
 */
export function assertHolds (t, { failure, oracle, counters, claims }) {
  t.equal(failure, null, failure ? `${failure.part} ${failure.what}` : 'no variant failed')
  t.equal(oracle?.difference ?? null, null, 'same answers')
  for (const { name, variant, expected, actual } of counters) t.equal(actual, expected, `${name} of ${variant}`)
  for (const claim of claims.filter(({ required }) => required)) {
    const { verdict, scatter, forecast } = claim
    const { id, sentence, bounds } = formatClaimResult(claim)
    const message = `${id}: ${sentence}; ${bounds}`
    // Skip the claim if the machine is too noisy for a verdict, because the lab is not to blame.
    if (forecast && !forecast.allowed) t.pass(message, { skip: `undecided: the ratio varies by ${formatPercent(Number(scatter))} between pairs of processes on this machine` })
    else t.equal(verdict, 'holds', message)
  }
  t.ok(claims.length > 0, 'at least one claim was judged')
}
