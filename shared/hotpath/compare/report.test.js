import t from 'tap'
import { describeDisturbances } from './disturbances.js'
import { formatJunit, formatMarkdown, formatTerminalOutput, formatResultSentence } from './report.js'
import { mergeShardResults, findExitCode, findWorstVerdict } from './result.js'
import { benchmark, call } from './fixtures/result.js'

/** @import { BenchmarkResult } from './result.js' */

t.test('each verdict is a sentence that a colleague would say', async (t) => {
  /** @type {[Partial<BenchmarkResult>, string][]} */
  const cases = [
    [{ verdict: 'slower', difference: 1.124, interval: [1.081, 1.163] }, 'your files is about 12 % slower than main (8 to 16 %)'],
    [{ verdict: 'slower', difference: 5.53, interval: [4.71, 6.48] }, 'your files takes about 5.5 times as long as main (4.7 to 6.5 times)'],
    [{ kind: 'server', verdict: 'slower', difference: 1.3, interval: [1.2, 1.4] }, 'your files needs about 30 % more CPU per request than main (20 to 40 %)'],
    [{ kind: 'heap', verdict: 'slower', difference: 100.4, interval: [91.8, 108.2] }, 'your files leaks about 100 bytes more per request than main (92 to 108)'],
    [{ kind: 'heap', verdict: 'faster', difference: -100.4, interval: [-108.2, -91.8] }, 'your files leaks about 100 bytes less per request than main (92 to 108)'],
    [{ kind: 'server', rate: 500, verdict: 'slower', difference: 21.2, interval: [14, 32] }, 'the slowest 5 % of requests wait about 21 times as long for your files as for main (14 to 32 times)'],
    [{ verdict: 'not slower', difference: 0.999, interval: [0.982, 1.012], atMost: 1.046 }, 'your files is not slower than main: at most 4.6 % slower (−1.8 to 4.6 %)'],
    [{ kind: 'heap', verdict: 'not slower', difference: -2, interval: [-6, 2], atMost: -1 }, 'your files leaks no more memory than main: at most 2 bytes per request (−6 to 2)'],
    [{ verdict: 'faster', difference: 0.8, interval: [0.75, 0.85] }, 'your files is about 1.25 times (1.18 to 1.33) as fast as main'],
    [{ verdict: 'failed', reason: 'your files exited with code 0' }, 'your files exited with code 0'],
    [
      { interval: [0.9, 1.2], forecast: { pairs: 24, visible: 1.31, seconds: 12 } },
      'cannot tell. your files costs from 10 % less to 20 % more than main; a slowdown of up to 5 % passes. In this time only a slowdown of 31 % or more would show. To measure long enough, add --seconds 12 --filter \'parse\'',
    ],
    [{ interval: [1.04, 1.06], disturbed: true }, 'cannot tell. Two processes of main also differ from each other, so this machine is too noisy now. your files costs 4 to 6 % more than main; a slowdown of up to 5 % passes.'],
  ]
  for (const [parts, words] of cases) t.equal(formatResultSentence(benchmark(parts), call([])), words)
  const claim = call([], { question: { asks: 'claim', faster: 1.5 } })
  const open = benchmark({ difference: 0.75, interval: [0.6, 0.8], forecast: { pairs: 24, visible: null, seconds: 12 } })
  t.match(formatResultSentence(open, claim), /^cannot tell\. your files is about 1\.33 times \(1\.25 to 1\.67\) as fast as main, and you asked for 1\.5 times as fast\. To/)
  t.equal(formatResultSentence(benchmark({ verdict: 'broken', difference: 0.8, interval: [0.77, 0.83] }), claim),
    'broken. your files is about 1.25 times (1.2 to 1.3) as fast as main, and you asked for 1.5 times as fast')
})

