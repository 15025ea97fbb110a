import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import stringWidth from 'fast-string-width'
import colors from 'picocolors'
import t from 'tap'
import { wrapText } from '@hotpath-labs/terminal/lines.js'
import { formatNextSteps } from '@hotpath-labs/terminal/terminal.js'
import { loadLab } from '../load.js'
import { planClaims } from '../plans.js'
import { formatAttemptProgress, formatLesson } from './attempt.js'
import { formatJunit, formatMarkdown } from './exporters.js'
import { formatSteadyRatio } from './statement.js'
import { formatClaimsTable, formatLabsTable } from './tables.js'
import { formatTerminalReport, formatVariantFailure } from './terminal.js'

const LABS = fileURLToPath(new URL('../../../labs', import.meta.url))

/** @type {any} */
const manifest = { kind: 'server', services: [], question: 'Why?', variants: { slow: 'express', 'some-step': 'koa', fast: 'fastify' }, limit: 'bare node:http' }
/** @type {any} */
const plan = {
  lab: { manifest },
  programs: { slow: { title: 'express' }, 'some-step': { title: 'koa' }, fast: { title: 'fastify' }, limit: { title: 'bare node:http' } },
  counters: { compiled: { counts: 'Object.setPrototypeOf' } },
}
const claim = { id: 'it', metric: 'cpu', says: 'express needs more CPU per request than fastify', slower: 'slow', faster: 'fast', names: { slower: 'express', faster: 'fastify' }, requests: { slower: null, faster: null }, required: true, dependsOn: null, verdict: /** @type {const} */ ('holds'), ratio: 6.534, interval: /** @type {[number, number]} */ ([6.1, 7]), confidence: 0.95, atLeast: 1.5, equivalenceMargin: null, pairs: 4, scatter: 0.02, forecast: null, steady: null, age: { slower: { cpuSeconds: 1.2, operations: 5000 }, faster: { cpuSeconds: 0.6, operations: 13000 } }, published: { ratio: 10.2, figures: '526 → 5,362 req/s', of: 'before → after', metric: 'requests a second', source: 'a book', node: 'not stated', asks: 'The book asked otherwise.' }, until: null }
const post = { ...claim, id: 'post', slower: 'slow@echo', faster: 'slow', names: { slower: 'express', faster: 'express' }, requests: { slower: 'POST /echo', faster: 'GET /hello' }, ratio: 1.29, interval: /** @type {[number, number]} */ ([1.05, 1.59]), required: false, verdict: /** @type {const} */ ('faster'), dependsOn: 'the machine', atLeast: null, published: null }
const figures = (/** @type {number} */ cpu) => ({ cpu, opsPerSecond: 1e6 / cpu, latencyMs: { p50: 1, p99: 2 } })
/** @type {any} */
const result = { lab: 'a-lab', mode: 'measured', verdict: 'holds', seconds: 4.2, seed: 1, node: 'v20.0.0', machine: { cpu: 'C', cores: 2, os: 'L' }, services: {}, oracle: { verdict: 'same', checked: 3, difference: null }, counters: [{ name: 'compiled', variant: 'slow', expected: 2, actual: 2, holds: true }, { name: 'compiled', variant: 'fast', expected: 0, actual: 0, holds: true }], variants: { fast: figures(12.7), slow: figures(95), 'slow@echo': figures(101), limit: figures(11) }, claims: [claim, post], limit: { variant: 'limit', fraction: 0.89 }, failure: null }

/** @param {object} change of the result @param {object} [options] @returns {string} a screen without colours */
const show = (change, options) => formatTerminalReport(/** @type {any} */ ({ ...result, ...change }), plan, { color: false, ...options })

const oneLine = (/** @type {string} */ text) => text.replace(/\s+/g, ' ')

