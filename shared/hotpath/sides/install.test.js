import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeProject, makeRepository } from './fixtures/project.js'
import { prepareRevisionComparison } from './revision.js'
import { findErrorLines, runPackageManager } from './install.js'
import { RETRIES } from './install-plan.js'

const LOCK = '{ "lockfileVersion": 3 }'
const MANIFEST = '{ "name": "a", "dependencies": { "locked": "1" } }'
const PERF = "import { fn } from 'hotpath'\n"

const skip = process.platform === 'win32' && 'the fake package managers are shell scripts'

const forgetInstalls = ({ folder }) => rmSync(join(folder, '../cache'), { recursive: true, force: true })

/** A repository with one lock file. */
const makeLocked = (t, files = {}) => makeRepository(t, { 'package.json': MANIFEST, 'package-lock.json': LOCK, 'a.perf.js': PERF, ...files })

const prepare = ({ folder }, revision = 'main', more = {}) => prepareRevisionComparison({ cwd: folder, revision, ...more })

/** What each side has of the package `locked`. */
const readLocked = ({ base, head }) => [base, head].map(({ folder }) => readFileSync(join(folder, 'node_modules/locked/index.cjs'), 'utf8'))

const failInstalls = (where, says) => Object.assign(process.env, { FAKE_FAILS: where, FAKE_SAYS: says })

/** Counts the installs of a comparison. */
async function countInstalls (project, check = (/** @type {any} */ sides) => {}, more = {}) {
  const before = project.installs().length
  const sides = await prepare(project, 'HEAD', more)
  check(sides)
  await sides.remove()
  return project.installs().length - before
}

t.test('lock files that differ, or a script that may build: an install for each side', { skip }, async (t) => {
  const project = makeLocked(t)
  project.write({ 'package-lock.json': `${LOCK} ` })
  const { notes, remove, base, head } = await prepare(project, 'HEAD')
  t.match(notes, ['1 uncommitted file belongs to head. Files that git ignores do not belong to head.', 'Base and head are installed separately, because package-lock.json or the package manager\'s settings differ.'])
  t.match(project.installs(), [/^npm ci/, /^npm ci/])
  t.not(statSync(join(base.folder, 'node_modules/locked')).ino, statSync(join(head.folder, 'node_modules/locked')).ino)
  await remove()
  project.commit({ 'package.json': '{ "scripts": { "preinstall": "tsc" } }' })
  const built = await prepare(project, 'HEAD')
  t.same(built.notes, ['Base and head are installed separately, because the script preinstall of package.json may build files.'])
  t.equal(project.installs().length, 4)
  await built.remove()
})

t.test('a packed file above the repository is found from both sides', { skip }, async (t) => {
  const project = makeProject(t, { name: 'repositories' })
  project.write({ '../a.tgz': 'packed' })
  const inner = join(project.folder, 'inner')
  project.write({
    'inner/package.json': '{ "devDependencies": { "a": "file:../../a.tgz", "b": "../missing" } }',
    'inner/package-lock.json': LOCK,
    'inner/a.perf.js': PERF,
  })
  for (const args of [['init', '--quiet'], ['add', '.'], ['commit', '--quiet', '--message', 'a']]) project.git('-C', inner, ...args)
  const { base, head, remove } = await prepare({ folder: inner }, 'HEAD')
  t.same([base, head].map(({ folder }) => readFileSync(join(folder, '../../a.tgz'), 'utf8')), ['packed', 'packed'])
  await remove()
  t.equal(readFileSync(join(project.folder, '../a.tgz'), 'utf8'), 'packed')
  t.same(readdirSync(project.temporary), [])
})

