import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeProject } from './fixtures/project.js'
import { preparePackageComparison } from './packages.js'

const skip = process.platform === 'win32' && 'the fake package managers are shell scripts'

t.test('two versions of a dependency: two copies of the project, its lock file in both', { skip }, async (t) => {
  const project = makeProject(t)
  project.git('init', '--quiet')
  project.write({ '.gitignore': 'node_modules\n', 'package.json': '{ "dependencies": { "@a/b": "4" } }', 'package-lock.json': '{}', 'bench/a.perf.js': "import 'hotpath'\nimport '@a/b'", 'node_modules/x': '' })
  const before = project.state()
  const { base, head, notes, remove } = await preparePackageComparison({ cwd: join(project.folder, 'bench'), base: '@a/b@4', head: '@a/b@5' })
  t.same([base.label, head.label], ['@a/b@4.0.0', '@a/b@5.0.0'])
  t.equal(base.folder.length, head.folder.length)
  for (const { folder, perfFiles } of [base, head]) {
    t.same(perfFiles, [join(folder, 'a.perf.js')])
    t.equal(readFileSync(perfFiles[0], 'utf8'), "import 'hotpath'\nimport '@a/b'", 'not tracked by git')
    t.ok(existsSync(join(folder, '../package-lock.json')))
    t.notOk(existsSync(join(folder, '../node_modules/x')))
  }
  t.match(project.installs(), [/^npm.* @a\/b@4 in .*\/base$/, /^npm.* @a\/b@5 in .*\/head$/])
  t.same(notes, [])
  await remove()
  t.same(readdirSync(project.temporary), [])
  t.equal(project.state(), before)
})

t.test('a project without git, and a package that it does not list', { skip }, async (t) => {
  const project = makeProject(t)
  project.write({ 'package.json': '{ "packageManager": "pnpm@10.0.0" }', 'a.perf.js': "import 'hotpath'\nimport 'b'", 'node_modules/x': '', 'inner/node_modules/x': '', 'inner/y': '' })
  const { base, notes, remove } = await preparePackageComparison({ cwd: project.folder, base: 'b@4', head: 'b@4' })
  t.match(project.installs(), [/^pnpm add .*catalog-mode=manual.* b@4 in/], 'a strict catalog does not stop the copy, and head takes what base has')
  t.same(readdirSync(join(base.folder, 'inner')), ['y'])
  t.same(notes, ['Both sides are b@4.0.0: every difference is noise.'], 'no other package is there that could load another version of b')
  await remove()
})

t.test('several packages that move together', { skip }, async (t) => {
  const project = makeProject(t)
  project.write({ 'package.json': '{ "dependencies": { "b": "4", "c": "4" } }', 'a.perf.js': "import 'hotpath'\nimport './own.js'", 'own.js': "import 'b'\nimport 'c'" })
  const { base, head, notes, remove } = await preparePackageComparison({ cwd: project.folder, base: 'b@4,c@4', head: 'b@5,c@5' })
  t.match(project.installs(), [/ b@4 c@4 in/, / b@5 c@5 in/])
  t.match([base.label, head.label], [/ and c@4\.0\.0$/, / and c@5\.0\.0$/])
  t.same(notes, [])
  await remove()
  await t.rejects(preparePackageComparison({ cwd: project.folder, base: 'b@4,c@4', head: 'b@5' }), { code: 'DIFFERENT_PACKAGES' })
})

t.test('a package that another one asks for at its old version has to move with it', { skip }, async (t) => {
  const project = makeProject(t)
  project.write({ 'package.json': '{ "dependencies": { "b": "4", "c": "4" } }', 'vendor/c/package.json': '{ "version": "4.0.0", "peerDependencies": { "b": "^4.0.0" } }', 'a.perf.js': "import 'hotpath'\nimport 'b'" })
  const { base, head, notes, remove } = await preparePackageComparison({ cwd: project.folder, base: 'b@4', head: 'b@5' })
  t.equal(base.unmetPeer, undefined)
  t.match(head.unmetPeer, /^c@4\.0\.0 asks for b \^4\.0\.0\..* b@4\.0\.0,c@4\.0\.0 b@5\.0\.0,c@latest$/)
  t.same(notes, [head.unmetPeer])
  await remove()
})

