import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { lockSavedPort, readOrMakeSecret, savePort } from '@hotpath-labs/stage/saved-state.js'
import { watchChildExit } from '@hotpath-labs/command-line/child.js'
import { startMeasurement, startProfiler } from '@hotpath-labs/stage/processes.js'
import { cli, copyOf, fixture } from './cli.js'

/** Makes a lab print this on stderr in a child of the stage, and only there. */
const printing = (text) => `if (/(measurer|profiler)\\.js$/.test(process.argv[1])) process.stderr.write(${JSON.stringify(`${text}\n`)})\n`

t.test('a lab that is shown already is not shown twice', async (t) => {
  const my = t.testdir()
  const { token } = readOrMakeSecret(join(my, 'stage'), '.pages')
  savePort(join(my, 'stage'), 'holds', 7419)
  t.equal(lockSavedPort(join(my, 'stage'), 'holds'), undefined)
  const { code, stdout, stderr } = await cli(['demo', fixture('holds'), '--board'], { env: { HOTPATH_MY: my }, onSpawn: (child) => child.stdout?.once('data', () => child.kill('SIGINT')) })
  t.equal(code, 2)
  t.equal(stdout, '')
  t.match(stderr, new RegExp(`^pnpm demo .*holds is running already\\. End process ${process.pid} first, or use its page: http://127.0.0.1:7419/#${token} If that process is not from hotpath-labs, delete .*holds.lock\\n$`))
})

t.test('of two that begin at once one shows the lab', { skip: process.platform === 'win32' && 'has no signals' }, async (t) => {
  const env = { HOTPATH_MY: t.testdir() }
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = []
  const began = [1, 2].map(() => cli(['demo', fixture('holds')], {
    env,
    onSpawn (child) {
      children.push(child)
      child.on('exit', (code) => {
        // the last one has no reason to end by itself
        if (code === 2) for (const one of children) one.kill('SIGINT')
      })
      // two pages: nothing else would end them
      child.stdout?.once('data', () => setTimeout(() => { for (const one of children) one.kill('SIGINT') }, 5000).unref())
    },
  }))
  const ended = await Promise.all(began)
  t.same(ended.map(({ code }) => code).sort(), [130, 2])
  for (const { code, stderr } of ended) if (code === 2) t.match(stderr, /^pnpm demo.* \d+ first(, .*:\S+|\.) /)
})

t.test('a lab in the place of a folder is told as that', async (t) => {
  const { code, stderr } = await cli(['demo', '--board', 'http-baseline'])
  t.equal(code, 2)
  t.equal(stderr, '--board takes a folder, and http-baseline is a lab. Type: pnpm demo http-baseline --board\n')
})

t.test('a file of the room that cannot be read is told as that', async (t) => {
  const my = t.testdir({ holds: { 'mine.cjs': {} } })
  t.match(await cli(['demo', fixture('holds'), '--mine'], { env: { HOTPATH_MY: my } }), { code: 2, stdout: '', stderr: /mine.cjs .*: EISDIR.*\n$/ })
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
      const stop = watchChildExit(child, (_, code) => resolve(code))
      stop()
      stop()
    })
    t.equal(code, expected, file)
  }
})

t.test('what a page has begun and stops is over', async (t) => {
  const lab = await loadLab(fixture('holds'))
  const profiling = startProfiler(lab, {})
  profiling.stop()
  t.match(await profiling.done, /^the profiler exited with code /)
  await new Promise((resolve) => startMeasurement(lab, { seconds: 1 }, () => {}, () => resolve(undefined)).stop())
})

t.test('a profile reports over its channel that it waits; what its lab prints is not read', async (t) => {
  const lab = await loadLab(copyOf(t, 'holds', (manifest) => `${printing('waiting for another measurement: nobody')}${manifest}`))
  const release = await lockMachine('this test', () => {})
  t.teardown(release)
  /** @type {any[]} */
  const events = []
  await new Promise((resolve) => {
    const profiling = startProfiler(lab, {}, (event) => {
      events.push(event)
      release()
      if (event.type === 'profiling') resolve(undefined)
    })
    t.teardown(() => profiling.stop())
  })
  t.same(events[0], { type: 'waiting', what: `waiting for another measurement: this test (process ${process.pid})` })
  // other measurements of this machine may come first
  for (const { type, what } of events.slice(0, -1)) t.match({ type, what }, { type: 'waiting', what: /\(process \d+\)$/ })
})

t.test('a profile that fails says why; the terminal shows what its lab has printed', async (t) => {
  const lab = await loadLab(copyOf(t, 'throws-on-load', (manifest) => `${printing('a warning')}${manifest}`))
  const written = t.capture(process.stderr, 'write')
  t.match(await startProfiler(lab, {}).done, /^(slow|fast) /)
  t.equal(written().map(({ args: [text] }) => text).join(''), 'a warning\n')
})

t.test('a run that fails says why; the terminal shows what its lab has printed', async (t) => {
  const lab = await loadLab(copyOf(t, 'holds', (manifest) => `${printing('a warning')}${manifest}`))
  const written = t.capture(process.stderr, 'write')
  /** @type {any[]} */
  const events = []
  await new Promise((resolve) => startMeasurement(lab, { seconds: 1, node: '/no/such/node' }, (event) => events.push(event), () => resolve(undefined)))
  t.match(events.at(-1), { type: 'result', result: { verdict: 'cannot run', failure: { code: 'NODE_UNUSABLE', part: '/no/such/node' } } })
  t.equal(written().map(({ args: [text] }) => text).join(''), 'a warning\n')
})