t.test('without a lock file: one install where package.json asks for the same', { skip }, async (t) => {
  const project = makeRepository(t, { 'package.json': MANIFEST, 'a.perf.js': PERF })
  const first = await prepare(project)
  t.same(first.notes, ['Base and head share one install, because package.json is the same. Without a lock file, packages have the newest allowed versions.'])
  t.match(project.installs(), [/^npm .* --package-lock/])
  t.notOk(existsSync(join(first.base.folder, 'package-lock.json')), 'the checkout is as it was')
  await first.remove()
  project.commit({ 'package.json': MANIFEST.replace('"1"', '"2"') })
  const second = await prepare(project, 'HEAD~1')
  t.match(second.notes, ['Base and head are installed separately, because package.json or the package manager\'s settings differ. Without a lock file, packages have the newest allowed versions.'])
  const [chosen, ...others] = readLocked(second)
  t.match(chosen, /^chosen for .*base$/m)
  t.same(others, [chosen], 'both sides come from one resolution')
  t.notOk(existsSync(join(second.head.folder, 'package-lock.json')))
  await second.remove()
  const before = project.installs().length
  const third = await prepare(project, 'HEAD~1')
  t.same(readLocked(third), [chosen, chosen])
  t.equal(project.installs().length, before, 'and are kept')
  await third.remove()
})

t.test('without a lock file, packages of an earlier day are used where the registry does not answer', { skip }, async (t) => {
  const project = makeRepository(t, { 'package.json': MANIFEST, 'a.perf.js': PERF })
  const install = async () => {
    const { remove, notes, ...sides } = await prepare(project)
    const chosen = readLocked(sides).map((text) => text.slice(0, 6))
    await remove()
    return [...chosen, project.installs().length, notes.at(-1)]
  }
  t.match(await install(), ['chosen', 'chosen', 1])
  const installs = join(project.folder, '../cache/installs')
  const file = join(installs, readdirSync(installs)[0], 'index.json')
  const index = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...index, made: index.made - 25 * 3600 * 1000 }))
  failInstalls('*', 'npm error code ENOTFOUND')
  t.match(await install(), ['chosen', 'chosen', 2, /does not answer, so the packages are those of an earlier day\.$/])
  process.env.FAKE_FAILS = ''
  t.match(await install(), ['chosen', 'chosen', 3, /newest allowed versions\.$/])
  t.match(await install(), ['chosen', 'chosen', 3])
})

t.test('two comparisons at once install once', { skip }, async (t) => {
  const project = makeLocked(t)
  writeFileSync(join(project.bin, 'npm'), readFileSync(join(project.bin, 'npm'), 'utf8').replace('mkdir -p', 'sleep 1; mkdir -p'))
  /** @type {string[]} */
  const steps = []
  const onProgress = (step, isDetail = false) => { if (!isDetail) steps.push(step) }
  const prepared = await Promise.all([1, 2].map(() => prepare(project, 'main', { onProgress })))
  t.equal(project.installs().length, 1)
  t.equal(steps.filter((step) => /^(?:installing|waiting)/.test(step)).length, 2)
  t.same(prepared.map(readLocked), [[LOCK, LOCK], [LOCK, LOCK]])
  for (const { remove } of prepared) await remove()
  const claim = join(project.folder, '../cache/installing', readdirSync(join(project.folder, '../cache/installs'))[0])
  forgetInstalls(project)
  mkdirSync(join(claim, '999999999-gone'), { recursive: true })
  await (await prepare(project)).remove()
  t.equal(project.installs().length, 2, 'nobody waits for a process that is gone')
})

t.test('packages are installed in the folder of the perf file and in those above', { skip }, async (t) => {
  const project = makeRepository(t, { 'package.json': MANIFEST, 'package-lock.json': LOCK, 'benchmarks/package.json': MANIFEST, 'benchmarks/package-lock.json': LOCK, 'benchmarks/a.perf.js': PERF })
  /** @type {string[]} */
  const steps = []
  const { base, head, notes, remove } = await prepare(project, 'main', { onProgress: (step) => steps.push(step) })
  t.match(project.installs(), [/^npm.*\/base$/, /^npm.*\/base\/benchmarks$/])
  t.same(steps.slice(1), ['installing base: npm ci', 'installing base: npm ci in benchmarks'])
  t.same(notes, ['Base and head share one install, because package-lock.json and benchmarks/package-lock.json are the same.'])
  for (const path of ['node_modules/locked/index.cjs', 'benchmarks/node_modules/locked/index.cjs']) {
    t.equal(statSync(join(base.folder, path)).ino, statSync(join(head.folder, path)).ino, path)
  }
  await remove()
  project.write({ 'package-lock.json': `${LOCK} ` })
  const second = await prepare(project)
  t.match(second.notes.at(-1), 'Base and head are installed separately, because package-lock.json or')
  t.match(project.installs().slice(2), [/head$/, /head\/benchmarks$/], 'the install of base was kept')
  await second.remove()
  project.git('rm', '--quiet', 'benchmarks/package-lock.json')
  project.commit()
  const third = await prepare(project)
  t.match(project.installs().slice(-2), [/^npm.*base$/, /^npm .* --package-lock .*base\/benchmarks$/])
  t.same(third.notes, ['Base and head share one install, because package-lock.json and benchmarks/package.json are the same. Without a lock file, packages have the newest allowed versions.'])
  await third.remove()
})

