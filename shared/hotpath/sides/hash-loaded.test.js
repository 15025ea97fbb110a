import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { findLoaded, loadSameFiles } from './hash-loaded.js'

const FILES = {
  'package.json': '{}',
  'bench/a.perf.js': "import { fn } from 'hotpath'\nimport { sum } from '../src/sum.js'\nimport dep from 'dep/part.js'\nimport 'node:path'\nfn('sum', { run: () => sum(dep) })\n",
  'src/sum.js': "import table from './table%20of.json' with { type: 'json' }\nexport * from './more.mjs'\nexport const sum = table\n",
  'src/table of.json': '[]',
  'src/more.mjs': "import legacy from './legacy/index.js'\nexport default import('@a/scoped')",
  'src/legacy/index.js': "const part = require('./part')\nmodule.exports = part\nreturn\n",
  'src/legacy/part.cjs': '',
  'src/legacy/part.js': "'use strict'\n",
  'src/unused.js': '1',
  'README.md': '1',
  'node_modules/dep/package.json': '{ "name": "dep", "dependencies": { "deeper": "1" }, "peerDependencies": { "missing": "1" }, "peerDependenciesMeta": { "optional": {} } }',
  'node_modules/dep/part.js': '',
  'node_modules/dep/views/page.pug': '',
  'node_modules/dep/node_modules/deeper/package.json': '{ "name": "deeper", "dependencies": { "dep": "1" } }',
  'node_modules/dep/node_modules/deeper/index.js': "require(process.argv[2]); require('fs')",
  'node_modules/optional/package.json': '{ "name": "optional" }',
  'node_modules/optional/index.js': '',
  'node_modules/config/package.json': '{ "name": "config" }',
  'node_modules/other/package.json': '{ "name": "other" }',
  'node_modules/other/index.js': '',
  'packages/scoped/package.json': '{ "name": "@a/scoped" }',
  'packages/scoped/index.js': "import '../shared/part.js'\nimport 'unlisted'",
  'packages/scoped/sub.js': '',
  'packages/shared/part.js': '',
  'node_modules/unlisted/package.json': '{ "name": "unlisted" }',
  'node_modules/unlisted/index.js': '',
}

