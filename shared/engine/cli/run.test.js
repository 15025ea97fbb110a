import { readFileSync, readdirSync } from 'node:fs'
import { Writable } from 'node:stream'
import { Command } from 'commander'
import stringWidth from 'fast-string-width'
import t from 'tap'
import { UsageError } from '../failures.js'
import { formatCommanderError, makeMain, makeIntegerParser, makeNumberParser, makeWordParser, parseExistingFile, parseInteger, parseMinutes, parseSeconds, parseShard, convertToAscii, isAsciiTerminal, writeAsciiIfNeeded, wrapHelp } from './run.js'
import { printLine } from './terminal.js'

t.test('a message of commander is one line, with what to type where arguments are too many', async (t) => {
  const command = new Command('pnpm').command('bench').argument('<name>').argument('[variant]')
  t.equal(formatCommanderError("error: unknown option '--sed'\n(Did you mean --seed?)\n", command), "unknown option '--sed' (Did you mean --seed?)")
  t.equal(formatCommanderError('error: too many arguments.', command), 'too many arguments. Type: pnpm bench <name> [variant]')
})

t.test('a command runs in this process, with streams and an environment of its own, and gives its exit code', async (t) => {
  const streams = () => {
    const text = { stdout: '', stderr: '' }
    const collect = (/** @type {'stdout' | 'stderr'} */ name) => new Writable({ write (chunk, _, done) { text[name] += chunk; done() } })
    return { text, stdout: collect('stdout'), stderr: collect('stderr') }
  }
  const main = makeMain({ name: 'this tool', install: 'npm ci' }, () => {
    const program = new Command('tool')
    program.command('say').action(() => {
      printLine(String(process.env.SAYS))
      process.exitCode = 3
    })
    program.command('load').action(() => import(/** @type {any} */ ('no-such-package')))
    program.command('fail').argument('<how>').action((how) => { throw how === 'usage' ? new UsageError('Say what.') : new TypeError('no such seed') })
    return program
  })
  const before = { stdout: process.stdout, env: process.env, exitCode: process.exitCode }
  const run = async (/** @type {string[]} */ ...words) => {
    const { text, ...given } = streams()
    return { code: await main(words, { ...given, env: { SAYS: 'so' } }), ...text }
  }
  t.same(await run('say'), { code: 3, stdout: 'so\n', stderr: '' })
  t.same(await run('fail', 'usage'), { code: 2, stdout: '', stderr: 'Say what.\n' })
  t.match(await run('fail', 'else'), { code: 70, stdout: '', stderr: /^This is a bug in this tool, .*\nTypeError: no such seed\n +at / })
  t.match(await run('load'), { code: 4, stdout: '', stderr: /^The package no-such-package is not installed\. .* npm ci\n$/ })
  t.match(await run('sya'), { code: 2, stdout: '', stderr: /^unknown command 'sya'/ })
  t.match(await run('--help'), { code: 0, stdout: /^Usage: tool /, stderr: '' })
  t.same({ stdout: process.stdout, env: process.env, exitCode: process.exitCode }, before)
})

t.test('a number within its bounds is accepted', async (t) => {
  t.equal(parseInteger('0'), 0)
  t.equal(parseInteger('4294967295'), 4294967295)
  t.equal(parseSeconds('0.5'), 0.5)
  t.equal(parseSeconds('86400'), 86400)
  t.equal(parseMinutes('1440'), 1440)
  t.equal(makeNumberParser('', 0.1, 100)('0.1'), 0.1)
  t.equal(makeIntegerParser(2, 100)('2'), 2)
})

t.test('a number out of bounds, a fraction, a word and nothing are refused, with the bounds', async (t) => {
  for (const text of ['-1', '4294967296', '1.5', 'x', '', ' ']) t.throws(() => parseInteger(text), { message: 'Expected a whole number from 0 to 4294967295.' }, text)
  for (const text of ['0', '86401', 'NaN', '']) t.throws(() => parseSeconds(text), { message: /0 .* 86400\.$/ }, text)
  for (const text of ['0', '1441']) t.throws(() => parseMinutes(text), { message: /at most 1440\.$/ }, text)
  for (const text of ['0.09', '101']) t.throws(() => makeNumberParser('it', 0.1, 100)(text), { message: 'Expected it.' }, text)
  for (const text of ['1', '101']) t.throws(() => makeIntegerParser(2, 100)(text), { message: 'Expected a whole number from 2 to 100.' }, text)
})

t.test('a word that is not known gets the nearest one, or all', async (t) => {
  const parse = makeWordParser(['function', 'server', 'heap'])
  t.equal(parse('heap'), 'heap')
  t.throws(() => parse('servr'), { message: 'Did you mean server?' })
  t.throws(() => parse('zzzzzzzz'), { message: 'Expected one of function, server, heap.' })
})

