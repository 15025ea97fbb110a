import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { makeProject } from './fixtures/project.js'
import { prepareRevision } from './index.js'

const LOCK = '{ "lockfileVersion": 3 }'
const MANIFEST = '{ "name": "a", "dependencies": { "locked": "1" } }'
const PERF = "import { fn } from 'hotpath'\n"

const skip = process.platform === 'win32' && 'the fake package managers are shell scripts'

t.test('sides of a killed process are removed by the next call', { skip }, async (t) => {
  const project = makeProject(t)
  project.git('init', '--quiet', '--initial-branch=main')
  project.commit({ 'package.json': MANIFEST, 'package-lock.json': LOCK, 'a.perf.js': PERF })
  const before = project.state()
  const program = `
    import { prepareRevision } from ${JSON.stringify(new URL('index.js', import.meta.url).href)}
    process.on('SIGTERM', () => process.exit(143))
    await prepareRevision({ cwd: ${JSON.stringify(project.folder)}, revision: 'main' })`
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
  const { remove } = await prepareRevision({ cwd: project.folder, revision: 'main' })
  t.equal(readdirSync(project.temporary).length, 1)
  await remove()
  t.equal(project.state(), before)
})
