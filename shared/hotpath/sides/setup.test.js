import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeProject } from './fixtures/project.js'
import { prepareRevisionComparison } from './revision.js'
import { explainIgnoredFile, setUpSides } from './setup.js'

const PERF = "import { fn } from 'hotpath'\n"

function makeBuiltProject (t, manifest = {}) {
  const project = makeProject(t)
  project.git('init', '--quiet', '--initial-branch=main')
  const build = "import { cpSync } from 'node:fs'\ncpSync('source.js', 'built.js')\n"
  project.commit({ 'package.json': JSON.stringify(manifest), '.gitignore': 'built.js\n.env\n', 'build.mjs': build, 'source.js': 'old', 'a.perf.js': PERF })
  project.git('checkout', '--quiet', '-b', 'change')
  project.commit({ 'source.js': 'new' })
  writeFileSync(join(project.folder, '.env'), 'SIZE=3\n')
  return project
}

const readBoth = ({ base, head }, file) => [base, head].map(({ folder }) => readFileSync(join(folder, file), 'utf8'))

t.test('both sides are built, and get the files that git ignores', async (t) => {
  for (const [how, manifest, options] of /** @type {[string, object, object][]} */ ([
    ['by options', {}, { setup: 'node build.mjs', copy: ['.env'] }],
    ['by an install', {}, { install: 'node build.mjs', copy: ['.env'] }],
    ['by package.json', { hotpath: { setup: 'node build.mjs', copy: ['.env'] } }, {}],
  ])) {
    const { folder } = makeBuiltProject(t, manifest)
    const sides = await prepareRevisionComparison({ cwd: folder, revision: 'main', ...options })
    t.same(readBoth(sides, 'built.js'), ['old', 'new'], how)
    t.same(readBoth(sides, '.env'), ['SIZE=3\n', 'SIZE=3\n'], how)
    await sides.remove()
    t.notOk(existsSync(join(folder, 'built.js')), "the user's folder is untouched")
  }
})

t.test('what cannot be done is refused, and leaves nothing', async (t) => {
  const { folder, state } = makeBuiltProject(t)
  mkdirSync(join(folder, 'lib'))
  const before = state()
  for (const [options, code] of /** @type {[object, string][]} */ ([
    [{ copy: ['missing'] }, 'NO_FILE'],
    [{ copy: ['lib'] }, 'NO_FILE'],
    [{ copy: ['../outside'] }, 'NO_FILE'],
    [{ setup: 'node -e "process.exit(3)"' }, 'SETUP_FAILED'],
    [{ setup: 'no-such-command-there' }, 'SETUP_FAILED'],
  ])) await t.rejects(prepareRevisionComparison({ cwd: folder, revision: 'main', ...options }), { code })
  t.same(state(), before)
  writeFileSync(join(folder, 'package.json'), '{ "hotpath": { "copy": ".env" } }')
  await t.rejects(prepareRevisionComparison({ cwd: folder, revision: 'main' }), { code: 'BAD_PACKAGE_JSON' })
})

t.test('a setup that fails on the base only is told so, one that asks gets no answer, and one that hangs is ended', async (t) => {
  const folder = t.testdir({ base: { 'fails.js': '' }, head: {} })
  const sides = (/** @type {const} */ (['base', 'head'])).map((name) => ({ name, label: name, folder: join(folder, name) }))
  const set = (command, seconds = 60) => setUpSides(command, [sides], () => {}, seconds)
  await t.rejects(set('node -e "process.exit(Number(fs.existsSync(\'fails.js\')))"'), { code: 'SETUP_FAILED', part: 'base', advice: /base only/ })
  await set('node -e "process.stdin.resume().on(\'end\', () => {})"')
  await t.rejects(set('node -e "setInterval(() => {}, 1000)"', 0.5), { code: 'SETUP_FAILED', what: /within 0\.5 s$/, advice: /base and head/ })
  if (process.platform !== 'win32') await t.rejects(set('kill -9 $$'), { code: 'SETUP_FAILED', what: /was ended by SIGKILL$/ })
  const gone = /** @type {const} */ ([{ name: 'base', label: 'base', folder: join(folder, 'gone') }])
  await t.rejects(setUpSides('node --version', [[...gone]], () => {}), { code: 'SETUP_FAILED', what: /did not start \(.*ENOENT\)$/ })
})

t.test('a file that only the user\'s folder has leads to the script that makes it, or to a copy', async (t) => {
  const folder = t.testdir({ lib: { 'a.js': '' }, 'data.json': '', 'package.json': '{ "scripts": { "build": "tsc", "make": "cp -r src lib" } }' })
  t.match(explainIgnoredFile({ cwd: folder, top: folder }, 'lib/a.js'), /--setup "npm run make"$/)
  t.match(explainIgnoredFile({ cwd: join(folder, 'lib'), top: folder }, '../lib/a.js'), /--setup "npm --prefix \.\. run make"$/)
  t.equal(explainIgnoredFile({ cwd: folder, top: folder }, 'missing.js'), undefined)
  t.match(explainIgnoredFile({ cwd: folder, top: folder }, 'data.json'), /--copy data\.json$/)
})
