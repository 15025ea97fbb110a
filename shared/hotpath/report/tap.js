import { stated } from './statement.js'
import { percent } from './words.js'
/** @import { Result } from './result-schema.js' */

/**
 * A lab's own test: its answers agree, its counters hold, every claim holds.
 *
 * @param {any} t tap
 * @param {Result} result
 */
export function assertHolds (t, { failure, oracle, counters, claims }) {
  t.equal(failure, null, failure ? `${failure.variant} ${failure.what}` : 'no variant failed')
  t.equal(oracle?.difference ?? null, null, 'same answers')
  for (const { name, variant, expected, actual } of counters) t.equal(actual, expected, `${name} of ${variant}`)
  for (const claim of claims.filter(({ gates }) => gates)) {
    const { verdict, scatter, outlook } = claim
    const { id, sentence, bounds } = stated(claim)
    const told = `${id}: ${sentence}; ${bounds}`
    // what this machine cannot tell is no failure of the lab; what it could have told is
    if (outlook && !outlook.allowed) t.pass(told, { skip: `undecided: pairs differ by ${percent(Number(scatter))} on this machine` })
    else t.equal(verdict, 'holds', told)
  }
  t.ok(claims.length > 0, 'at least one claim was judged')
}
