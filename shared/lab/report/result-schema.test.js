import { readFileSync } from 'node:fs'
import t from 'tap'
import * as v from 'valibot'
import { resultSchema } from './result-schema.js'

const complete = JSON.parse(readFileSync(new URL('../../../test/fixtures/results/http-baseline.json', import.meta.url), 'utf8'))
const { claims } = complete

t.test('a complete result fits the contract, and each missing field is named', async (t) => {
  t.same(v.safeParse(resultSchema, complete).issues, undefined)
  for (const field of Object.keys(complete)) {
    const { [field]: left, ...others } = complete
    t.equal(v.getDotPath(v.safeParse(resultSchema, others).issues?.[0] ?? /** @type {any} */ ({})), field)
  }
})

t.test('a result of schema 1 does not fit the contract', async (t) => {
  t.notOk(v.is(resultSchema, { ...complete, schema: 1 }))
})

t.test('one pair has an interval without an upper bound, which JSON writes as null', async (t) => {
  const onePair = (interval) => ({ ...complete, claims: [{ ...claims[0], pairs: 1, interval }] })
  t.ok(v.is(resultSchema, onePair([0, null])))
  t.notOk(v.is(resultSchema, onePair([null, 2])))
})