t.test('the screen has a line for each benchmark, the error rate, and what disturbed', async (t) => {
  const result = call([
    benchmark({ verdict: 'slower', difference: 1.12, interval: [1.08, 1.16], disturbed: true }),
    benchmark({ name: 'same', verdict: 'unchanged', pairs: 0 }),
    benchmark({ name: 'graph', verdict: 'faster', remark: 'both sides answer with errors' }),
  ], { added: ['fresh'], removed: ['gone'], disturbances: ['Other programs used 40 % of this machine\'s CPU time.'] })
  const screen = formatTerminalOutput(result, { color: false, width: 120, undecided: 'pass' })
  t.match(screen, /^✘ .* 12 % .* main \(8 to 16 %\)\n✔ graph: .*\n! graph: both sides answer with errors\n- Same code .*: same\. [^-]*--all\n- New, .*: fresh\n- .*\n\n/)
  t.match(screen.replaceAll(/\s+/g, ' '), /A slowdown of up to 5 % passes\. At most 1 run in 100 wrongly reports a larger one\./)
  t.match(screen, /main .*\.\nOther .* 40 %/)
  const own = formatMarkdown(call([benchmark({}), benchmark({ name: 'wide', margin: 0.1 }), benchmark({ name: 'leak', kind: 'heap', margin: 32 })]))
  t.match(own, 'A slowdown of up to 5 % passes; with margins of their own wide: a slowdown of up to 10 %, leak: a leak of up to 32 bytes per request. At most')
})

t.test('garbage collections that take more than a third of the time have a line', async (t) => {
  const result = call([benchmark({ collections: { base: 0.2, head: 0.41 } }), benchmark({ name: 'other', collections: { base: 0.2, head: 0.3 } })])
  for (const text of [formatTerminalOutput(result, { color: false, width: 120, undecided: 'pass' }), formatMarkdown(result)]) {
    t.match(text, 'parse: garbage collections take 20 % of the time on base, 41 % on head.')
    t.notMatch(text, 'other: garbage')
  }
})

t.test('a clock or a CPU that the user chose has no line, one that fits the code has', async (t) => {
  const usual = /** @type {const} */ ({ clock: 'wall', pins: true, isParallel: false, waits: false })
  for (const [timing, line] of /** @type {[object, RegExp | undefined][]} */ ([
    [{ waits: true }, /because a version mostly waits: parse/],
    [{ pins: false, isParallel: true }, /because a version computes on several CPUs: parse/],
    [{}, undefined],
    [{ pins: false }, undefined],
    [{ isParallel: true }, undefined],
  ])) {
    const text = formatMarkdown(call([benchmark({ timing: { ...usual, ...timing } })]))
    if (line) t.match(text, line)
    else t.notMatch(text, /because a version/, JSON.stringify(timing))
  }
})

t.test('inputs that one verdict hides have a line: not where all of them became slower, and a few of many', async (t) => {
  const say = (parts) => formatMarkdown(call([benchmark(parts)]))
  const slow = Array.from({ length: 30 }, (_, index) => ({ input: index + 1, times: 4 }))
  t.match(say({ verdict: 'slower', difference: 1.5, slowInputs: slow }), 'each of the inputs 1, 2, 3 and 27 more alone')
  t.notMatch(say({ verdict: 'slower', difference: 3.8, slowInputs: slow }), 'alone')
  t.match(say({ verdict: 'not slower', slowInputs: slow.slice(0, 1) }), 'input 1 alone')
})

t.test('JUnit and Markdown say what the screen says', async (t) => {
  const result = call([
    benchmark({ name: 'a<b', verdict: 'different answers', reason: 'input 1: main answers 1 | 2, your files answers "3"' }),
    benchmark({ name: 'unsure' }),
    benchmark({ name: 'same', verdict: 'unchanged' }),
    benchmark({ name: 'none', verdict: 'cannot run', reason: 'main exited' }),
  ])
  const xml = formatJunit(result, { undecided: 'pass' })
  t.match(xml, /tests="4" failures="1" errors="1"/)
  t.match(xml, /name="a&lt;b" time="4">\s*<failure message=".* 1: main .* 1 \| 2, .* &quot;3&quot;"\/>/)
  t.match(xml, /name="same" time="4">\s*<skipped\/>/)
  t.match(formatJunit(result, { undecided: 'fail' }), /failures="2"/)
  t.match(formatMarkdown(call([benchmark({ name: 'fix #12 of @me/it' })])), '| fix #&#8203;12 of @&#8203;me/it |')
  t.match(formatMarkdown(result), 'At most 1 run in 100')
  t.notMatch(formatMarkdown(call([benchmark({ verdict: 'unchanged', pairs: 0 })])), 'At most 1 run', 'nothing was measured')
  t.match(formatMarkdown(result), '| a&#60;b | different answers | different answers, so nothing was timed. input 1: main answers 1 &#124; 2')
})