t.test('exact versions are installed once; a package that nothing imports is pointed out', { skip }, async (t) => {
  const project = makeProject(t)
  project.write({ 'package.json': '{ "dependencies": { "b": "4" } }', 'package-lock.json': '{}', 'a.perf.js': "import 'hotpath'" })
  const installsOf = async (base, head) => {
    const before = project.installs().length
    const { notes, remove, ...sides } = await preparePackageComparison({ cwd: project.folder, base, head })
    t.match(notes, [/^No perf file names b,/])
    t.same([sides.base, sides.head].map(({ folder }) => JSON.parse(readFileSync(join(folder, 'node_modules/b/package.json'), 'utf8')).version.slice(0, 1)), ['4', '5'])
    await remove()
    return project.installs().length - before
  }
  t.same([await installsOf('b@4.0.0', 'b@5.0.0'), await installsOf('b@4.0.0', 'b@5.0.0')], [2, 0])
  const installs = join(project.folder, '../cache/installs')
  for (const name of readdirSync(installs)) {
    const file = join(installs, name, 'index.json')
    const index = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...index, made: index.made - 25 * 3600 * 1000 }))
  }
  t.equal(await installsOf('b@4.0.0', 'b@5.0.0'), 2, 'after a day, because their dependencies may be newer')
  t.same([await installsOf('b@4', 'b@5'), await installsOf('b@4', 'b@5')], [2, 0], 'for a day')
  project.write({ 'package.json': '{ "type": "module" }' })
  t.same([await installsOf('b@4', 'b@5'), await installsOf('b@4', 'b@5')], [2, 0], 'without a dependency')
})

t.test('a command that runs a package, by its program or by a script, names the package', { skip }, async (t) => {
  const project = makeProject(t)
  const readNotes = async (program, scripts = {}) => {
    project.write({
      'package.json': JSON.stringify({ dependencies: { b: '4', c: '4' }, scripts }),
      'vendor/c/package.json': '{ "version": "4.0.0", "bin": { "run-c": "cli.js" } }',
      'a.perf.js': `import { command } from 'hotpath'\nimport 'b'\ncommand('it', { run: ['npx', '${program}'] })`,
    })
    const { notes, remove } = await preparePackageComparison({ cwd: project.folder, base: 'c@4,b@4', head: 'c@5,b@5' })
    await remove()
    return notes
  }
  t.match(await readNotes('another'), [/^No perf file names c,/])
  t.same(await readNotes('run-c'), [])
  t.same(await readNotes('another', { bench: 'c --all' }), [])
})

t.test('a version may be a packed file, relative to the user\'s folder, or an address', { skip }, async (t) => {
  const project = makeProject(t)
  project.write({ 'package.json': '{ "dependencies": { "b": "4" } }', 'package-lock.json': '{}', 'bench/a.perf.js': "import 'hotpath'\nimport 'b'" })
  const cwd = join(project.folder, 'bench')
  const { base, head, notes, remove } = await preparePackageComparison({ cwd, base: 'b@file:../old/b-4.0.0.tgz', head: 'b@github:a/b#c0ffee' })
  t.match(project.installs(), [/ b@file:\/.*\/project\/old\/b-4\.0\.0\.tgz in/, / b@github:a\/b#c0ffee in/])
  t.match([base.label, head.label], [/ of \/.*\/old\/b-4\.0\.0\.tgz$/, / of a\/b#c0ffee$/])
  t.same(notes, [])
  await remove()
  const before = project.installs().length
  await (await preparePackageComparison({ cwd, base: 'b@file:../old/b-4.0.0.tgz', head: 'b@github:a/b#c0ffee' })).remove()
  t.equal(project.installs().length - before, 2, 'it may be packed again')
})

t.test('what is wrong is said in a line, and nothing is left', { skip }, async (t) => {
  const project = makeProject(t)
  project.write({ 'a.perf.js': "import 'hotpath'" })
  const refuses = async (code, base, head) => {
    await t.rejects(preparePackageComparison({ cwd: project.folder, base, head }), { code }, head)
    t.same(readdirSync(project.temporary), [])
  }
  await refuses('NO_PACKAGE', 'b', 'b@5')
  for (const specifier of ['b@', '@a/b', 'b@1 --global', 'b@>1', 'b@$(id)', '-b@1@', '']) await refuses('NO_PACKAGE', 'b@1', specifier)
  await refuses('DIFFERENT_PACKAGES', 'b@4', 'c@5')
  await refuses('BAD_PACKAGE_JSON', 'b@4', 'b@5')
  project.write({ 'package.json': '{}' })
  Object.assign(process.env, { FAKE_FAILS: '*b@99*', FAKE_SAYS: 'npm error code ETARGET' })
  await refuses('NO_PACKAGE', 'b@4', 'b@99')
  process.env.FAKE_SAYS = 'npm error code EAI_AGAIN'
  await refuses('REGISTRY_UNREACHABLE', 'b@4', 'b@99')
})