t.test('the whole screen, the verdict first', async (t) => {
  const next = /** @type {[string, string][]} */ ([['pnpm lab a-lab profile', 'where the CPU goes']])
  const text = show({}, { next })
  t.match(text, /^✔ HOLDS {2}express needs about 6\.5× as much CPU per request as fastify\n/)
  t.match(oneLine(text), '6.1 to 7.0× (95 % interval) · the lab asks for at least 1.5× · Node 20.0 · this run took 4 s')
  t.match(text, 'bare node:http needs about 85 % of the CPU per request of fastify.')
  t.match(text, /Why: express calls Object\.setPrototypeOf twice per request; fastify: never/)
  t.match(text, /Also measured, for information:\n· express needs about 1\.3× as much CPU per request for POST \/echo as for GET\n {2}\/hello\n {2}1\.1 to 1\.6× \(95 % interval\) · the result depends on the machine/)
  t.match(text, /next {2}pnpm lab a-lab profile {3}where the CPU goes$/)
  t.notMatch(text, /published|seed|pairs|\/s/, 'the rest is for --explain')
})

t.test('bars are as far apart as the ratios, and the limit as its share', async (t) => {
  const text = show({}, { width: 120 })
  const told = Object.fromEntries([...text.matchAll(/^([a-z][\w: ]+(?:, \w+ \/\w+)) +█\S* +([\d.]+) µs/gm)].map(([, name, figure]) => [name, Number(figure)]))
  t.same(told, { 'express, GET /hello': 83, 'express, POST /echo': 110, 'fastify, GET /hello': 13, 'bare node:http, GET /hello': 11 })
})

t.test('a claim about other versions of Node is named', async (t) => {
  const leftOut = [{ id: 'zstd', says: 'gzip needs more CPU per request than zstd', node: '>=22.15' }]
  t.match(show({ leftOut }), /Not on Node 20\.0:\n· gzip needs more CPU per request than zstd \(Node >=22\.15\)$/)
})

t.test('right counts of an attempt that has not passed are told, and explain nothing', async (t) => {
  const mine = { ...claim, faster: 'mine', names: { slower: 'express', faster: 'yours' }, verdict: 'broken', ratio: 1.02, interval: [1.01, 1.03] }
  const count = (/** @type {number} */ actual, /** @type {number} */ expected) =>
    ({ name: 'compiled', variant: 'mine', expected, actual, holds: actual === expected })
  const programs = { ...plan.programs, mine: { title: 'yours' } }
  const of = (/** @type {object} */ change) =>
    oneLine(formatTerminalReport({ ...result, verdict: 'broken', claims: [mine], ...change }, { ...plan, programs }, { color: false }))
  const [right, wrong, low] = [[0, 0], [2, 0], [0, 1]].map(([actual, expected]) =>
    of({ counters: [...result.counters, count(actual, expected)] }))
  t.match(right, /Why: express calls Object\.setPrototypeOf twice per request; fastify: never; yours: never after the first request Your counts are right, so what costs that much is not counted/)
  t.match(wrong, 'twice per request; fastify: never; yours: twice')
  t.notMatch(wrong, 'would miss')
  t.match(low, 'would miss a change of the data')
  t.notMatch(of({ verdict: 'holds', counters: [...result.counters, count(0, 0)] }), 'is not counted')
})

t.test('a wrong answer or count, or a failure with its last lines, comes first', async (t) => {
  const of = (/** @type {any} */ change) => show({ verdict: 'broken', claims: [], variants: {}, limit: null, ...change })
  t.match(of({ oracle: { verdict: 'different', checked: 1, difference: 'input 1: slow answers 3, fast answers 4' } }), /^✘ BROKEN {2}a wrong answer, so nothing was timed\n {10}input 1: slow answers 3, fast answers 4$/)
  t.match(of({ counters: [{ name: 'compiled', variant: 'fast', expected: 0, actual: 2, holds: false }] }).replace(/\s+/g, ' '), '✘ BROKEN fastify calls Object.setPrototypeOf twice per request; for fast the lab expects 0')
  const failed = of({ failure: { code: 'EXITED', part: 'fast', what: 'exited with code 7', advice: '', stderr: 'giving up\n' } })
  t.match(failed, /^✘ BROKEN {2}fast exited with code 7\n {2}giving up/)
  t.notMatch(failed, /µs|×/)
  t.match(of({ verdict: 'cannot run', failure: { part: 'mongo', what: 'cannot be reached', advice: 'docker compose up -d --wait', stderr: '' } }), /^! CANNOT RUN {2}mongo cannot be reached\n {2}docker compose up -d --wait$/)
})

