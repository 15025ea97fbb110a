import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { findLoaded } from './hash-loaded.js'
import { haveSameCode, readCode } from './same-code.js'

const FILES = {
  'package.json': '{ "type": "module" }',
  'bench/sum.perf.js': "import { readFileSync } from 'node:fs'\nimport '../dist/sum.js'\n",
  'dist/sum.js': '/*! sum 1.0.0 */\nexport const sum = (a, b) => a + b\n',
  'dist/sum.js.map': '{ "mappings": "AAAA" }',
  'dist/world.map': 'land',
  'src/sum.c': '#define A 1\nchar *sum   = "// sum";\n',
  'README.md': 'It sums.',
}

/** @param {any} t @param {Record<string, string>} [ofHead] @returns {string[]} two checkouts, the second with other files */
function makeSides (t, ofHead = {}) {
  const top = t.testdir({})
  return [FILES, { ...FILES, ...ofHead }].map((files, index) => {
    const folder = join(top, ['base', 'head'][index])
    write(folder, files)
    return folder
  })
}

function write (folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

t.test('comments, blanks, numbers of versions in a header and source maps change no code', async (t) => {
  /** @type {Record<string, string>[]} */
  const alike = [
    {},
    { 'dist/sum.js': '/*! sum 1.0.1 */\nexport const sum = (a, b) =>\n  a + b // why\n' },
    { 'dist/sum.js.map': '{ "mappings": "AACA" }' },
    { 'src/sum.c': '#define A 1\n/* adds\n */\nchar *sum = "// sum"; // why' },
  ]
  for (const files of alike) {
    const [base, head] = makeSides(t, files)
    t.ok(await haveSameCode(base, head), JSON.stringify(files))
  }
})

t.test('everything else is another program, because the code may read any file', async (t) => {
  /** @type {Record<string, string>[]} */
  const others = [
    { 'dist/sum.js': 'export const sum = (a, b) => b + a\n' },
    { 'dist/sum.js': 'export const sum = (a, b) => {' },
    { 'README.md': 'It adds.' },
    { 'package.json': '{}' },
    { 'dist/more.js': '' },
    { 'dist/sum.js': "'use strict'\nexport const sum = (a, b) => a + b\n" },
    { 'node_modules/dep/index.json': '1' },
    { 'dist/sum.js': '/*! sum 1.0.0 */\nexport const sum = /* @__PURE__ */ (a, b) => a + b\n' },
    { 'src/sum.c': '#define A 1\nchar *sum = "// sums";\n' },
    { 'src/sum.c': '#define A 1 char *sum = "// sum";\n' },
    { 'dist/world.map': 'sea' },
    { 'dist/sum.js': '#!/usr/bin/env -S node --jitless\nexport const sum = (a, b) => a + b\n' },
    { 'dist/sum.js': '/* webpackMode: "eager" */ export const sum = (a, b) => a + b\n' },
    { 'dist/sum.js': '/* @vite-ignore */ export const sum = (a, b) => a + b\n' },
  ]
  for (const files of others) {
    const [base, head] = makeSides(t, files)
    t.notOk(await haveSameCode(base, head), JSON.stringify(files))
  }
})

t.test('a file that may be executed is another one', { skip: process.platform === 'win32' && 'no file has this permission' }, async (t) => {
  const [base, head] = makeSides(t)
  t.ok(await haveSameCode(base, head))
  chmodSync(join(head, 'dist/sum.js'), 0o755)
  t.notOk(await haveSameCode(base, head))
})

t.test('a link into its own checkout is the same link, and one elsewhere is not', async (t) => {
  const [base, head] = makeSides(t)
  for (const folder of [base, head]) symlinkSync(join(folder, 'dist'), join(folder, 'own'), 'junction')
  t.ok(await haveSameCode(base, head))
  symlinkSync(join(base, 'dist'), join(base, 'other'), 'junction')
  symlinkSync(join(base, 'dist'), join(head, 'other'), 'junction')
  t.notOk(await haveSameCode(base, head))
})

t.test('comments of TypeScript do not count without a compiler that removes types; the end of a line, and a type, do', async (t) => {
  // outside of this repository, whose compiler Node would find
  const folder = mkdtempSync(join(tmpdir(), 'same-code-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const read = (text, name = 'a.ts') => {
    writeFileSync(join(folder, name), text)
    return String(readCode(join(folder, name)))
  }
  const text = 'export function f<T>(a: T, b?: string): T | undefined {\n  if (/[/*]/.test(`a` + b!)) return\n  return a as T\n}\n'
  const same = [text.replace('if', '// why\n  if'), text.replace('a: T', 'a: /* any */ T'), text.replaceAll('  ', '\t')]
  for (const other of same) t.equal(read(other), read(text), other)
  const others = [text.replace('return a', 'return\n a'), text.replace('a: T', 'a: any'), text.replace('/[/*]/', '/[/* ]/'), text.replace('`a`', '`a `')]
  for (const other of others) t.not(read(other), read(text), other)
  t.not(read('@a class B {} // c\n'), read('@a class B {}\n'), 'bytes, where JavaScript has no such tokens')
})

t.test('types count where the project has no compiler, and do not count where it has one', async (t) => {
  const typed = { 'bench/sum.perf.ts': "import { sum } from '../src/sum.js'\nsum(1, 2)\n", 'src/sum.ts': 'export const sum = (a: number, b: number) => a + b\n' }
  const renamed = { ...typed, 'src/sum.ts': 'type N = number // why\nexport const sum = (a: N, b: N): N => a + b\n' }
  // outside of this repository, whose compiler Node would find
  const folder = mkdtempSync(join(tmpdir(), 'same-code-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const list = () => [typed, renamed, { ...typed, 'src/sum.ts': 'export const sum = (a: number, b: number) => b + a\n' }].map((files) => {
    write(folder, files)
    return findLoaded(join(folder, 'bench/sum.perf.ts'), folder)?.own ?? null
  })
  t.same(list(), [null, null, null])
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(dirname(dirname(createRequire(import.meta.url).resolve('typescript'))), join(folder, 'node_modules/typescript'), 'junction')
  const [plain, other, changed] = list()
  t.type(plain, 'string')
  t.equal(other, plain)
  t.not(changed, plain)
})