function write (folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** @param {any} t @returns {string} a folder with FILES */
function makeSide (t) {
  const folder = t.testdir({ side: {} })
  write(join(folder, 'side'), FILES)
  mkdirSync(join(folder, 'side/node_modules/@a'))
  symlinkSync('../../packages/scoped', join(folder, 'side/node_modules/@a/scoped'))
  return join(folder, 'side')
}

function hashLoadedFiles (file, folder) {
  const loaded = findLoaded(file, folder)
  return loaded && loaded.own + loaded.hashPackages()
}

const hash = (folder) => hashLoadedFiles(join(folder, 'bench/a.perf.js'), folder)

t.test('a hash changes with each file that is loaded, and with nothing else', async (t) => {
  const folder = makeSide(t)
  const before = hash(folder)
  t.match(before, /^[0-9a-f]{128}$/)
  const changes = (files) => {
    write(folder, files)
    const after = hash(folder)
    write(folder, { ...Object.fromEntries(Object.keys(files).map((path) => [path, ''])), ...FILES })
    return after !== before
  }
  for (const path of ['src/unused.js', 'README.md', 'node_modules/other/index.js', 'src/legacy/part.cjs']) t.notOk(changes({ [path]: '1' }), path)
  for (const path of ['src/legacy/part.js', 'node_modules/dep/part.js', 'node_modules/dep/views/page.pug', 'node_modules/dep/node_modules/deeper/index.js', 'node_modules/optional/index.js', 'packages/scoped/index.js', 'packages/shared/part.js', 'node_modules/unlisted/index.js']) {
    t.ok(changes({ [path]: '2' }), path)
  }
  t.ok(changes({ 'src/table of.json': '[ ]' }), 'a file that is no program counts byte for byte')
  t.notOk(changes({ 'bench/a.perf.js': `// why\n${FILES['bench/a.perf.js']}` }), 'a comment is no change')
  t.ok(changes({ 'package.json': '{ "type": "module" }' }), 'the module system')
  t.equal(hash(folder), before)
})

t.test('two folders load the same files, unless one of these or a package differs, or nobody can know', async (t) => {
  const base = makeSide(t)
  const head = join(base, '../head')
  cpSync(base, head, { recursive: true, verbatimSymlinks: true })
  const areSame = () => loadSameFiles([join(base, 'bench/a.perf.js'), base], [join(head, 'bench/a.perf.js'), head])
  t.ok(areSame())
  for (const path of ['src/more.mjs', 'node_modules/dep/part.js']) {
    write(head, { [path]: `${FILES[/** @type {keyof FILES} */ (path)]}\nexport const more = 1` })
    t.notOk(areSame(), path)
    write(head, FILES)
  }
  for (const side of [base, head]) write(side, { 'src/more.mjs': "import 'node:fs'" })
  t.notOk(areSame())
})

t.test('the name of a file counts only if both sides have it, because bundlers write a hash of all comments into names', async (t) => {
  const [base, head] = ['base', 'head'].map((name) => join(t.testdir({ base: {}, head: {} }), name))
  const bundle = (chunk, text) => ({
    'package.json': '{}',
    'a.perf.js': "import './dist/index.js'",
    'dist/index.js': `export * from './${chunk}'`,
    [`dist/${chunk}`]: text,
  })
  const areSame = (from, to) => {
    for (const [side, files] of [[base, from], [head, to]]) {
      rmSync(side, { recursive: true })
      write(side, files)
    }
    return loadSameFiles([join(base, 'a.perf.js'), base], [join(head, 'a.perf.js'), head])
  }
  const plain = bundle('chunk-ab12cd34.js', 'export const a = 1')
  t.ok(areSame(plain, bundle('chunk-ef56gh78.js', '// why\nexport const a = 1')))
  t.notOk(areSame(plain, bundle('chunk-ef56gh78.js', 'export const a = 2')))
  t.notOk(areSame(plain, bundle('chunk-ef56gh78.mjs', 'export const a = 1')), 'another module system')
  t.notOk(areSame({ ...plain, 'dist/other.js': '' }, bundle('other.js', 'export const a = 1')), 'a name that base has too')
})

t.test('a package of the same repository is traced like any other file', async (t) => {
  const folder = makeSide(t)
  const scoped = (manifest, program) => {
    write(folder, { 'packages/scoped/package.json': JSON.stringify({ name: '@a/scoped', ...manifest }), 'bench/a.perf.js': program })
    return hash(folder)
  }
  t.type(scoped({ exports: { '.': { types: './index.d.ts', import: './sub.js', default: './sides.js' }, './style.css': './style.css' } }, "import '@a/scoped'"), 'string')
  t.equal(scoped({ exports: { './*': './*.js' } }, "import '@a/scoped/sub'"), null, 'a pattern may name any file')
  t.equal(scoped({ main: 'gone.js', exports: './gone.js' }, "import '@a/scoped'"), null, 'what is not built yet')
  const before = scoped({}, "import '@a/scoped/sub.js'")
  write(folder, { 'packages/scoped/sub.js': "import '../shared/more.js'", 'packages/shared/more.js': '1' })
  const between = hash(folder)
  t.not(between, before)
  write(folder, { 'packages/shared/more.js': '2' })
  t.not(hash(folder), between)
  write(folder, { 'package.json': '{ "name": "dep", "exports": "./src/sum.js" }', 'bench/a.perf.js': "import 'dep'" })
  t.equal(hash(folder), null, 'a package that imports itself by its name')
})

t.test('neither the folder nor the name of the perf file is in the hash', async (t) => {
  const folder = makeSide(t)
  const before = hash(folder)
  renameSync(folder, `${folder} of 50%25`)
  t.equal(hash(`${folder} of 50%25`), before)
  write(`${folder} of 50%25`, { 'bench/b.js': FILES['bench/a.perf.js'] })
  t.equal(hashLoadedFiles(join(`${folder} of 50%25`, 'bench/b.js'), folder), before)
})

t.test('what a program names as text may be loaded by another package', async (t) => {
  const folder = makeSide(t)
  write(folder, { 'bench/a.perf.js': "app.set('view engine', 'other')" })
  const before = hash(folder)
  write(folder, { 'node_modules/other/index.js': '//' })
  t.not(hash(folder), before)
})

t.test('a program that does not show what it loads has no hash', async (t) => {
  const folder = makeSide(t)
  const programs = [
    'import(name)', 'require(name)', 'const load = require', "require.resolve('dep')", "module.require('dep')", 'import.meta.url', '__dirname', 'process.cwd()', 'process[name]()', 'process.loadEnvFile()', 'const { getBuiltinModule } = process', 'const { ...all } = process', 'const own = process',
    "import { readFileSync } from 'node:fs'", "require('fs/promises')", "export { createRequire } from 'module'", "import 'worker_threads'", "import 'missing'", "import './missing.js'",
    "import 'config'", "import '#own'", 'app.static(`../src`)', "app.static('legacy.json')", 'not { a program',
  ]
  write(folder, { 'bench/legacy.json': '' })
  for (const program of programs) {
    write(folder, { 'bench/a.perf.js': program })
    t.equal(hash(folder), null, program)
  }
  write(folder, { 'bench/a.perf.js': "import '../src/unused.js'", 'src/unused.js': 'import(name)' })
  t.equal(hash(folder), null, 'also in a file that it loads')
  for (const program of ["fetch('/')", "'a.b'.split('.')", "import 'node:http'", "['', '..', '/users', '\\0', 'x'.repeat(300)]", 'process.env.HOME', 'const { env } = process']) {
    write(folder, { 'bench/a.perf.js': program })
    t.type(hash(folder), 'string', program)
  }
})