t.test('an A/A test says which differences do not show', async (t) => {
  const names = { slower: 'express', faster: 'express again' }
  const same = { ...claim, names, verdict: 'undecided', ratio: 1.002, interval: [0.98, 1.02], atLeast: 1, pairs: 5, scatter: 0.02 }
  const control = (/** @type {object} */ change) => show({ mode: 'control', verdict: 'undecided', claims: [{ ...same, ...change }], counters: [] })
  t.match(oneLine(control({})), /^\? UNDECIDED express against itself: [\d.]+ % apart; differences below about [\d.]+ % do not show after 5 pairs undecided is right, because both processes run the same program/)
  const one = control({ pairs: 1, interval: [0, Infinity] })
  t.match(one, /one pair of processes is too few to show\s+the noise/)
  t.notMatch(one, /Infinity|∞/)
})

const RECORDED = new URL('../../../test/fixtures/results/', import.meta.url)
const recorded = await Promise.all(readdirSync(RECORDED).map(async (file) => {
  /** @type {import('./result-schema.js').Result} */
  const last = JSON.parse(readFileSync(new URL(file, RECORDED), 'utf8'))
  const lab = await loadLab(join(LABS, last.lab))
  return { lab: last.lab, title: lab.manifest.title, theme: lab.manifest.theme, plan: planClaims(lab), last }
}))
const widest = (/** @type {string} */ text) => Math.max(...text.split('\n').map((line) => stringWidth(line)))
const longestBar = (/** @type {string} */ text) => Math.max(...(text.match(/█+/g) ?? []).map((bar) => bar.length))
const next = /** @type {[string, string][]} */ ([['pnpm lab promise-all-limit --control', 'how much of this could be noise'], ['pnpm lab promise-all-limit start', 'make slow fast yourself']])

for (const { lab, plan, last } of recorded) {
  t.test(`${lab} fits the terminal`, async (t) => {
    for (const width of [60, 80, 120]) {
      const options = { width, verbose: true, next }
      const [plain, painted] = [false, true].map((color) => formatTerminalReport(last, plan, { ...options, color }))
      t.ok(widest(plain) <= width, `${widest(plain)} of ${width} columns`)
      t.equal(widest(painted), widest(plain), 'colour takes no columns')
    }
    const [least, narrow, wide] = [40, 80, 120].map((width) => formatTerminalReport(last, plan, { color: false, width }))
    t.ok(widest(least) <= 40)
    t.ok(longestBar(wide) >= longestBar(narrow) + 33, 'bars take what there is more')
  })
}

t.test('names are shortened last, by their width on a screen', async (t) => {
  const given = (/** @type {string} */ label, /** @type {number} */ width) => {
    const programs = { ...plan.programs, slow: { title: label } }
    return formatTerminalReport({ ...result, claims: [claim] }, { ...plan, programs }, { color: false, width })
  }
  const label = 'eine Bezeichnung, die recht lang ist'
  t.match(given(label, 60), new RegExp(`^${label} +█+.* 83 µs$`, 'm'), 'first the bar')
  t.match(given(label, 40), /^eine Bez\S*.*… +█+.* 83 µs$/m)
  t.ok(widest(given('キャッシュのないサーバー', 60)) <= 60)
})