t.test('a monorepo is installed at its root, and each side links its own packages', { skip }, async (t) => {
  const project = makeRepository(t, {
    'package.json': '{ "workspaces": ["packages/*"] }',
    'package-lock.json': LOCK,
    'packages/inner/package.json': '{ "name": "inner" }',
    'packages/inner/index.cjs': 'old',
    'packages/inner/a.perf.cjs': PERF,
    'elsewhere.perf.js': PERF,
  })
  project.write({ 'packages/inner/index.cjs': 'new' })
  const { base, head, remove } = await prepare({ folder: join(project.folder, 'packages/inner') })
  t.match(project.installs(), [/^npm.*\/base$/])
  t.same([base, head].map(({ folder, perfFiles }) => perfFiles.map((file) => file.slice(folder.length + 1))), [['a.perf.cjs'], ['a.perf.cjs']])
  t.same([base, head].map(({ folder }) => readFileSync(join(folder, '../../node_modules/inner/index.cjs'), 'utf8')), ['old', 'new'])
  await remove()
})

t.test('an install that fails on one side is told of that side, and leaves nothing', { skip }, async (t) => {
  const project = makeLocked(t)
  project.write({ 'package-lock.json': `${LOCK} ` })
  const before = project.state()
  failInstalls('*/head*', 'stop')
  await t.rejects(prepare(project), { code: 'INSTALL_FAILED', part: 'head', what: /: line 10; stop$/ })
  t.equal(project.state(), before)
  t.same(readdirSync(project.temporary), [])
})

t.test('of what a failed install prints, the lines that name the error are told', async (t) => {
  for (const [printed, told] of [
    ['npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve\nnpm error     at install (a.js:1)\nnpm error A complete log of this run', 'ERESOLVE unable to resolve'],
    ['throw new ERR_BROKEN()\n ERROR  broken\n    at add (/a.js:1)\n    at run (/b.js:2)', 'ERROR  broken'],
    ['Error: ERR_PNPM_A\n\n  × install\n  ╰─▶ No matching version for\n      b@1 here', 'Error: ERR_PNPM_A; No matching version for b@1 here'],
    ['src/a.ts(1,2): error TS7017: no type\nerror: script "build" exited with code 1', 'src/a.ts(1,2): error TS7017: no type; error: script "build" exited with code 1'],
    ['npm error code E404\nnpm error 404 Not Found - GET https://a/b\nnpm error 404\nnpm error 404  No b', '404 Not Found - GET https://a/b; 404  No b'],
  ]) t.equal(findErrorLines(printed), told)
})

t.test('a registry that does not answer and a full disk are no fault of the install', { skip }, async (t) => {
  const project = makeProject(t)
  const fail = async (says) => {
    failInstalls('*', says)
    return runPackageManager(/** @type {any} */ ({ command: 'npm' }), ['ci'], { folder: project.folder, name: 'head' }).catch((error) => error)
  }
  t.match(await fail('npm error code ENOTFOUND'), { code: 'REGISTRY_UNREACHABLE' })
  t.match(await fail("npm error code ECONNREFUSED\nnpm error FetchError: request to http://files.test:8080/a failed, reason: connect ECONNREFUSED\nnpm error     at emit (node:events:1:1) {\nnpm error   code: 'ECONNREFUSED',\nnpm error }"), {
    what: /npm ci .* no answer from files\.test:8080, or an error: .*request to http:\/\/files\.test:8080\/a failed, reason: connect ECONNREFUSED$/,
    advice: /registry/,
  })
  t.match(await fail('npm error ENOSPC: no space left on device'), { code: 'DISK_FULL', advice: /TMPDIR/ })
})