t.test('a part of the labs is i/n, from 1 to n', async (t) => {
  t.same(parseShard('1/3'), { index: 1, of: 3 })
  t.same(parseShard('3/3'), { index: 3, of: 3 })
  for (const text of ['0/3', '4/3', '1', '1/0', 'a/b', '1/3/3', '-1/3']) t.throws(() => parseShard(text), { message: /such as 1\/3/ }, text)
})

t.test('a file has to exist, and becomes an absolute path', async (t) => {
  t.equal(parseExistingFile(import.meta.filename), import.meta.filename)
  t.throws(() => parseExistingFile('no-such.js'), { message: /no-such\.js\.$/ })
})

t.test('signs become ASCII of the same width, and what is in ASCII stays', async (t) => {
  const report = '✔ HOLDS  a needs about 8× as much CPU as b\n         6.7 to 9.3× (95 % interval) · at least 3× · …\na  ████▌  2.3 µs'
  t.equal(convertToAscii(report), '+ HOLDS  a needs about 8x as much CPU as b\n         6.7 to 9.3x (95 % interval) | at least 3x | .\na  #####  2.3 us')
  for (const text of ['\u001b[31m✘\u001b[39m', 'naïve café', 'é', '⠋⠙⠹', '日本 🚀 ☃', '▏▎▍▌▋▊▉█']) {
    const ascii = convertToAscii(text)
    t.match(ascii, /^[\0-\x7f]+$/)
    t.ok(stringWidth(ascii) <= stringWidth(text), text)
  }
  t.equal(convertToAscii('plain\r\u001b[K'), 'plain\r\u001b[K')
})

t.test('a terminal that cannot draw is found', async (t) => {
  for (const [env, platform, expected] of /** @type {[NodeJS.ProcessEnv, NodeJS.Platform, boolean][]} */ ([
    [{ TERM: 'dumb', LANG: 'en_US.UTF-8' }, 'linux', true],
    [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, 'linux', true],
    [{ TERM: 'xterm', LANG: 'C' }, 'linux', true],
    [{ TERM: 'xterm', LANG: 'de_DE.ISO-8859-1' }, 'linux', true],
    [{ TERM: 'xterm', LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, 'linux', true],
    [{ TERM: 'xterm', LANG: 'C.UTF-8' }, 'linux', false],
    [{ TERM: 'xterm', LANG: 'de_DE.utf8' }, 'darwin', false],
    [{ TERM: 'xterm' }, 'linux', false],
    [{}, 'win32', true],
    [{ WT_SESSION: 'x' }, 'win32', false],
    [{ TERM_PROGRAM: 'vscode' }, 'win32', false],
    [{ TERM: 'xterm', HOTPATH_ASCII: '1' }, 'linux', true],
    [{ TERM: 'dumb', HOTPATH_ASCII: '0' }, 'linux', false],
  ])) t.equal(isAsciiTerminal(env, platform), expected, JSON.stringify(env))
})

t.test('a pipe gets ASCII only by an option', async (t) => {
  const env = { HOTPATH_ASCII: '1' }
  for (const [isTTY, isWanted, expected] of /** @type {const} */ ([[true, false, 'x'], [false, false, '×'], [false, true, 'x']])) {
    let written = ''
    const stream = /** @type {any} */ ({ isTTY, write: (/** @type {string} */ text) => { written += text } })
    writeAsciiIfNeeded(stream, { isWanted, env })
    stream.write('×')
    t.equal(written, expected)
  }
})

t.test('every sign on a page of a lab has an ASCII character of its own', async (t) => {
  const labs = new URL('../../../labs/', import.meta.url)
  const files = readdirSync(labs).map((lab) => new URL(`${lab}/README.md`, labs))
  t.ok(files.length >= 20)
  for (const file of files) t.notMatch(convertToAscii(readFileSync(file, 'utf8').replaceAll('?', '')), '?', String(file))
})

t.test('a paragraph is wrapped as a whole, and only where a line of it is too long', async (t) => {
  t.equal(wrapHelp('one two three four\nfive six\n\nseven\neight\n', 12), 'one two\nthree four\nfive six\n\nseven\neight\n')
})

t.test('what an entry of a list does stays beside it where there is room, and else goes below', async (t) => {
  const [beside, below] = ['  pnpm lab  the labs, and how each of them went', '  pnpm versions record --across slow  the same on two']
  t.equal(wrapHelp(beside, 40), '  pnpm lab  the labs, and how each of\n            them went')
  t.equal(wrapHelp(below, 50), '  pnpm versions record --across slow\n      the same on two')
  t.equal(wrapHelp(below, 80), below)
})