t.test('the tables of all labs fit, and use a wide screen', async (t) => {
  const results = recorded.map(({ last }) => last)
  const broken = { ...results[0], lab: 'a-lab', verdict: /** @type {const} */ ('broken'), claims: [], failure: { code: /** @type {const} */ ('WRONG_ANSWER'), part: 'fast', what: `gave a wrong answer under load: ${'"goodbye" '.repeat(12)}`, advice: '', stderr: '' } }
  const claims = (/** @type {number} */ width) => formatClaimsTable([...results, broken], { verdict: 'broken', seconds: 61.5 }, { color: false, width })
  const added = [{ lab: 'new', title: 'Nobody has run it', theme: 'memory' }, { lab: 'done', title: 'Somebody has passed it', theme: 'memory', state: 'passed' }, { lab: 'demo', title: 'Nothing to change', theme: 'memory', isDemonstration: true }].map((lab) => ({ ...lab, last: undefined }))
  const labs = (/** @type {number} */ width) => formatLabsTable([...recorded, ...added], { color: false, width })
  for (const width of [60, 80, 120]) {
    t.ok(widest(claims(width)) <= width && widest(labs(width)) <= width, `${width} columns`)
    t.match(oneLine(claims(width)), `a-lab fast gave a wrong answer under load: ${'"goodbye" '.repeat(12)}`, 'a reason is never cut')
  }
  const [{ id, says }] = results[0].claims
  t.match(claims(80), ` ${id} `)
  t.match(claims(120), says.slice(0, 30))
  t.match(labs(80), /^ {2}http-baseline +What a framework costs +holds [\d.]+×$/m)
  t.match(labs(120), /^ {2}http-baseline +What a framework costs +holds framework [\d.]+×, post [\d.]+×$/m)
  t.match(labs(60), /^Memory\n(?:.+\n)* {2}new +Nobody has run it +not run yet\n {2}done +Somebody has passed it +passed\n {2}demo +Nothing to change +no exercise$/m)
})

t.test('a long word is broken', async (t) => {
  t.equal(wrapText(`${'x'.repeat(100)} y`, '  ', 60), `  ${'x'.repeat(58)}\n  ${'x'.repeat(42)} y`)
})

t.test('an attempt: how many times as fast, and which share of the solution', async (t) => {
  const overSlow = { ...claim, faster: 'mine', ratio: 4.1, interval: [3.9, 4.3] }
  const overFast = { ...claim, slower: 'fast', faster: 'mine', ratio: 0.7, interval: [0.68, 0.72] }
  const judged = { ...manifest, claims: [] }
  const said = (/** @type {any} */ parts, width = 160) =>
    formatAttemptProgress({ ...result, verdict: 'broken', claims: [overSlow, overFast], limit: null, ...parts }, judged, { color: false, width })
  const share = 'Your file: 68 to 72 % of the speed of the solution'
  t.equal(said({}), share, 'the verdict says the ratio to slow')
  const shown = { ...overSlow, required: false }
  t.equal(said({ claims: [shown, overFast] }), 'Your file: 3.9 to 4.3× as fast as express · 68 to 72 % of the speed of the solution')
  t.equal(said({ limit: { variant: 'limit', fraction: 0.74 } }), share, 'the bars show the lower bound')
  t.match(said({ claims: [overSlow, { ...overFast, ratio: 2.2 }], limit: { variant: 'limit', fraction: 1 } }), '220 % of the speed of the lower bound, so it is none for your file')
  t.equal(said({ claims: [{ ...shown, metric: 'heap' }] }), 'Your file: 3.9 to 4.3× as frugal as express')
  t.equal(said({ claims: [{ ...shown, interval: [0, Infinity] }] }), 'Your file: about 4× as fast as express', 'one pair has no interval')
  t.equal(said({ claims: [overSlow, { ...overFast, interval: [0, Infinity] }] }), 'Your file: about 70 % of the speed of the solution')
  t.equal(said({ claims: [] }), undefined)
  t.equal(said({ claims: [{ ...overSlow, required: true, atLeast: 0.4, ratio: 0.8 }] }), undefined, 'a file that may be slower is not told how slow')
  t.equal(said({ step: { ...STEP, number: 1 } })?.split('\n')[1], 'You are here: step 1 of 2; next: leave the prototypes alone')
  for (const width of [60, 80]) t.ok(widest(String(said({ limit: { variant: 'limit', fraction: 0.74 } }, width))) <= width, `${width} columns`)
})

