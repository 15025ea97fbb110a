import { readFileSync, readdirSync } from 'node:fs'
import stringWidth from 'string-width'
import t from 'tap'
import { labFolder, loadLab } from '../lab/find.js'
import { aloud, labAloud } from './aloud.js'
import { junitReport } from './junit.js'
import { widthOf, wrapped } from './lines.js'
import { nextLines } from './next.js'
import { claimsTable, labsTable } from './overview.js'
import { terminalReport } from './terminal.js'
import { rate, significant, times } from './words.js'

/** @type {any} */
const manifest = { kind: 'server', question: 'Why is this one slow, and what would have to be done so that it is not any more, on this machine?', ladder: { slow: 'as everybody writes it', 'some-step': 'with less of it', fast: 'without it' }, limit: 'nothing at all' }
const claim = { id: 'it', metric: 'cpu', says: 'fast needs less CPU than slow because of what it leaves out, which is a lot and takes long', base: 'slow', against: 'fast', gates: true, shown: null, verdict: /** @type {const} */ ('holds'), ratio: 6.534, interval: /** @type {[number, number]} */ ([6.1, 7]), floor: 1.5, pairs: 4, published: { ratio: 10.2, figures: '526 → 5,362 req/s', of: 'before → after', metric: 'requests a second', source: 'a book', node: 'not stated', asks: 'The book asked otherwise.' }, until: null }
const figures = (/** @type {number} */ cpu) => ({ cpu, opsPerSecond: 1e6 / cpu, latencyMs: { p50: 1, p99: 2 } })
/** @type {any} */
const result = { lab: 'a-lab', mode: 'measured', verdict: 'holds', seconds: 4.2, seed: 1, node: 'v20.0.0', machine: { cpu: 'C', cores: 2, os: 'L' }, oracle: { verdict: 'same', checked: 3, difference: null }, counters: [{ name: 'compiled', variant: 'slow', expected: 1, actual: 1, holds: true }], variants: { fast: figures(12.7), slow: figures(83), 'slow@echo': figures(101), limit: figures(11), 'some-step': figures(40) }, claims: [claim, { ...claim, id: 'other', base: 'slow@echo', against: 'some-step' }], limit: { variant: 'limit', fraction: 0.87 }, failure: null }

t.test('everything a person wants is there', async (t) => {
  const text = terminalReport(result, manifest, { color: false, verbose: true, next: [['pnpm lab a-lab', 'it again']] })
  for (const part of [/✔ same answers/, /compiled +in one request: slow 1/, /slow echo/, /83 µs +12k\/s/, /✔ holds {2}6.53× \[6.1× … 7×\] {2}it/, /the claim is at least 1.5×, 4 pairs/, /published: 10.2× in requests a second: 526 → 5,362 req/, /The book asked otherwise/, /HOLDS in 4.2 s/, /87 % of the limit/, /next {2}pnpm lab a-lab {3}it again/]) t.match(text, part)
  const bars = text.split('\n').filter((line) => line.includes('█')).map((line) => [line.split(' ')[0], (line.match(/█/g) ?? []).length])
  t.same(bars.map(([name]) => name), ['slow', 'slow', 'some-step', 'fast', 'limit'], 'in the order of the ladder')
  t.ok(bars[1][1] > bars[0][1] && bars[0][1] > bars[2][1] && bars[2][1] > bars[3][1], 'on one scale')
})

const RECORDED = new URL('../../test/fixtures/results/', import.meta.url)
const recorded = await Promise.all(readdirSync(RECORDED).map(async (file) => {
  /** @type {import('../measure/run.js').Result} */
  const last = JSON.parse(readFileSync(new URL(file, RECORDED), 'utf8'))
  const { manifest } = await loadLab(String(labFolder(last.lab)))
  return { lab: last.lab, title: manifest.title, manifest, last }
}))
const widest = (/** @type {string} */ text) => Math.max(...text.split('\n').map((line) => stringWidth(line)))
const longestBar = (/** @type {string} */ text) => Math.max(...(text.match(/█+/g) ?? []).map((bar) => bar.length))
const next = /** @type {[string, string][]} */ ([['pnpm lab promise-all-limit --control', 'how much of this could be noise'], ['pnpm lab promise-all-limit start', 'make slow fast yourself']])

for (const { lab, manifest, last } of recorded) {
  t.test(`${lab} fits the terminal`, async (t) => {
    for (const width of [60, 80, 120]) {
      const options = { width, verbose: true, next }
      const [plain, painted] = [false, true].map((color) => terminalReport(last, manifest, { ...options, color }))
      t.ok(widest(plain) <= width, `${widest(plain)} of ${width} columns`)
      t.equal(widest(painted), widest(plain), 'colour takes no columns')
      for (const { id } of last.claims) t.match(plain, new RegExp(`(holds|broken|undecided) .* ${id}$`, 'm'), `${id} is whole`)
    }
    const [narrow, wide] = [80, 120].map((width) => terminalReport(last, manifest, { color: false, width }))
    t.ok(longestBar(wide) >= longestBar(narrow) + 33, 'bars take what there is more')
  })
}

