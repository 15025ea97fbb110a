import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeProject, makeRepository } from './fixtures/project.js'
import { prepareRevisionComparison } from './revision.js'

const LOCK = '{ "lockfileVersion": 3 }'
const MANIFEST = '{ "name": "a", "dependencies": { "locked": "1" } }'
const PERF = "import { fn } from 'hotpath'\n"

const prepare = ({ folder }, revision = 'main', more = {}) => prepareRevisionComparison({ cwd: folder, revision, ...more })

const skip = process.platform === 'win32' && 'the fake package managers are shell scripts'

t.test('a branch against main: two checkouts, one install, and nothing left', { skip }, async (t) => {
  const project = makeProject(t, { name: 'a 50%25 project' })
  project.git('init', '--quiet', '--initial-branch=main')
  project.commit({ 'package.json': MANIFEST, 'package-lock.json': LOCK, 'sum.js': 'old', 'sum.perf.js': PERF, 'gone.perf.cjs': PERF })
  project.git('checkout', '--quiet', '-b', 'faster')
  rmSync(join(project.folder, 'gone.perf.cjs'))
  project.commit({ 'sum.js': 'new', 'sum.perf.js': `${PERF}// changed\n`, 'bench/new one.perf.mjs': PERF })
  const before = project.state()
  /** @type {string[]} */
  const steps = []
  const { base, head, notes, remove } = await prepare(project, 'main', { onProgress: (what) => steps.push(what) })
  t.match(base.label, /^main \([0-9a-f]{7}\)$/)
  t.match(head.label, /^faster \([0-9a-f]{7}\)$/)
  t.equal(base.folder.length, head.folder.length)
  t.same([base, head].map(({ folder }) => readFileSync(join(folder, 'sum.js'), 'utf8')), ['old', 'new'])
  for (const { folder, perfFiles } of [base, head]) t.same(perfFiles, ['bench/new one.perf.mjs', 'sum.perf.js'].map((path) => join(folder, path)))
  t.match(readFileSync(base.perfFiles[1], 'utf8'), 'changed', "the head's perf file is on both sides")
  t.same(notes, [
    'New in head, and copied to base: bench/new one.perf.mjs',
    'Removed in head, so not compared: gone.perf.cjs',
    'Changed in head, and copied to base: sum.perf.js',
    'Base and head share one install, because package-lock.json is the same.',
  ])
  t.match(project.installs(), [/^npm.* in .*base$/])
  t.same(steps, [`checking out ${base.label} and ${head.label}`, 'installing base: npm ci'])
  await remove()
  await remove()
  t.equal(project.state(), before)
  t.same(readdirSync(project.temporary), [])
  t.notOk(existsSync(join(project.folder, '.git', 'worktrees')))
})

t.test('nothing is installed or built where the code is the same and the perf files load in the user\'s folder', { skip }, async (t) => {
  const project = makeRepository(t, { 'package.json': MANIFEST, 'package-lock.json': LOCK, 'a.js': 'export default 1', 'a.perf.mjs': PERF })
  project.write({ 'a.js': '// one\nexport default 1' })
  const installsOf = async (more = {}, isLoaded = true) => {
    const before = project.installs().length
    const { base, head, isSame = false, remove } = await prepare(project, 'main', { checkFiles: async () => isLoaded, setup: 'echo > built.js', ...more })
    t.equal([base, head].every(({ folder }) => folder === project.folder), isSame && isLoaded)
    await remove()
    t.same(readdirSync(project.temporary), [])
    return project.installs().length - before
  }
  t.equal(await installsOf(), 0)
  t.equal(await installsOf({ all: true }), 1)
  const forget = () => rmSync(join(project.folder, '../cache'), { recursive: true })
  forget()
  t.equal(await installsOf({}, false), 1)
  forget()
  project.write({ 'a.js': 'export default 2' })
  t.equal(await installsOf(), 1)
  const changed = { 'a.perf.mjs': `// why\n${PERF}` }
  project.write({ 'a.js': 'export default 1', ...changed })
  t.equal(await installsOf(), 0)
  for (const [files, why] of /** @type {[Record<string, string>, string][]} */ ([
    [{ 'a.perf.mjs': `${PERF}fn('a', {})` }, 'a function may be in the perf file itself'],
    [{ ...changed, 'own.perf.mjs': PERF }, 'also in a new one'],
    [{ ...changed, 'own.perf.mjs': `${PERF}import './new.js'`, 'new.js': '' }, 'a file that base got from head says nothing about base'],
  ])) {
    forget()
    project.write(files)
    t.equal(await installsOf(), 1, why)
  }
  forget()
  mkdirSync(join(project.folder, 'sub'))
  for (const digit of ['1', '2']) {
    project.git('update-index', '--add', '--cacheinfo', `160000,${digit.repeat(40)},sub`)
    project.git('commit', '--quiet', '--message', 'a')
  }
  rmSync(join(project.folder, 'own.perf.mjs'))
  project.write({ 'a.perf.mjs': PERF })
  const { base, isSame, remove } = await prepare(project, 'HEAD~1', { checkFiles: async () => true })
  t.same([base.top, isSame], [undefined, false], 'a submodule differs, and is empty in both checkouts')
  await remove()
})