t.test('a package manager that is not installed is named', { skip }, async (t) => {
  const project = makeRepository(t, { 'package.json': MANIFEST, 'pnpm-lock.yaml': '', 'a.perf.js': PERF })
  const git = project.git('--exec-path').trim()
  process.env.PATH = git
  /** @type {string[]} */
  const steps = []
  const refuses = (advice) =>
    t.rejects(prepare(project, 'main', { onProgress: (step) => steps.push(step) }), { code: 'TOOL_MISSING', part: 'pnpm', advice })
  await refuses(/npm .* --global pnpm$/)
  project.write({ 'package.json': MANIFEST.replace('{', '{ "packageManager": "pnpm@10.1.0+sha512.abc",') })
  await refuses(/npm .* --global pnpm@10\.1\.0$/)
  t.same(steps, [], 'before a checkout')
})

t.test('the timeouts of pnpm 8 to 10 are in order as words too', async (t) => {
  const [least, most] = RETRIES.slice(1).map((setting) => setting.split('=')[1])
  t.ok(Number(least) < Number(most) && least < most)
})

t.test('of two lock files in the base, the one that head has is used', { skip }, async (t) => {
  const project = makeRepository(t, { 'package.json': MANIFEST, 'package-lock.json': '{}', 'pnpm-lock.yaml': '', 'a.perf.js': PERF })
  project.git('checkout', '--quiet', '-b', 'change')
  project.git('rm', '--quiet', 'pnpm-lock.yaml')
  project.commit()
  const { remove } = await prepare(project)
  t.match(project.installs(), [/^npm .*base$/])
  await remove()
})

t.test('what the user has installed is linked where the lock file is the same, and nothing else of it', { skip }, async (t) => {
  const project = makeLocked(t, { '.gitignore': 'node_modules' })
  project.write({ 'node_modules/locked/index.cjs': 'mine' })
  const inode = (folder) => statSync(join(folder, 'node_modules/locked/index.cjs')).ino
  const installsOf = (more = {}) => {
    forgetInstalls(project)
    return countInstalls(project, undefined, more)
  }
  t.equal(await installsOf(), 1, 'nobody knows whether an install has ended')
  project.write({ 'node_modules/.package-lock.json': '{}' })
  const { base, head, notes, remove } = await prepare(project, 'HEAD')
  t.same([inode(base.folder), inode(head.folder)], [inode(project.folder), inode(project.folder)])
  t.match(notes, [/ share one install, .* Both use your node_modules\.$/])
  await remove()
  t.equal(await installsOf({ setup: 'echo written > node_modules/locked/index.cjs' }), 0)
  t.equal(readFileSync(join(project.folder, 'node_modules/locked/index.cjs'), 'utf8'), 'mine', 'a setup writes into a copy')
  project.write({ 'package.json': MANIFEST.replace('"1"', '"1", "new": "1"'), 'node_modules/.package-lock.json': '{}' })
  t.equal(await installsOf(), 1, 'a package is missing')
  project.write({ 'package.json': MANIFEST.replace('{', '{ "scripts": { "postinstall": "patch-package" },'), 'node_modules/.package-lock.json': '{}' })
  t.equal(await installsOf(), 2, "an install, and head's script, because the user's packages may be patched by head's script")
})

