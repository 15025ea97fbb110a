import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { SOURCE_HASH_PATTERN, hashVariantSources, isSameProgram } from './sources.js'

t.test('a hash changes with the variant\'s program, and with nothing else', async (t) => {
  const folder = t.testdir({
    'slow.cjs': 'require("./step.cjs") // from "./README.md"',
    'step.cjs': "const part = require('./part.cjs')",
    'part.cjs': '1',
    'fast.cjs': 'import("./later.mjs") // views',
    'later.mjs': '5',
    'README.md': 'old',
    views: { 'page.pug': 'h1' },
  })
  /** @type {any} */
  const lab = { folder, manifest: { flags: {} }, files: { slow: join(folder, 'slow.cjs'), fast: join(folder, 'fast.cjs') } }
  const before = hashVariantSources(lab)
  /** Which variants another text of a file changes. */
  const changedBy = (file, text) => {
    const old = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, file), text)
    const now = hashVariantSources(lab)
    writeFileSync(join(folder, file), old)
    return Object.keys(before).filter((variant) => now[variant] !== before[variant])
  }
  t.same(changedBy('part.cjs', '3'), ['slow'], 'what it loads by way of another')
  t.same(changedBy('fast.cjs', '3'), ['fast'])
  t.same(changedBy('later.mjs', '6'), ['fast'], 'what it loads when it needs it')
  t.same(changedBy('views/page.pug', 'h2'), ['fast'], 'a folder that it names')
  t.notSame(hashVariantSources({ ...lab, manifest: { flags: { '*': ['--no-opt'] } } }), before, 'with what flags they run')
  t.same(changedBy('README.md', 'new'), [], 'what stands in a comment is not loaded')
  t.same(changedBy('part.cjs', '1 // says why'), [], 'a comment costs nothing')
  for (const hash of Object.values(before)) t.match(hash, SOURCE_HASH_PATTERN)
  t.same(changedBy('fast.cjs', 'no {'), ['fast'], 'nor does a file that cannot be parsed end anything')
  mkdirSync(join(folder, 'data', 'curves'), { recursive: true })
  writeFileSync(join(folder, 'data', 'curves', 'node20.json'), '{}')
  t.same(hashVariantSources(lab), before, 'a record is no source')
})

t.test('a copy in another folder, with another name and other comments, is the same program', async (t) => {
  const folder = t.testdir({
    lab: { 'step.js': "import './app.js'", 'app.js': 'export default 1', 'fast.js': "import './other.js'", 'other.js': 'export default 2' },
    my: { 'mine.js': "import './app.js' // as step", 'app.js': 'export default 1' },
  })
  const mine = join(folder, 'my', 'mine.js')
  t.ok(isSameProgram(mine, join(folder, 'lab', 'step.js')))
  t.notOk(isSameProgram(mine, join(folder, 'lab', 'fast.js')))
  writeFileSync(join(folder, 'my', 'app.js'), 'export default 3')
  t.notOk(isSameProgram(mine, join(folder, 'lab', 'step.js')), 'what it loads counts')
})