t.test('a label is shortened last, and by what it takes on a screen', async (t) => {
  const given = (/** @type {string} */ label, /** @type {number} */ width) => terminalReport(result, { ...manifest, ladder: { ...manifest.ladder, slow: label } }, { color: false, width })
  const label = 'eine Bezeichnung, die recht lang ist'
  t.match(given(label, 80), new RegExp(`${label} .*12k/s$`, 'm'), 'first the bar')
  t.match(given(label, 66), new RegExp(`${label} .*83 µs$`, 'm'), 'then what is told beside')
  t.match(given(label, 60), /eine Bezeichnung.*… .*83 µs$/m)
  for (const width of [60, 80]) t.ok(widest(given('キャッシュのないサーバー', width)) <= width)
  t.match(given('キャッシュのないサーバー', 80), /キャッシュのないサーバー/)
})

t.test('the tables of all labs fit, and tell more where there is more', async (t) => {
  const results = recorded.map(({ last }) => last)
  const broken = { ...results[0], lab: 'a-lab', verdict: /** @type {const} */ ('broken'), claims: [], failure: { variant: 'fast', what: `answered something other than the right answer: ${'"goodbye" '.repeat(12)}`, stderr: '' } }
  const claims = (/** @type {number} */ width) => claimsTable([...results, broken], { verdict: 'broken', seconds: 61.5 }, { color: false, width })
  const labs = (/** @type {number} */ width) => labsTable([...recorded, { lab: 'new', title: 'Nobody has run it', last: undefined }], { color: false, width })
  for (const width of [60, 80, 120]) {
    t.ok(widest(claims(width)) <= width && widest(labs(width)) <= width, `${width} columns`)
    t.match(claims(width).replace(/\s+/g, ' '), `a-lab fast answered something other than the right answer: ${'"goodbye" '.repeat(12)}`, 'a reason is never cut')
  }
  for (const { id, says } of results.flatMap(({ claims }) => claims)) {
    t.match(claims(80), ` ${id} `)
    t.match(claims(120), says.slice(0, 30))
  }
  t.match(labs(80), /^http-baseline +What a framework costs +holds [\d.]+×$/m)
  t.match(labs(120), /^http-baseline +What a framework costs +holds framework [\d.]+×, post [\d.]+×$/m)
  t.match(labs(60), /^new +Nobody has run it +not run yet$/m)
})

t.test('the terminal says how wide it is', async (t) => {
  t.same([{ isTTY: true, columns: 66 }, { isTTY: true, columns: 200 }, { isTTY: true, columns: 0 }, { columns: 200 }].map(widthOf), [66, 120, 80, 80])
  t.equal(wrapped(`${'x'.repeat(100)} y`, '  ', 60), `  ${'x'.repeat(58)}\n  ${'x'.repeat(42)} y`, 'a long word is broken')
})

t.test('a person\'s own file is told aloud', async (t) => {
  const [overSlow, overFast] = [{ ...claim, against: 'mine', ratio: 4.1, interval: [3.9, 4.3] }, { ...claim, base: 'fast', against: 'mine', ratio: 0.7, interval: [0.68, 0.72] }]
  const said = (/** @type {any} */ parts, /** @type {number | null} */ best = null, width = 120) => aloud({ ...result, claims: [overSlow, overFast], limit: null, ...parts }, best, { color: false, width })
  t.equal(said({}), '4.1× [3.9 … 4.3] as fast as slow · 0.70 [0.68 … 0.72] of fast')
  t.equal(said({ limit: { variant: 'limit', fraction: 0.74 } }), '4.1× [3.9 … 4.3] as fast as slow · 0.70 [0.68 … 0.72] of fast · 0.52 of the limit')
  t.equal(said({ claims: [{ ...overSlow, metric: 'heap' }] }, 3.8), '4.1× [3.9 … 4.3] as frugal as slow · 3.8× was your best before')
  t.equal(said({ claims: [{ ...overSlow, interval: [0, Infinity] }] }, 5), '4.1× as fast as slow · 5× is your best so far', 'one pair has no interval')
  t.equal(said({ claims: [] }), undefined)
  for (const width of [60, 80]) {
    const lines = String(said({ limit: { variant: 'limit', fraction: 0.74 } }, 3.8, width)).split('\n')
    t.ok(Math.max(...lines.map((line) => stringWidth(line))) <= width && lines.length > 1, `${width} columns`)
    for (const line of lines) t.match(line, /^(4\.1× .*| {2}.*)(slow|fast|limit|before)( ·)?$/, 'a figure and what it is of stay together')
  }
})

