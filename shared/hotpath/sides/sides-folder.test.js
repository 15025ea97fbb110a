import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { makeRepository } from './fixtures/project.js'
import { prepareRevisionComparison } from './revision.js'

const LOCK = '{ "lockfileVersion": 3 }'
const MANIFEST = '{ "name": "a", "dependencies": { "locked": "1" } }'
const PERF = "import { fn } from 'hotpath'\n"

const prepare = (project) => prepareRevisionComparison({ cwd: project.folder, revision: 'main' })

const skip = process.platform === 'win32' && 'the fake package managers are shell scripts'

t.test('sides of a killed process are removed by the next call', { skip }, async (t) => {
  const project = makeRepository(t, { 'package.json': MANIFEST, 'package-lock.json': LOCK, 'a.perf.js': PERF })
  const before = project.state()
  const program = `
    import { prepareRevisionComparison } from ${JSON.stringify(new URL('revision.js', import.meta.url).href)}
    process.on('SIGTERM', () => process.exit(143))
    await prepareRevisionComparison({ cwd: ${JSON.stringify(project.folder)}, revision: 'main' })`
  const installing = join(project.temporary, '../installing')
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { env: { ...process.env, FAKE_SLEEP: installing }, stdio: 'inherit' })
    const ended = new Promise((resolve) => child.on('exit', resolve))
    while (!existsSync(installing)) await wait(20)
    rmSync(installing)
    t.equal(project.git('worktree', 'list').trim().split('\n').length, 3)
    child.kill(signal)
    await ended
    t.same(readdirSync(project.temporary).length, signal === 'SIGKILL' ? 1 : 0, signal)
    if (signal === 'SIGTERM') t.equal(project.state(), before, 'an exit removes both worktrees')
  }
  const { remove } = await prepare(project)
  t.equal(readdirSync(project.temporary).length, 1)
  await remove()
  t.equal(project.state(), before)
})

t.test('only sides of processes that have ended are removed', async (t) => {
  const project = makeRepository(t, { 'a.perf.js': PERF })
  // No system gives a process such a high id. In a container an earlier process may have had this process's id.
  const names = [`hotpath-sides-${process.ppid}-a`, 'hotpath-sides-4194999-a', `hotpath-sides-${process.pid}-a`, 'another']
  for (const name of names) mkdirSync(join(project.temporary, name))
  const first = await prepare(project)
  const second = await prepare(project)
  t.ok(existsSync(first.base.folder), 'two comparisons go on at once')
  if (!('registerHooks' in Module)) {
    const own = fileURLToPath(new URL('../perf-file.js', import.meta.url))
    for (const { perfFiles: [file] } of [first.base, first.head]) t.equal(createRequire(file).resolve('hotpath'), own, 'no thread of hooks is needed')
  }
  await Promise.all([first.remove(), second.remove()])
  t.same(readdirSync(project.temporary).sort(), ['another', names[0]])
})

t.test("worktrees whose folder the system has deleted are removed, and the user's own are not", async (t) => {
  const project = makeRepository(t, { 'a.perf.js': PERF })
  // The path is missing, as on a drive that is not mounted.
  const own = join(project.bin, 'own')
  project.git('worktree', 'add', '--quiet', '--detach', own)
  rmSync(own, { recursive: true })
  const before = project.state()
  const lost = await prepare(project)
  for (const name of readdirSync(project.temporary)) rmSync(join(project.temporary, name), { recursive: true })
  const { remove } = await prepare(project)
  t.equal(project.git('worktree', 'list').trim().split('\n').length, 4)
  await remove()
  t.equal(project.state(), before)
  await lost.remove()
})

t.test('a temporary folder that does not exist is named', async (t) => {
  const project = makeRepository(t, { 'a.perf.js': PERF })
  rmSync(project.temporary, { recursive: true })
  await t.rejects(prepare(project), { code: 'NO_TEMPORARY_FOLDER' })
})