const STEP = { number: 0, of: 2, next: 'fast', about: 'leave the prototypes alone', alsoReached: [] }
const LAST = { number: 2, next: null, about: null }

/** Of a step and a verdict, what is said. @type {[object, string, string][]} */
const PLACES = [
  [{}, 'broken', 'You are here: the start'],
  [{}, 'holds', 'Passed, in another way than the lab\'s.'],
  [LAST, 'holds', 'Done, both steps.'],
  [{ ...LAST, number: 1, of: 1 }, 'holds', 'Done.'],
  [LAST, 'undecided', 'You are here: this run cannot tell'],
  [LAST, 'broken', 'You are here: step 2 of 2, which has not passed yet.'],
  [{ isUnclear: true, of: 1 }, 'holds', 'You are here: the start, or already done: this run cannot tell'],
  [{ isUnclear: true, number: 1, of: 3 }, 'holds', 'You are here: step 1, or already step 2 of 3: this run cannot tell'],
  [{ number: 1, of: 3, alsoReached: ['bytes'] }, 'holds', 'You are here: step 1 of 3, and already a later step; next, if you like: leave the prototypes alone'],
]

for (const [step, verdict, place] of PLACES) {
  t.test(place, async (t) => {
    const placed = { ...result, verdict, claims: [], limit: null, step: { ...STEP, ...step } }
    t.equal(formatAttemptProgress(/** @type {any} */ (placed), manifest, { color: false, width: 160 }), place)
  })
}

t.test('an attempt that passes: what it teaches, and what the reached step gives up', async (t) => {
  const lesson = (/** @type {object} */ change, /** @type {string | null} */ reached = 'fast') => formatLesson(
    { ...result, claims: [{ ...claim, faster: 'mine', names: { slower: 'express', faster: 'yours' } }], step: /** @type {any} */ ({ reached }) },
    /** @type {any} */ ({ ...manifest, claims: [], steps: { fast: 'use another framework' }, givesUp: {}, ...change })
  )
  const learnt = 'The lesson: use another framework; in this run express needs about 6.5× as much CPU per request as yours.'
  t.same(lesson({}), [learnt])
  t.same(lesson({ answer: 'it replaces prototypes' }), ['The lesson: it replaces prototypes; in this run express needs about 6.5× as much CPU per request as yours.'], 'the answer to the question')
  const stall = { ...claim, slower: 'koa@many', faster: 'mine@many', names: { slower: 'koa', faster: 'yours' }, requests: { slower: 'many', faster: 'many' }, metric: 'p99', ratio: 3 }
  const steps = { 'some-step': 'use koa', fast: 'use another framework' }
  const claims = [{ id: 'many', faster: 'fast@many', than: 'koa@many', metric: 'p99', atLeast: 1.2 }]
  const own = formatLesson(
    { ...result, claims: [{ ...claim, faster: 'mine' }, /** @type {any} */ (stall)], step: /** @type {any} */ ({ reached: 'fast' }) },
    { ...manifest, claims, steps, givesUp: {} }
  )
  t.match(own, [/^The lesson: use another framework; in this run koa makes the slowest 1 % of many wait about 3× as long as yours/], 'the figure of the last step')
  t.match(lesson({ lesson: 'one', claims: [{ id: 'one', faster: 'some-step', than: 'slow', metric: 'cpu', atLeast: 1.2 }], steps })[0], /^The lesson: use koa; in this run express/, 'the figure of the lesson belongs to its own step')
  t.same(lesson({ givesUp: { fast: 'old middleware' } }), [learnt, 'The solution\'s price: old middleware.'])
  t.same(lesson({ givesUp: { fast: 'old middleware' } }, null), [learnt], 'the price is of a step that was reached')
})