t.test('uncommitted, untracked and removed files belong to head; ignored ones do not', { skip }, async (t) => {
  const project = makeRepository(t, { '.gitignore': '*.log\nown.perf.js\n', 'a.js': '1', 'b.js': '1', 'c.js': '1', 'folder/d.js': '1' })
  project.write({ 'a.js': '2', 'new ä.perf.js': PERF, 'x.log': '', 'own.perf.js': PERF, 'c.js': 'staged' })
  project.git('add', 'c.js')
  project.write({ 'stashed.js': '1' })
  project.git('stash', 'push', '--quiet', '--include-untracked', 'stashed.js')
  rmSync(join(project.folder, 'b.js'))
  rmSync(join(project.folder, 'folder'), { recursive: true })
  writeFileSync(join(project.folder, 'folder'), 'a file now')
  symlinkSync('a.js', join(project.folder, 'link.js'))
  const before = project.state()
  // Git would write the file's new time into its index.
  utimesSync(join(project.folder, '.gitignore'), 1, 1)
  const index = readFileSync(join(project.folder, '.git/index'))
  const { base, head, notes, remove } = await prepare(project)
  t.same(readdirSync(base.folder).sort(), ['.git', '.gitignore', 'a.js', 'b.js', 'c.js', 'folder', 'new ä.perf.js'])
  t.same(readdirSync(head.folder).sort(), ['.git', '.gitignore', 'a.js', 'c.js', 'folder', 'link.js', 'new ä.perf.js'])
  t.same(['a.js', 'c.js', 'folder'].map((path) => readFileSync(join(head.folder, path), 'utf8')), ['2', 'staged', 'a file now'])
  t.ok(lstatSync(join(head.folder, 'link.js')).isSymbolicLink())
  t.match(head.label, /^main \([0-9a-f]{7}\)/)
  t.match(notes, ['7 uncommitted files belong to head. Files that git ignores do not belong to head.', 'New in head, and copied to base: new ä.perf.js'])
  await remove()
  const named = await prepare(project, 'main', { files: ['own.perf.js'] })
  t.same([named.base, named.head].map(({ perfFiles }) => perfFiles.map((file) => readFileSync(file, 'utf8'))), [[PERF], [PERF]], 'a named file may be ignored')
  await named.remove()
  t.same(readFileSync(join(project.folder, '.git/index')), index)
  t.equal(project.state(), before)
})