t.test('a lab\'s result begins with what somebody would say aloud', async (t) => {
  const said = (/** @type {any} */ parts, /** @type {any[]} */ ...more) => labAloud([{ ...claim, says: 'fastify needs less CPU for a request than express', ...parts }, ...more], { slow: 'express', fast: 'fastify' })
  const odds = '(The claim is at least 1.5 times. A claim that is not true passes at most once in 1,000 runs.)'
  t.equal(said({}), `fastify needs less CPU for a request than express: slow needs 6.53 times as much CPU. ${odds}`)
  t.equal(said({ says: 'a loop beats map', metric: 'time' }), `A loop beats map: slow takes 6.53 times as long. ${odds}`)
  t.equal(said({ says: 'all of them take at most twice as long', metric: 'p50', ratio: 0.8, floor: 0.5 }), `All of them take at most twice as long: fast takes 1.25 times as long. ${odds.replace('1.5', '0.5')}`)
  t.equal(said({ says: 'try/catch costs nothing', floor: null, within: 0.5, ratio: 1.021 }), `Try/catch costs nothing: 2.1 % between the two. ${odds.replace('at least 1.5 times', '50 % at most')}`)
  t.equal(said({ verdict: 'broken', ratio: 1.2 }), 'fastify needs less CPU for a request than express? Not here, or not by as much: it is 1.2 times, and at least 1.5 times by the claim.')
  t.match(said({}, { ...claim, verdict: 'undecided', says: 'this too' }, { ...claim, verdict: 'broken', says: 'that too' }), /^That too\?/, 'the claim on which the verdict depends')
  t.equal(said({ gates: false }), undefined)
  t.match(terminalReport(result, manifest, { color: false }), /^Fast needs less CPU than slow because [^]*slow\s+needs\s+6\.53 times as much[^]*passes\s+at\s+most\s+once\s+in\s+1,000/)
  for (const mode of ['control', 'swap', 'with', 'mine']) t.match(terminalReport({ ...result, mode }, manifest, { color: false }), /^a-lab/)
})

t.test('a side with two speeds is told after the claims, with what to type', async (t) => {
  const speeds = [{ side: 'slow@echo', metric: 'cpu', levels: [80, 123.4], seen: 'between processes', processes: 3, of: 11, calls: null }]
  const text = terminalReport({ ...result, speeds }, manifest, { color: false }).replace(/\s+/g, ' ')
  t.match(text, /! slow@echo has two speeds: 80 µs of CPU a request in 8 of 11 processes, 123 µs in 3; pnpm lab a-lab profile slow --tool opt shows what V8 does HOLDS/)
  t.match(terminalReport({ ...result, speeds }, manifest, { color: false, explain: true }).replace(/\s+/g, ' '), /shows what V8 does The same program doing the same work has two speeds/)
})

t.test('explained, every line has what it means under it', async (t) => {
  for (const { lab, manifest, last } of recorded) {
    const [plain, told] = [false, true].map((explain) => terminalReport(last, manifest, { color: false, explain }))
    const meanings = told.split('\n').filter((line) => line.startsWith('    '))
    t.equal(told.split('\n').filter((line) => !line.startsWith('    ')).join('\n'), plain, `${lab}: nothing else is another`)
    t.ok(widest(told) <= 80)
    const text = meanings.join(' ').replace(/\s+/g, ' ')
    for (const { base, against, pairs, gates } of last.claims) {
      t.match(text, `${base} cost`)
      t.match(text, `what ${against} cost: the mean of ${pairs} pairs`)
      t.match(text, gates ? /A\s+claim\s+that\s+is\s+not\s+true\s+passes\s+at\s+most\s+once/ : /shown, not judged/)
    }
    t.match(text, `--seed ${last.seed} repeats`)
  }
})

t.test('a command is never broken', async (t) => {
  const commands = /** @type {[string, string][]} */ ([['pnpm lab a-lab mine', 'judge your file'], ['pnpm lab a-lab solution --anyway', 'how fast does it']])
  t.equal(nextLines(commands, { color: false, width: 57 }), 'next  pnpm lab a-lab mine                judge your file\n      pnpm lab a-lab solution --anyway   how fast does it')
  t.equal(nextLines(commands, { color: false, width: 56 }), 'next  pnpm lab a-lab mine\n        judge your file\n      pnpm lab a-lab solution --anyway\n        how fast does it')
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

t.test('a control of one pair has no noise floor yet', async (t) => {
  const one = { ...result, mode: /** @type {const} */ ('control'), verdict: /** @type {const} */ ('undecided'), claims: [{ ...claim, verdict: /** @type {const} */ ('undecided'), pairs: 1, interval: /** @type {[number, number]} */ ([0, Infinity]) }] }
  const text = terminalReport(one, manifest, { color: false })
  t.match(text, /One pair shows no noise floor: give it more --seconds/)
  t.notMatch(text, /Infinity|∞/)
})