t.test('--explain prints the method and its certainty', async (t) => {
  for (const { lab, plan, last } of recorded) {
    const [plain, told] = [false, true].map((explain) => formatTerminalReport(last, plan, { color: false, explain }))
    t.ok(told.startsWith(plain), `${lab}: nothing else changes`)
    t.ok(widest(told) <= 80)
    const text = told.slice(plain.length).replace(/\s+/g, ' ')
    for (const { id, pairs, published } of last.claims) {
      t.match(text, new RegExp(`${id}: .* in ${pairs} pairs?`))
      if (published) t.match(text, published.source)
    }
    t.match(text, 'a false claim gets the verdict holds in at most 1 run of 1,000')
    t.match(text, `--seed ${last.seed} repeats`)
  }
})

t.test('JUnit and Markdown say the same sentences', async (t) => {
  const broken = { ...result, verdict: 'broken', claims: [{ ...claim, verdict: 'broken', ratio: 1.02, interval: [1.01, 1.03] }] }
  const sentence = 'express needs about 1.02× as much CPU per request as fastify'
  t.match(formatJunit([broken]), `<failure message="broken: ${sentence}; 1.01 to 1.03× (95 % interval) · the lab asks for at least 1.5×"/>`)
  t.match(formatMarkdown([broken]), `| **a-lab** | ✘ broken | ${sentence}<br>1.01 to 1.03× (95 % interval) · the lab asks for at least 1.5× |`)
  t.match(formatMarkdown([result]), '|  | for information | express needs about 1.3× as much CPU per request for POST /echo')
})

t.test('a command is never broken', async (t) => {
  const commands = /** @type {[string, string][]} */ ([['pnpm lab a-lab mine', 'judge your file'], ['pnpm lab a-lab solution --anyway', 'how fast does it']])
  t.equal(formatNextSteps(commands, { color: false, width: 57 }), 'next  pnpm lab a-lab mine                judge your file\n      pnpm lab a-lab solution --anyway   how fast does it')
  t.equal(formatNextSteps(commands, { color: false, width: 56 }), 'next  pnpm lab a-lab mine\n        judge your file\n      pnpm lab a-lab solution --anyway\n        how fast does it')
})

t.test('an undecided result advises what can be typed: a command for another terminal where keys follow', async (t) => {
  const forecast = /** @type {any} */ ({ needs: 'time', pairs: 8 })
  const undecided = { verdict: 'undecided', seconds: 20, claims: [{ ...claim, verdict: 'undecided', interval: [1.2, 7], forecast }] }
  const said = (/** @type {object} */ options) => oneLine(show(undecided, options))
  t.match(said({}), 'More time would give a verdict. Measure longer: --seconds 60')
  t.match(said({ inSession: (/** @type {number} */ seconds) => `Press m for ${seconds} s.` }), 'Press m for 60 s.')
})

