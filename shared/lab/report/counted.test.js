import t from 'tap'
import { describeCounter } from './counted.js'

const counters = (name, actual) =>
  Object.entries(actual).map(([variant, actual]) => ({ name, variant, expected: actual, actual, holds: true }))

const says = (times, operation) => `fetches ${times} documents per ${operation}`

const services = [{ counters: { 'mongo:documents': { says } } }]

/** @type {any} */
const plan = {
  lab: { manifest: { kind: 'server', services } },
  programs: { slow: { title: 'express' }, fast: { title: 'fastify' } },
  counters: {
    replaced: { counts: 'Object.setPrototypeOf', slow: 2, fast: 'never' },
    fetched: { counts: 'mongo:documents', slow: 1000, fast: 'once' },
    hashed: { counts: 'crypto:createHash' },
  },
}

t.test('the counts of each program, in a sentence', async (t) => {
  t.equal(describeCounter(counters('replaced', { slow: 2, fast: 0 }), plan), 'express calls Object.setPrototypeOf twice per request; fastify: never')
  t.equal(describeCounter(counters('hashed', { slow: 1, fast: 50 }), { ...plan, lab: { manifest: { kind: 'function', services } } }), 'express calls crypto.createHash once per call; fastify: 50 times')
  t.equal(describeCounter(counters('fetched', { slow: 1000, fast: 0 }), plan), 'express fetches 1,000 documents per request; fastify: only the first time')
  t.equal(describeCounter(counters('fetched', { fast: 0 }), plan), 'fastify fetches 0 documents per request after the first time')
  const compiled = { ...plan, counters: { compiled: { counts: 'pug.compile', fast: 'once' } } }
  t.equal(describeCounter(counters('compiled', { fast: 0 }), compiled), 'fastify calls pug.compile only the first time')
})

t.test('programs that do the same are told together', async (t) => {
  const more = { ...plan, programs: { ...plan.programs, limit: { title: 'bare node:http' } }, counters: { replaced: { ...plan.counters.replaced, limit: 'never' } } }
  t.equal(describeCounter(counters('replaced', { slow: 2, fast: 0, limit: 0 }), more), 'express calls Object.setPrototypeOf twice per request; fastify and bare node:http: never')
})

t.test('without a plan a counter keeps its own name', async (t) => {
  t.equal(describeCounter(counters('replaced', { slow: 2, fast: 0 })), 'replaced: slow 2, fast 0')
})
