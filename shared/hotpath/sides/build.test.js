import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeRepository } from './fixtures/project.js'
import { prepareRevisionComparison } from './revision.js'

const skip = process.platform === 'win32' && 'the fake package managers are shell scripts'

const BUILD = `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
appendFileSync(process.env.FAKE_LOG, 'build\\n')
writeFileSync('built.js', readFileSync('source.js', 'utf8') + (process.env.NODE_ENV ?? '') + (process.env.NAMES_FOLDER ? process.cwd() + '/' : ''))
`

function makeSource (t, manifest) {
  const project = makeRepository(t, { 'package.json': JSON.stringify(manifest), 'package-lock.json': '{}', '.gitignore': 'built.js\nnode_modules\n', 'build.mjs': BUILD, 'source.js': 'old', 'a.perf.js': "import { fn } from 'hotpath'\n" })
  project.write({ 'source.js': 'new' })
  /** @param {object} [more] @returns {Promise<[number, number, string[]]>} builds, other calls of package managers, and what was built */
  const compare = async (more = {}) => {
    const before = project.installs().length
    const { base, head, remove } = await prepareRevisionComparison({ cwd: project.folder, revision: 'HEAD', ...more })
    const built = [base, head].map(({ folder }) => readFileSync(join(folder, 'built.js'), 'utf8'))
    await remove()
    const calls = project.installs().slice(before)
    const builds = calls.filter((call) => call === 'build')
    return [builds.length, calls.filter((call) => call !== 'build' && !call.includes(' run ')).length, built]
  }
  return { project, compare }
}

t.test('what was built from the same files is not built again: by --setup', { skip }, async (t) => {
  const { project, compare } = makeSource(t, { dependencies: { locked: '1' } })
  const setup = 'node build.mjs'
  t.same(await compare({ setup }), [2, 1, ['old', 'new']])
  t.same(await compare({ setup }), [0, 0, ['old', 'new']])
  project.write({ 'source.js': 'newer' })
  t.same(await compare({ setup }), [1, 0, ['old', 'newer']], 'head only')
  t.same(await compare({ setup: `${setup} --other` }), [2, 0, ['old', 'newer']])
  project.write({ 'package-lock.json': '{ }' })
  t.same(await compare({ setup }), [1, 1, ['old', 'newer']], 'other packages may build otherwise')
  project.commit()
  t.same(await compare({ setup, install: 'true' }), [2, 0, ['newer', 'newer']])
  t.same(await compare({ setup, install: 'true' }), [0, 0, ['newer', 'newer']])
  t.same(await compare({ setup, install: 'true', env: { MODE: 'quick' } }), [2, 0, ['newer', 'newer']], 'other variables')
  process.env.NODE_ENV = ' in test'
  t.same(await compare({ setup, install: 'true' }), [2, 0, ['newer in test', 'newer in test']], "the user's environment")
  delete process.env.NODE_ENV
  project.git('rm', '--quiet', 'package-lock.json')
  project.commit()
  for (const time of ['first', 'second']) t.same(await compare({ setup, install: 'true' }), [2, 0, ['newer', 'newer']], `without a lock file, ${time}`)
})

t.test('what was built from the same files is not built again: by a script of an install', { skip }, async (t) => {
  const { project, compare } = makeSource(t, { scripts: { prepare: 'node build.mjs' }, dependencies: { locked: '1' } })
  const npm = join(project.bin, 'npm')
  const fake = readFileSync(npm, 'utf8').replace('mkdir -p node_modules/locked', 'case "$1" in run) exec node build.mjs;; esac\nmkdir -p node_modules/locked')
  project.write({ '../bin/npm': fake })
  t.same(await compare(), [2, 1, ['old', 'new']], 'one install for both')
  t.same(await compare(), [0, 0, ['old', 'new']])
  project.write({ 'source.js': 'newer' })
  t.same(await compare(), [1, 0, ['old', 'newer']], 'head only')
})

t.test('a build that leaves nothing, or that names its folder, is done each time', { skip }, async (t) => {
  const { project, compare } = makeSource(t, { dependencies: { locked: '1' } })
  project.commit({ '.gitignore': '', 'built.js': 'there' })
  project.write({ 'source.js': 'newer' })
  const setup = 'echo build >> $FAKE_LOG'
  t.same(await compare({ setup }), [2, 1, ['there', 'there']])
  t.same(await compare({ setup }), [2, 0, ['there', 'there']], 'it may start a service')
  process.env.NAMES_FOLDER = '1'
  t.teardown(() => { delete process.env.NAMES_FOLDER })
  t.match(await compare({ setup: 'node build.mjs' }), [2, 0])
  t.match(await compare({ setup: 'node build.mjs' }), [2, 0])
  t.equal(readdirSync(join(project.folder, '../cache/installs')).length, 1)
})

t.test('what is built from the same code is built once', { skip }, async (t) => {
  const { project, compare } = makeSource(t, { dependencies: { locked: '1' } })
  const setup = 'node build.mjs'
  project.write({ 'source.js': '// new\nold' })
  t.same(await compare({ setup }), [1, 1, ['old', 'old']])
  t.same(await compare({ setup, all: true }), [1, 0, ['old', '// new\nold']], '--all')
  t.same(await compare({ setup, install: 'true' }), [2, 0, ['old', '// new\nold']], 'an install by a command may do more than to build')
})
