import { readFileSync, readdirSync } from 'node:fs'
import stringWidth from 'fast-string-width'
import t from 'tap'
import { convertToAscii, isAsciiTerminal, writeAsciiIfNeeded } from './ascii.js'

t.test('signs become ASCII of the same width, and what is in ASCII stays', async (t) => {
  const report = '✔ HOLDS  a needs about 8× as much CPU as b\n         6.7 to 9.3× (95 % interval) · at least 3× · a…\na  ████▌  2.3 µs'
  t.equal(convertToAscii(report), '+ HOLDS  a needs about 8x as much CPU as b\n         6.7 to 9.3x (95 % interval) | at least 3x | a~\na  #####  2.3 us')
  for (const text of ['\u001b[31m✘\u001b[39m', 'naïve café', 'é', '⠋⠙⠹', '日本 🚀 ☃', '▏▎▍▌▋▊▉█']) {
    const ascii = convertToAscii(text)
    t.match(ascii, /^[\0-\x7f]+$/)
    t.ok(stringWidth(ascii) <= stringWidth(text), text)
  }
  t.equal(convertToAscii('opening a-lab …'), 'opening a-lab..')
  t.equal(convertToAscii('send (body) { … }, listen(8, …), new Response(…)'), 'send (body) {.. }, listen(8,..), new Response(..)')
  t.equal(convertToAscii('plain\r\u001b[K'), 'plain\r\u001b[K')
  t.equal(convertToAscii('yours answers "a…\\"\n  é", 8×'), 'yours answers "a\\u2026\\"\n  \\u00e9", 8x', 'but a quoted value stays that value')
})

t.test('a terminal that cannot draw is found', async (t) => {
  for (const [env, platform, expected] of /** @type {[NodeJS.ProcessEnv, NodeJS.Platform, boolean][]} */ ([
    [{ TERM: 'dumb', LANG: 'en_US.UTF-8' }, 'linux', true],
    [{ TERM: 'xterm', LANG: 'C' }, 'linux', true],
    [{ TERM: 'xterm', LANG: 'de_DE.ISO-8859-1' }, 'linux', true],
    [{ TERM: 'xterm', LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, 'linux', true],
    [{ TERM: 'xterm', LANG: 'C.UTF-8' }, 'linux', false],
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
    const stream = /** @type {any} */ ({ isTTY, write: (text) => { written += text } })
    writeAsciiIfNeeded(stream, { isWanted, env })
    stream.write('×')
    t.equal(written, expected)
  }
})

t.test('every sign on a page of a lab has an ASCII character of its own', async (t) => {
  const labs = new URL('../../labs/', import.meta.url)
  const files = readdirSync(labs).map((lab) => new URL(`${lab}/README.md`, labs))
  t.ok(files.length >= 20)
  for (const file of files) t.notMatch(convertToAscii(readFileSync(file, 'utf8').replaceAll('?', '')), '?', String(file))
})
