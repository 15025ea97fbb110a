import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { endable } from '../scripts/ending.js'
import { measure, profile } from '../scripts/stage/outside.js'
import { loadLab } from '../shared/lab/find.js'
import { writeDesk } from '../shared/stage/desk.js'
import { cli, fixture } from './cli.js'

t.test('a lab that is shown already is not shown twice', async (t) => {
  const my = t.testdir()
  const token = 'f'.repeat(32)
  writeDesk(join(my, 'stage'), 'holds', { token, port: 7419, pid: process.pid, at: null, running: false, shown: null })
  const { code, stdout, stderr } = await cli(['demo', fixture('holds'), '--board'], { env: { HOTPATH_MY: my } })
  t.equal(code, 2)
  t.equal(stdout, '')
  t.match(stderr, new RegExp(`^pnpm demo .*holds is running already: http://127.0.0.1:7419/#${token} Go on there, or end process ${process.pid} first\\. If that is another program, delete .*holds.json\\n$`))
})

t.test('a lab in the place of a folder is told as that', async (t) => {
  const { code, stderr } = await cli(['demo', '--board', 'http-baseline'])
  t.equal(code, 2)
  t.equal(stderr, 'http-baseline is a lab. Type: pnpm demo http-baseline --board\n')
})

t.test('a file of the room that cannot be read is told as that', async (t) => {
  const my = t.testdir({ holds: { 'mine.cjs': {} } })
  const { code, stdout, stderr } = await cli(['demo', fixture('holds'), '--mine'], { env: { HOTPATH_MY: my } })
  t.equal(code, 2)
  t.equal(stdout, '')
  t.match(stderr, /^.*mine.cjs cannot be read: EISDIR.*\n$/)
})

t.test('the exit code of a page is that of the signal that ends it, and --help says so', { skip: process.platform === 'win32' && 'has no signals' }, async (t) => {
  const env = { HOTPATH_MY: t.testdir() }
  const ended = await cli(['demo', fixture('holds')], { env, onSpawn: (child) => child.stdout?.once('data', () => child.kill('SIGINT')) })
  t.equal(ended.code, 130)
  t.match((await cli(['demo', '--help'])).stdout, /Exit codes: 130 after Ctrl-C/)
})

t.test('a child ends by itself where it can, and is killed where it does not', async (t) => {
  const folder = t.testdir({
    'tidies.cjs': "process.on('disconnect', () => process.exit(7)).send('ready')",
    'stays.cjs': "setInterval(() => {}, 1000)\nprocess.on('disconnect', () => {}).send('ready')",
  })
  for (const [file, expected] of /** @type {[string, number | null][]} */ ([['tidies.cjs', 7], ['stays.cjs', null]])) {
    const child = fork(join(folder, file), { execArgv: [] })
    await once(child, 'message')
    const code = await new Promise((resolve) => {
      const stop = endable(child, (_, code) => resolve(code))
      stop()
      stop()
    })
    t.equal(code, expected, file)
  }
})

t.test('what a page has begun and stops is over', async (t) => {
  const lab = await loadLab(fixture('holds'))
  const profiling = profile(lab, {})
  profiling.stop()
  t.match(await profiling.done, /^it ended with code /)
  await new Promise((resolve) => measure(lab, { seconds: 1 }, () => {}, () => resolve(undefined)).stop())
})