t.test('a branch that head is behind is compared from the merge base; a tag, a hash and --exact-base are taken as they are', async (t) => {
  const project = makeRepository(t, { 'a.perf.js': PERF, 'a.js': 'fork' })
  const fork = project.git('rev-parse', '--short=7', 'HEAD').trim()
  project.git('branch', 'feature')
  project.commit({ 'a.js': 'tip' })
  const tip = project.git('rev-parse', '--short=7', 'HEAD').trim()
  project.git('tag', 'v1')
  project.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  project.git('checkout', '--quiet', 'feature')
  const readBase = async (revision, exact = false) => {
    const { notes, base, remove } = await prepare(project, revision, { exact })
    const text = readFileSync(join(base.folder, 'a.js'), 'utf8')
    await remove()
    return { text, notes: notes.length, label: base.label }
  }
  for (const branch of ['main', 'origin/main']) t.match(await readBase(branch), { text: 'fork', notes: 1, label: fork }, branch)
  for (const revision of ['v1', tip, 'main~0']) t.match(await readBase(revision), { text: 'tip', notes: 0, label: tip }, revision)
  t.match(await readBase('main', true), { text: 'tip', notes: 0, label: tip })
  t.match(await readBase('feature'), { text: 'fork', notes: 0, label: fork })
  const clone = join(project.temporary, 'shallow')
  project.git('clone', '--quiet', '--depth=1', '--no-single-branch', '--branch=feature', `file://${project.folder}`, clone)
  await t.rejects(prepare({ folder: clone }, 'origin/main'), { code: 'SHALLOW_CLONE', advice: /git fetch --unshallow/ })
  project.git('checkout', '--quiet', '--orphan', 'other')
  project.commit({ 'a.js': 'other' })
  await t.rejects(prepare(project), { code: 'NO_MERGE_BASE', message: /--exact-base/ })
})

t.test('hooks of the repository do not run, and a hook may call', async (t) => {
  const project = makeRepository(t, { 'a.perf.js': PERF })
  const hook = join(project.folder, '.git/hooks/post-checkout')
  mkdirSync(join(hook, '..'), { recursive: true })
  writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  process.env.GIT_DIR = join(project.temporary, 'no repository')
  t.teardown(() => { delete process.env.GIT_DIR })
  await (await prepare(project)).remove()
})

t.test('what is wrong is said in a line, with what to type', async (t) => {
  const project = makeProject(t)
  const refuses = async (code, revision, { cwd = project.folder, files = /** @type {string[]} */ ([]), message = /./ } = {}) => {
    await t.rejects(prepareRevisionComparison({ cwd, revision, files }), { code, message }, revision)
  }
  await refuses('NO_REPOSITORY', 'main')
  project.git('init', '--quiet', '--initial-branch=main')
  for (const revision of ['main', 'HEAD']) await refuses('NO_COMMIT', revision)
  project.commit({ 'sum.js': '1' })
  project.git('tag', 'v2.1.0')
  project.git('update-ref', 'refs/remotes/origin/trunk', 'HEAD')
  await refuses('NO_REVISION', 'mian', { message: /--base main/ })
  await refuses('NO_REVISION', 'v2.1.1', { message: /--base v2.1.0/ })
  await refuses('NO_REVISION', 'trunk', { message: /--base origin\/trunk/ })
  await refuses('NO_REVISION', 'zzzzzzzzzzz', { message: /git .* --all; git/ })
  project.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk')
  await refuses('NO_REVISION', 'zzzzzzzzzzz', { message: /--base origin\/trunk/ })
  await refuses('NO_REVISION', '--all')
  await refuses('NO_PERF_FILE', 'main')
  await refuses('NO_FILE', 'main', { files: ['sun.js'], message: /sum\.js/ })
  project.write({ '../outside.perf.js': PERF })
  await refuses('OUTSIDE', 'main', { files: ['../outside.perf.js'] })
  project.git('clone', '--quiet', '--depth=1', `file://${project.folder}`, join(project.temporary, 'shallow'))
  await refuses('SHALLOW_CLONE', '1234567', { cwd: join(project.temporary, 'shallow') })
  rmSync(join(project.temporary, 'shallow'), { recursive: true })
  t.same(readdirSync(project.temporary), [], 'nothing is left')
  t.equal(project.git('worktree', 'list').trim().split('\n').length, 1)
})
