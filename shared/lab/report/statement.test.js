import t from 'tap'
import { formatClaimResultsWorstFirst, formatClaimResult } from './statement.js'

/** @type {any} */
const claim = { id: 'framework', metric: 'cpu', slower: 'slow', faster: 'fast', names: { slower: 'express', faster: 'fastify' }, requests: { slower: null, faster: null }, required: true, verdict: 'holds', ratio: 7.91, interval: [6.74, 9.29], confidence: 0.95, atLeast: 1.1, equivalenceMargin: null, dependsOn: null, pairs: 2, steady: null, published: null, until: null }
const say = (change) => {
  const { sentence, bounds, later } = formatClaimResult({ ...claim, ...change })
  return [sentence, bounds, later].filter(Boolean).join(' | ')
}

const same = { atLeast: null, equivalenceMargin: 0.5, metric: 'time', ratio: 0.996, interval: [0.921, 1.08] }
const shown = { required: false, verdict: 'faster', atLeast: null, dependsOn: 'the processor' }
const pings = { slower: 'pings during the hashing', faster: 'pings during the hashing' }

/** Titles, changes of the claim, and what is said. @type {[string, object, string][]} */
const SENTENCES = [
  ['the names of the programs, a ratio with the digits it bears, and the bound', {}, 'express needs about 8× as much CPU per request as fastify | 6.7 to 9.3× (95 % interval) · the lab asks for at least 1.1×'],
  ['memory, without a minimum', { metric: 'heap', atLeast: 1 }, 'express leaves about 8× as much memory behind per request as fastify | 6.7 to 9.3× (95 % interval) · the lab asks for more than 1×'],
  ['the dearer side comes first, whatever was claimed', { ratio: 0.2, interval: [0.18, 0.23], verdict: 'broken' }, 'fastify needs about 5× as much CPU per request as express | 4.3 to 5.6× (95 % interval) · the lab asks for the reverse: express needs at least 1.1× as much CPU per request as fastify'],
  ['a claim about sameness', same, 'express takes as long as fastify | 0.92 to 1.08× (95 % interval) · the lab allows a difference of up to 1.5×'],
  ['a broken claim about sameness', { ...same, verdict: 'broken', ratio: 2.02, interval: [1.9, 2.15] }, 'express takes about 2× as long as fastify | 1.9 to 2.1× (95 % interval) · the lab allows a difference of up to 1.5×'],
  ['a claim that bounds the second side\'s cost', { metric: 'p50', atLeast: 0.5, ratio: 0.8, interval: [0.72, 0.89] }, 'fastify takes about 1.3× as long to answer as express | 1.1 to 1.4× (95 % interval) · the lab allows at most 2×'],
  ['a claim for information', shown, 'express needs about 8× as much CPU per request as fastify | 6.7 to 9.3× (95 % interval) · the result depends on the processor'],
  ['for information: the other side is dearer', { ...shown, verdict: 'slower', ratio: 0.5, interval: [0.45, 0.56] }, 'fastify needs about 2× as much CPU per request as express | 1.8 to 2.2× (95 % interval) · the result depends on the processor'],
  ['for information: the same', { ...shown, verdict: 'same', ratio: 1, interval: [0.98, 1.02] }, 'express needs as much CPU per request as fastify | 0.98 to 1.02× (95 % interval) · the result depends on the processor'],
  ['for information: unknown', { ...shown, verdict: 'undecided', ratio: 1.1, interval: [0.9, 1.3] }, 'this run cannot tell whether express needs more CPU per request than fastify | 0.9 to 1.3× (95 % interval) · the result depends on the processor'],
  ['requests that wait', { metric: 'p99', requests: pings }, 'express makes the slowest 1 % of pings during the hashing wait about 8× as long as fastify does | 6.7 to 9.3× (95 % interval) · the lab asks for at least 1.1×'],
  ['two kinds of requests', { requests: { slower: 'POST /echo', faster: 'GET /hello' }, names: { slower: 'express', faster: 'express' } }, 'express needs about 8× as much CPU per request for POST /echo as for GET /hello | 6.7 to 9.3× (95 % interval) · the lab asks for at least 1.1×'],
]

for (const [title, change, said] of SENTENCES) t.test(title, async (t) => t.equal(say(change), said))

t.test('a published figure is shown if it answers the same question', async (t) => {
  const published = { ratio: 41.2, asks: 'the same', source: 'Node Cookbook, 3rd edition', node: '6' }
  t.match(say({ published: { ...published, ratio: 7.9 } }), /1\.1× · Node .* 7\.9×$/)
  t.match(say({ published }), /Node .* 41\.2×, .* Node 6$/, 'figures that do not meet need a reason')
  t.match(say({ published: { ...published, node: 'not stated' } }), /Node .* 41\.2×, .* Node$/)
  t.match(say({ published, until: '8' }), /Node .* 41\.2×, .* it .* Node 8$/)
  t.notMatch(say({ published: { ratio: 41.2, asks: 'The text asked otherwise.' } }), /Cookbook/)
})

t.test('a sentence explains two figures of one comparison', async (t) => {
  const steady = { ratio: 4.6, interval: [4.4, 4.86], node: 'v20.20.2', cpuSeconds: 3.1 }
  t.equal(formatClaimResult({ ...claim, steady }).later, 'once warm: 4.4–4.9×, recorded on Node 20.20')
  t.match(formatClaimResult({ ...claim, steady }).sentence, /start, express .* 8×/)
  t.equal(formatClaimResult({ ...claim, steady: { ...steady, interval: [4.4, 7] } }).later, '', 'where the intervals meet they are one figure')
  t.equal(formatClaimResult({ ...claim, steady: { ...steady, stale: true } }).later, '', 'a curve of another program says nothing')
})

t.test('one pair has no interval, so no second figure can contradict it, also in a saved result', async (t) => {
  const steady = { ratio: 30, interval: [28, 31], node: 'v20.20.2', cpuSeconds: 3 }
  for (const upper of [Infinity, null]) t.equal(formatClaimResult(/** @type {any} */ ({ ...claim, pairs: 1, interval: [0, upper], steady })).later, '')
})

t.test('the claim that decides comes first', async (t) => {
  const claims = [{ id: 'a' }, { id: 'b', required: false }, { id: 'c', verdict: 'undecided' }, { id: 'f', verdict: 'undecided', forecast: { needs: 'nothing' } }, { id: 'd' }, { id: 'e', verdict: 'broken' }]
  t.same(formatClaimResultsWorstFirst(claims.map((change) => ({ ...claim, ...change }))).map(({ id }) => id), ['e', 'f', 'c', 'a', 'd', 'b'])
})
