import t from 'tap'
import { junitReport } from './junit.js'
import { terminalReport, wrapped } from './terminal.js'
import { rate, significant, times } from './words.js'

/** @type {any} */
const manifest = { kind: 'server', question: 'Why is this one slow, and what would have to be done so that it is not any more, on this machine?', ladder: { slow: 'as everybody writes it', 'some-step': 'with less of it', fast: 'without it' }, limit: 'nothing at all' }
const claim = { id: 'it', metric: 'cpu', says: 'fast needs less CPU than slow because of what it leaves out, which is a lot and takes long', base: 'slow', against: 'fast', verdict: /** @type {const} */ ('holds'), ratio: 6.534, interval: /** @type {[number, number]} */ ([6.1, 7]), floor: 1.5, pairs: 4, published: { ratio: 10.2, figures: '526 → 5,362 req/s', source: 'a book', node: '6' }, until: null }
const figures = (/** @type {number} */ cpu) => ({ cpu, opsPerSecond: 1e6 / cpu, latencyMs: { p50: 1, p99: 2 } })
/** @type {any} */
const result = { lab: 'a-lab', mode: 'measured', verdict: 'holds', seconds: 4.2, seed: 1, node: 'v20.0.0', machine: { cpu: 'C', cores: 2, os: 'L' }, oracle: { verdict: 'same', checked: 3, difference: null }, counters: [{ name: 'compiled', variant: 'slow', expected: 1, actual: 1, holds: true }], variants: { fast: figures(12.7), slow: figures(83), 'slow@echo': figures(101), limit: figures(11), 'some-step': figures(40) }, claims: [claim, { ...claim, id: 'other', base: 'slow@echo', against: 'some-step' }], limit: { variant: 'limit', fraction: 0.87 }, failure: null }

t.test('everything a person wants is there, in 80 columns', async (t) => {
  const text = terminalReport(result, manifest, { color: false, verbose: true, next: ['pnpm lab a-lab'] })
  for (const line of text.split('\n')) t.ok(line.length <= 80, line)
  for (const part of [/✔ same answers/, /compiled +in one request: slow 1/, /slow echo/, /83 µs +12k\/s/, /✔ holds {2}6.53× \[6.1× … 7×\] {2}it/, /asked for at least 1.5×, 4 pairs/, /published: 10.2×/, /HOLDS in 4.2 s/, /87 % of the limit/, /next {2}pnpm lab a-lab/]) t.match(text, part)
  const bars = text.split('\n').filter((line) => line.includes('█')).map((line) => [line.split(' ')[0], (line.match(/█/g) ?? []).length])
  t.same(bars.map(([name]) => name), ['slow', 'slow', 'some-step', 'fast', 'limit'], 'in the order of the ladder')
  t.ok(bars[1][1] > bars[0][1] && bars[0][1] > bars[2][1] && bars[2][1] > bars[3][1], 'on one scale')
})

t.test('colour only where it is asked for', async (t) => {
  t.notMatch(terminalReport(result, manifest, { color: false }), '\u001b')
  t.match(terminalReport(result, manifest, { color: true }), '\u001b[')
})

t.test('a failure shows who, what and its last words, and no figure', async (t) => {
  const text = terminalReport({ ...result, verdict: 'broken', claims: [], variants: {}, limit: null, failure: { variant: 'fast', what: 'exited with code 7', stderr: 'giving up\n' } }, manifest, { color: false })
  t.match(text, /✘ a-lab: fast exited with code 7\n {2}giving up/)
  t.notMatch(text, /µs|×/)
})

t.test('JUnit text is escaped', async (t) => {
  const xml = junitReport([{ ...result, failure: { variant: 'fast', what: 'said <no> & "never"', stderr: '\u0007' } }])
  t.match(xml, 'said &lt;no&gt; &amp; &quot;never&quot;')
  t.notMatch(xml, '\u0007')
})

t.test('numbers', async (t) => {
  t.same([0.1234, 12.345, 123.45, 1234567].map(significant), ['0.123', '12.3', '123', '1,234,567'])
  t.equal(times(1.0149), '1.01×')
  t.same([12, 1234, 2.5e6].map(rate), ['12/s', '1.23k/s', '2.5M/s'])
  t.equal(wrapped('word '.repeat(30).trim(), '  ').split('\n').length, 2)
})
