import { readFileSync } from 'node:fs'
import t from 'tap'
import * as v from 'valibot'
import { result, storedResult } from './result-schema.js'

/** A result of a version that wrote no ages, tolerances or speeds. */
const old = JSON.parse(readFileSync(new URL('../../../test/fixtures/results/http-baseline.json', import.meta.url), 'utf8'))
const age = { cpuSeconds: 1, operations: 100 }
const claims = old.claims.map((/** @type {object} */ claim) => ({ ...claim, within: null, age: { base: age, against: age }, steady: null }))
const complete = { ...old, speeds: [], claims }

t.test('a complete result fits the contract, and each missing field is named', async (t) => {
  t.same(v.safeParse(result, complete).issues, undefined)
  for (const field of Object.keys(complete)) {
    const { [field]: left, ...others } = complete
    t.equal(v.getDotPath(v.safeParse(result, others).issues?.[0] ?? /** @type {any} */ ({})), field)
  }
})

t.test('a result of an earlier version can be read, but does not fit the contract', async (t) => {
  t.ok(v.is(storedResult, old))
  t.notOk(v.is(result, old))
})

t.test('one pair has an interval without an upper bound, which JSON writes as null', async (t) => {
  const onePair = (/** @type {unknown[]} */ interval) => ({ ...complete, claims: [{ ...claims[0], pairs: 1, interval }] })
  t.ok(v.is(result, onePair([0, null])))
  t.notOk(v.is(result, onePair([null, 2])))
})
