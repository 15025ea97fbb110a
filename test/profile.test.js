import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { ROOT, cli, fixture } from './cli.js'
import { hasEnded, isRunning, listChildren, waitUntil } from './processes.js'

const folderOf = (lab) => `${ROOT}profiles/${lab}`

t.test('a variant that dies: what it said, and the profile up to there', async (t) => {
  rmSync(folderOf('crashes'), { recursive: true, force: true })
  const { code, stdout, stderr } = await cli(['lab', fixture('crashes'), 'profile', 'fast'])
  t.equal(code, 1)
  t.match(stderr, /crashes: fast .* 301/)
  t.same(readdirSync(folderOf('crashes')).sort(), ['fast.cpuprofile', 'flame-fast.html', 'flame-fast.json'])
  t.match(stdout, 'CPU time in all')
})

t.test('a database that is not to be had: code 4', async (t) => {
  for (const command of ['profile', 'curve']) {
    t.match(await cli(['lab', fixture('database'), command], { env: { MONGODB_URL: 'mongodb://127.0.0.1:1/' } }), { code: 4, stderr: /database: mongo.*127.0.0.1:1/ })
  }
})

t.test('a folder that cannot be written: one line, code 4', async (t) => {
  mkdirSync(`${ROOT}profiles`, { recursive: true })
  rmSync(folderOf('holds'), { recursive: true, force: true })
  writeFileSync(folderOf('holds'), 'in the way')
  t.teardown(() => rmSync(folderOf('holds')))
  t.match(await cli(['lab', fixture('holds'), 'profile']), { code: 4, stderr: /profile .*: E[^\n]*\n$/ })
})

t.test('SIGTERM in the middle leaves no process and no file', { skip: process.platform === 'win32' && 'has no signals' }, async (t) => {
  rmSync(folderOf('two-workloads'), { recursive: true, force: true })
  const before = readdirSync(ROOT)
  /** @type {number[]} */
  let started = []
  const { code } = await cli(['lab', fixture('two-workloads'), 'profile'], {
    async onSpawn (child) {
      await waitUntil(() => {
        started = listChildren(Number(child.pid))
        return hasEnded(child) || (started.length > 0 && existsSync(folderOf('two-workloads')))
      })
      child.kill('SIGTERM')
    },
  })
  t.equal(code, 143)
  t.ok(started.length > 0)
  await waitUntil(() => !started.some(isRunning))
  t.same(started.filter(isRunning), [])
  t.same(readdirSync(folderOf('two-workloads')), [])
  t.same(readdirSync(ROOT), before)
})
