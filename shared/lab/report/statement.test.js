import t from 'tap'
import { formatClaimResultsWorstFirst, formatClaimResult } from './statement.js'

/** @type {any} */
const claim = { id: 'framework', metric: 'cpu', slower: 'slow', faster: 'fast', names: { slower: 'express', faster: 'fastify' }, requests: { slower: null, faster: null }, required: true, verdict: 'holds', ratio: 7.91, interval: [6.74, 9.29], confidence: 0.95, atLeast: 1.1, equivalenceMargin: null, dependsOn: null, pairs: 2, steady: null, published: null, until: null }
const say = (change) => {
  const { sentence, bounds, later } = formatClaimResult({ ...claim, ...change })
  return [sentence, bounds, later].filter(Boolean).join(' | ')
}

t.test('the names of the programs, a ratio with the digits it bears, and the bound', async (t) => {
  t.equal(say({}), 'express needs about 8× as much CPU per request as fastify | 6.7 to 9.3× (95 % interval) · the lab asks for at least 1.1×')
  t.equal(say({ metric: 'p50' }), 'express takes about 8× as long to answer as fastify | 6.7 to 9.3× (95 % interval) · the lab asks for at least 1.1×')
  t.equal(say({ metric: 'peak', atLeast: 1 }), 'express needs about 8× as much memory at its peak as fastify | 6.7 to 9.3× (95 % interval) · the lab asks for more than 1×')
  t.equal(say({ metric: 'sockets' }), 'express opens about 8× as many sockets per request as fastify | 6.7 to 9.3× (95 % interval) · the lab asks for at least 1.1×')
  t.equal(say({ metric: 'bytes' }), 'express sends about 8× as many bytes per request as fastify | 6.7 to 9.3× (95 % interval) · the lab asks for at least 1.1×')
  t.equal(say({ metric: 'heap', atLeast: 1 }), 'express leaves about 8× as much memory behind per request as fastify | 6.7 to 9.3× (95 % interval) · the lab asks for more than 1×')
})

t.test('the dearer side comes first, whatever was claimed', async (t) => {
  t.equal(say({ ratio: 0.2, interval: [0.18, 0.23], verdict: 'broken' }), 'fastify needs about 5× as much CPU per request as express | 4.3 to 5.6× (95 % interval) · the lab asks for the reverse: express needs at least 1.1× as much CPU per request as fastify')
})

t.test('a claim about sameness', async (t) => {
  const same = { atLeast: null, equivalenceMargin: 0.5, metric: 'time', ratio: 0.996, interval: [0.921, 1.08] }
  t.equal(say(same), 'express takes as long as fastify | 0.92 to 1.08× (95 % interval) · the lab allows a difference of up to 1.5×')
  t.equal(say({ ...same, verdict: 'broken', ratio: 2.02, interval: [1.9, 2.15] }), 'express takes about 2× as long as fastify | 1.9 to 2.1× (95 % interval) · the lab allows a difference of up to 1.5×')
})

t.test('a claim that bounds the second side\'s cost', async (t) => {
  t.equal(say({ metric: 'p50', atLeast: 0.5, ratio: 0.8, interval: [0.72, 0.89] }), 'fastify takes about 1.3× as long to answer as express | 1.1 to 1.4× (95 % interval) · the lab allows at most 2×')
})

t.test('a claim for information', async (t) => {
  const shown = { required: false, verdict: 'faster', atLeast: null, dependsOn: 'the processor' }
  t.equal(say(shown), 'express needs about 8× as much CPU per request as fastify | 6.7 to 9.3× (95 % interval) · the result depends on the processor')
  t.equal(say({ ...shown, verdict: 'slower', ratio: 0.5, interval: [0.45, 0.56] }), 'fastify needs about 2× as much CPU per request as express | 1.8 to 2.2× (95 % interval) · the result depends on the processor')
  t.equal(say({ ...shown, verdict: 'same', ratio: 1, interval: [0.98, 1.02] }), 'express needs as much CPU per request as fastify | 0.98 to 1.02× (95 % interval) · the result depends on the processor')
  t.equal(say({ ...shown, verdict: 'undecided', ratio: 1.1, interval: [0.9, 1.3] }), 'this run cannot tell whether express needs more CPU per request than fastify | 0.9 to 1.3× (95 % interval) · the result depends on the processor')
})

t.test('requests that wait, and two kinds of requests', async (t) => {
  const pings = { slower: 'pings during the hashing', faster: 'pings during the hashing' }
  t.equal(say({ metric: 'p99', requests: pings }).split(' | ')[0], 'express makes the slowest 1 % of pings during the hashing wait about 8× as long as fastify does')
  t.equal(say({ requests: { slower: 'POST /echo', faster: 'GET /hello' }, names: { slower: 'express', faster: 'express' } }).split(' | ')[0], 'express needs about 8× as much CPU per request for POST /echo as for GET /hello')
})

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
  const of = (change) => ({ ...claim, ...change })
  t.same(formatClaimResultsWorstFirst([of({ id: 'a' }), of({ id: 'b', required: false }), of({ id: 'c', verdict: 'undecided' }), of({ id: 'f', verdict: 'undecided', forecast: { needs: 'nothing' } }), of({ id: 'd' }), of({ id: 'e', verdict: 'broken' })]).map(({ id }) => id), ['e', 'f', 'c', 'a', 'd', 'b'])
})