t.test('above keys a report ends with its verdict; a file that is unchanged has none, and no reason', async (t) => {
  const inSession = () => 'Press m.'
  t.match(show({}, { inSession }), /^CPU per request[^]*\nWhy: [^]*\n\n✔ HOLDS {2}express needs about 6\.5× [^]*at least 1\.5×/)
  const claims = [claim, { ...claim, id: 'other' }]
  t.match(show({ claims }, { inSession }), /HOLDS.*\n.*\(95 % interval\)[^✔]*✔ HOLDS [^(]*$/, 'the interval of what decides is enough')
  const start = (/** @type {object} */ change) => show({ counters: [], ...change }, { inSession, isStart: true })
  t.match(start({}), /^CPU per request[^]*\n\nExpress needs about 6\.5× as much CPU per request as fastify\.\n6\.1 to 7\.0× \(95 % interval\) · the lab asks for at least 1\.5×$/)
  t.match(start({ limit: { variant: 'limit', fraction: 0.7 } }), 'The lower bound does only what no solution can avoid.', 'explained once')
  t.match(start({ verdict: 'cannot run', claims: [], failure: { part: 'mongo', what: 'cannot be reached', advice: '', stderr: '' } }), /^! CANNOT RUN/)
})

t.test('a report that is longer than the terminal says the same, and its verdict last', async (t) => {
  const [first, last] = [false, true].map((endsWithVerdict) => show({}, { endsWithVerdict }))
  t.same(last.split('\n\n').sort(), first.split('\n\n').sort())
  t.match(first, /^✔ HOLDS/)
  t.match(last.split('\n\n').at(-1), /^✔ HOLDS/)
})

t.test('one pair: there is no interval, and this is said once', async (t) => {
  const one = { pairs: 1, interval: /** @type {[number, number]} */ ([0, Infinity]) }
  const text = show({ claims: [{ ...claim, ...one }, { ...claim, ...one, id: 'other' }] })
  t.equal(text.match(/without an interval/g)?.length, 1)
})

t.test('colour only on request', async (t) => {
  t.notMatch(show({}), '\u001b')
  t.match(show({}, { color: true }), '\u001b[')
})

t.test('each garbage collection before the memory ran out is one short line', async (t) => {
  const collection = (/** @type {number} */ ms, /** @type {string} */ end) => `[25688:0x229fb240]    ${ms} ms: Mark-Compact (reduce) 8.8 (16.7) -> 8.4 (10.2) MB, 38.33 / 0.01 ms  (+ 0.6 ms in 11 steps) ${end}`
  const stderr = `<--- Last few GCs --->\n\n${collection(16089, 'finalize')}${collection(16197, 'finaliz')}\n\n<--- JS stacktrace --->\n`
  const text = formatVariantFailure('memory-leak', { part: 'slow', what: 'was killed by SIGABRT', advice: '', stderr }, colors.createColors(false))
  t.equal(text, `✘ memory-leak: slow was killed by SIGABRT\n  <--- Last few GCs --->\n${[16089, 16197].map((ms) => `  ${ms} ms: Mark-Compact (reduce) 8.8 (16.7) -> 8.4 (10.2) MB\n`).join('')}  <--- JS stacktrace --->`)
})

t.test('reports for CI have the ages and the steady ratio', async (t) => {
  /** @type {any} */
  const steady = { ratio: 8, interval: [7.5, 8.6], node: 'v20.20.2', processor: 'C', cpuSeconds: 10 }
  const warm = { ...result, claims: [{ ...claim, ratio: 16, interval: [15, 17], steady }] }
  t.match(formatMarkdown([warm]), /7\.5–8\.6×/)
  const xml = formatJunit([warm])
  t.match(xml, /<property name="age of slow" value="1.2 s of CPU, 5,000 operations"\/>/)
  t.match(xml, /<property name="steady" value="7\.5–8\.6×"\/>/)
  t.notMatch(formatJunit([result]), /steady/)
  t.match(formatSteadyRatio(steady, { cpu: 'D' }), / \(on C\)$/)
  t.match(formatSteadyRatio({ ...steady, stale: true }, { cpu: 'C' }), / \(before a variant was changed\)$/)
})

t.test('JUnit text is escaped', async (t) => {
  const xml = formatJunit([{ ...result, failure: { code: 'THREW', part: 'fast', what: 'said <no> & "never"', advice: '', stderr: '\u0007' } }])
  t.match(xml, 'said &lt;no&gt; &amp; &quot;never&quot;')
  t.notMatch(xml, '\u0007')
})