t.test('what the user has installed serves both sides without a lock file too, but not one of them', { skip }, async (t) => {
  const project = makeRepository(t, { 'package.json': MANIFEST, 'a.perf.js': PERF, '.gitignore': 'node_modules\npackage-lock.json' })
  project.write({ 'node_modules/locked/index.cjs': 'mine', 'node_modules/.package-lock.json': '{}', 'package-lock.json': LOCK })
  const both = await prepare(project, 'HEAD')
  t.same(readLocked(both), ['mine', 'mine'])
  t.match(both.notes, [/ the same\. Both use your node_modules\.$/])
  await both.remove()
  t.same(project.installs(), [])
  project.write({ 'package.json': MANIFEST.replace('{', '{ "overrides": { "a": "1" },'), 'node_modules/.package-lock.json': '{}' })
  const apart = await prepare(project, 'HEAD')
  t.match(readLocked(apart), [/^chosen/, /^chosen/], 'head asks for something else, so neither side gets them')
  await apart.remove()
  t.equal(project.installs().length, 2)
})

t.test('an install is kept for the next comparison, until the lock file, package.json or NODE_ENV changes', { skip }, async (t) => {
  const project = makeLocked(t)
  const installsOf = (more = {}) => {
    const start = 'setup' in more ? 'w' : '{'
    return countInstalls(project, (sides) => t.same(readLocked(sides).map(([first]) => first), [start, start]), more)
  }
  t.same([await installsOf(), await installsOf()], [1, 0])
  t.equal(await installsOf({ setup: 'echo written > node_modules/locked/index.cjs' }), 0)
  t.equal(await installsOf(), 0, 'the setup has written into copies')
  process.env.NODE_ENV = 'production'
  t.equal(await installsOf(), 1)
  delete process.env.NODE_ENV
  project.commit({ 'package.json': MANIFEST.replace('"1"', '"2"') })
  t.equal(await installsOf(), 1)
  t.same(readdirSync(project.temporary), [])
})

t.test('--modules: your own node_modules on the sides that ask for the same', { skip }, async (t) => {
  const project = makeLocked(t, { '.gitignore': 'node_modules' })
  project.write({ 'node_modules/locked/index.cjs': 'mine' })
  const useModules = () => prepare(project, 'main~0', { modules: true })
  const same = await useModules()
  t.same(readLocked(same), ['mine', 'mine'])
  t.same(project.installs(), [])
  await same.remove()
  failInstalls('*', 'npm error code ENOTFOUND')
  await t.rejects(prepare(project), { code: 'REGISTRY_UNREACHABLE', advice: /add --modules$/ })
  process.env.FAKE_FAILS = ''
  forgetInstalls(project)
  project.write({ 'package-lock.json': `${LOCK} ` })
  const other = await useModules()
  t.match(other.notes.at(-1), /--modules: base does not use your node_modules, because package-lock\.json differs\..* Head uses your node_modules\.$/)
  t.equal(project.installs().length, 2)
  await other.remove()
})

t.test('what stands in the way of a kept install is a line, and the comparison goes on', { skip }, async (t) => {
  const project = makeLocked(t)
  const installs = join(project.folder, '../cache/installs')
  const install = async () => {
    let last
    const installs = await countInstalls(project, ({ notes, ...sides }) => {
      t.match(readLocked(sides)[0], LOCK)
      last = notes.at(-1)
    })
    return [installs, last]
  }
  writeFileSync(join(project.folder, '../cache'), 'a file, as a folder that cannot be written')
  t.match(await install(), [1, /not kept for the next comparison: .* cannot be written \(E\w+\)\.$/])
  rmSync(join(project.folder, '../cache'))
  t.match(await install(), [1, /the same\.$/])
  const [kept] = readdirSync(installs)
  writeFileSync(join(installs, kept, 'files/node_modules/locked/index.cjs'), 'damaged')
  t.match(await install(), [1, /changed since, so it was installed again\.$/])
  t.match(await install(), [0, /earlier comparison has installed\.$/])
  writeFileSync(join(project.bin, 'npm'), readFileSync(join(project.bin, 'npm'), 'utf8').replace('mkdir -p', 'echo >> package-lock.json; mkdir -p'))
  forgetInstalls(project)
  t.match(await install(), [1, /the lock file changed during the install\.$/])
  t.notOk(existsSync(installs), 'nothing is kept')
})
