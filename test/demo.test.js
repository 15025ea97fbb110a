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
  const ended = await cli(['demo', fixture('holds'), '--board'], { env: { HOTPATH_MY: my }, onSpawn: (child) => child.stdout?.once('data', () => child.kill('SIGINT')) })
  t.match(ended, { code: 2, stdout: '', stderr: new RegExp(`^pnpm demo .*holds is running already\\. End process ${process.pid} first, or use its page: http://127.0.0.1:7419/#${token} If that process is not from hotpath-labs, delete .*holds.lock\\n$`) })
})

t.test('a lab in the place of a folder is told as that', async (t) => {
  t.match(await cli(['demo', '--board', 'http-baseline']), { code: 2, stderr: /lab\. Type: pnpm demo http-baseline --board\n$/ })
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

t.test('a profile and a run that fail say why; the terminal shows what their lab has printed', async (t) => {
  const load = async (name) => loadLab(copyOf(t, name, (manifest) => `${printing('a warning')}${manifest}`))
  const written = t.capture(process.stderr, 'write')
  t.match(await startProfiler(await load('throws-on-load'), {}).done, /^(slow|fast) /)
  const lab = await load('holds')
  /** @type {any[]} */
  const events = []
  await new Promise((resolve) => startMeasurement(lab, { seconds: 1, node: '/no/such/node' }, (event) => events.push(event), () => resolve(undefined)))
  t.match(events.at(-1), { type: 'result', result: { verdict: 'cannot run', failure: { code: 'NODE_UNUSABLE', part: '/no/such/node' } } })
  t.equal(written().map(({ args: [text] }) => text).join(''), 'a warning\na warning\n')
})