t.test('exit codes: red is 1, cannot run 4, undecided 0 or 3', async (t) => {
  const codes = (undecided) => (verdict) =>
    findExitCode(call([benchmark({ verdict })]), { undecided })
  t.same(['slower', 'broken', 'failed', 'different answers', 'cannot run', 'undecided', 'not slower', 'unchanged'].map(codes('pass')), [1, 1, 1, 1, 4, 0, 0, 0])
  t.equal(codes('fail')('undecided'), 3)
  const wide = call([benchmark({ interval: [0.98, 1.48] }), benchmark({ name: 'leak', kind: 'heap', interval: [-10, 900] })])
  t.same([0.5, 0.3].map((undecided) => findExitCode(wide, { undecided })), [0, 3], 'a slowdown of 48 % is possible')
  t.equal(findExitCode(call([benchmark({ interval: null })]), { undecided: 0.5 }), 3)
  t.equal(findWorstVerdict([benchmark({ verdict: 'not slower' }), benchmark({ verdict: 'slower' }), benchmark({ verdict: 'undecided' })]), 'slower')
})

t.test('parts of one call are merged, parts of two calls are refused', async (t) => {
  const [one, two] = [call([benchmark({ verdict: 'faster' })]), call([benchmark({ name: 'other', verdict: 'slower' })], { seconds: 30, notes: ['a note'] })]
  const merged = mergeShardResults([{ file: '1.json', result: one }, { file: '2.json', result: two }])
  t.match(merged, { verdict: 'slower', seconds: 30, notes: ['a note'], benchmarks: [{ name: 'parse' }, { name: 'other' }] })
  const stranger = call([benchmark({ name: 'other' })], { sides: { base: 'v1', head: 'your files' } })
  const [first, second] = [one, two].map((result, place) => ({ file: `${place + 1}.json`, result: { ...result, shard: { index: place + 1, of: 3 } } }))
  /** @type {[string, { file: string, result: any }[], RegExp?][]} */
  const refused = [
    ['DIFFERENT_SHARDS', [{ file: '1.json', result: one }, { file: '2.json', result: stranger }]],
    ['DIFFERENT_SHARDS', [{ file: '1.json', result: one }, { file: '1.json', result: one }]],
    ['MISSING_SHARDS', [first, second], / 3\/3\./],
    ['MISSING_SHARDS', [first], / 2\/3, 3\/3\./],
    ['DIFFERENT_SHARDS', [first, { file: '2.json', result: two }]],
    ['BAD_RESULT', [{ file: 'x.json', result: { labs: [] } }]],
    ['BAD_RESULT', [{ file: 'x.json', result: { ...one, schema: 1 } }], /hotpath compare … --json > x\.json$/],
    ['BAD_RESULT', [{ file: 'x.json', result: { ...one, schema: 3 } }]],
  ]
  for (const [code, parts, message = /./] of refused) t.throws(() => mergeShardResults(parts), { code, message })
})

t.test('what disturbs is named: other programs, the hypervisor, a quota', async (t) => {
  const before = { at: 0, busy: 1000, stolen: 0, own: 500, throttled: 3 }
  // Two cores make 2,000 kernel counts in ten seconds.
  const after = { at: 10_000, busy: 2600, stolen: 100, own: 1500, throttled: 10 }
  t.same(describeDisturbances(before, after, 2), [
    'Other programs used 30 % of the CPU time, which makes the ranges wider.',
    'The hypervisor withheld 5 % of the CPU time.',
    'The container\'s CPU quota stopped the processes 7 times.',
  ])
  t.same(describeDisturbances(before, { ...before, at: 10_000, busy: 2000, own: 1500 }, 2), [])
})
