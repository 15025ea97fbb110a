import { times } from './words.js'

/**
 * A lab's own test: its answers agree, its counters hold, every claim holds.
 *
 * @param {any} t tap
 * @param {import('../measure/run.js').Result} result
 */
export function assertHolds (t, { failure, oracle, counters, claims }) {
  t.equal(failure, null, failure ? `${failure.variant} ${failure.what}` : 'no variant failed')
  t.equal(oracle?.difference ?? null, null, 'same answers')
  for (const { name, variant, expected, actual } of counters) t.equal(actual, expected, `${name} of ${variant}`)
  for (const { id, verdict, ratio, interval, floor } of claims.filter(({ gates }) => gates)) {
    t.equal(verdict, 'holds', `${id}: ${times(ratio)} [${interval.map(times).join(' … ')}], asked for ${floor === null ? 'the same' : times(floor)}`)
  }
  t.ok(claims.length > 0, 'something was claimed')
}
