import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { listWorkshopSteps, loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { takeLock } from '@hotpath-labs/engine/process/lock.js'
import { attendee, refused } from './attendee.js'

/** @returns {Promise<string[]>} labs of the workshop that are no demonstrations, in its order */
const listExercises = async () => (await listWorkshopSteps()).filter(({ isDemonstration }) => !isDemonstration).map(({ lab }) => lab)

t.test('hints come one by one, and end', async (t) => {
  const { run } = attendee(t)
  t.match((await run('lab', 'memory-leak', 'hint', '--again')).stdout, 'pnpm lab memory-leak start', 'there is no file to be judged yet')
  await run('lab', 'memory-leak', 'start')
  t.match((await run('lab', 'memory-leak', 'hint', '--again')).stdout, 'pnpm lab memory-leak mine')
  const { hints } = await loadNamedLab('memory-leak')
  for (const index of hints.keys()) {
    const { stdout } = await run('lab', 'memory-leak', 'hint')
    t.match(stdout, `hint ${index + 1} of ${hints.length}\n`)
    t.equal(stdout.match(/^hint /gm)?.length, 1)
  }
  t.match((await run('lab', 'memory-leak', 'hint')).stdout, new RegExp(`There are no more hints: number ${hints.length} is the last\\.[^]*pnpm lab memory-leak solution --anyway`))
  t.equal((await run('lab', 'memory-leak', 'hint', '--again')).stdout.match(/^hint /gm)?.length, hints.length)
})

t.test('a process that keeps the lock is told, with what to do', async (t) => {
  const { run, my } = attendee(t)
  mkdirSync(my)
  const { release } = takeLock(join(my, 'progress.lock'))
  // the command's clock, by which it waits for 5 s
  const { now } = performance
  t.intercept(performance, 'now', { value: () => 100 * now.call(performance) })
  refused(t, await run('lab', 'memory-leak', 'hint'), 4, new RegExp(`^\\S*progress\\.json has been locked for 5 s by process ${process.pid}\\. Try again when that process has ended\\. If that process is not from hotpath-labs, delete \\S*progress\\.lock$`))
  release?.()
  t.same(readdirSync(my), [])
})

t.test('a progress file that cannot be read is set aside', async (t) => {
  const { run, my } = attendee(t)
  mkdirSync(my)
  writeFileSync(join(my, 'progress.json'), '{ "labs": ')
  const { code, stdout, stderr } = await run('progress')
  t.equal(code, 0)
  t.match(stdout, `0 of ${(await listExercises()).length} passed`)
  const [aside] = readdirSync(my)
  t.match(stderr, new RegExp(`The unreadable file is kept as .*${aside}, and your progress starts again from zero\\.\n$`))
  t.equal(readFileSync(join(my, aside), 'utf8'), '{ "labs": ')
})

t.test('what a newer version has written is kept', async (t) => {
  const { run, my } = attendee(t)
  mkdirSync(my)
  writeFileSync(join(my, 'progress.json'), JSON.stringify({ version: 2, badge: 'gold', labs: { 'memory-leak': { passed: '2026-01-02T03:04:05.678Z', hints: 1, watched: true } } }))
  await run('lab', 'memory-leak', 'hint')
  const { version, badge, labs } = JSON.parse(readFileSync(join(my, 'progress.json'), 'utf8'))
  t.same({ version, badge }, { version: 2, badge: 'gold' })
  t.match(labs['memory-leak'], { passed: '2026-01-02T03:04:05.678Z', hints: 2, watched: true })
})

t.test('next and progress go by the order of the workshop, in which every lab is', async (t) => {
  const { run, my } = attendee(t)
  const order = (await listWorkshopSteps()).map(({ lab }) => lab)
  t.same([...order].sort(), listLabNames())
  t.match((await run('lab', 'next')).stdout, new RegExp(`^${order[0]} [^]* 1 of [^]*pnpm lab ${order[0]} start`))

  const { stdout: listed } = await run('lab')
  t.match(listed, new RegExp(`^Servers\n  ${order[0]} `), 'the list goes by theme, and by this order in each')
  t.match(listed, `\nnext  pnpm lab ${order[0]}\n`)

  await run('lab', order[0], 'start')
  t.match((await run('lab', 'next')).stdout, new RegExp(`^${order[0]} [^]*You have started this lab[^]*pnpm lab ${order[0]} mine[^]* hint +where to look`))
  const passed = (labs) => writeFileSync(join(my, 'progress.json'), JSON.stringify({ version: 1, labs: Object.fromEntries(labs.map((lab) => [lab, { passed: '2026-01-02T03:04:05.678Z' }])) }))
  passed([order[0], order[2]])
  t.equal(JSON.parse((await run('lab', 'next', '--json')).stdout).next.lab, order[1])
  t.match(JSON.parse((await run('lab', 'next', '--json', '--theme', 'memory')).stdout).next.lab, 'memory-leak')
  const { stdout } = await run('progress')
  t.match(stdout, new RegExp(`^${order[0]} +passed`))
  const exercises = await listExercises()
  t.match(stdout, `2 of ${exercises.length} passed`)
  t.match(stdout, String(exercises.at(-1)), 'one that is not started')
  passed(exercises)
  t.match((await run('lab', 'next')).stdout, new RegExp(`^You have passed all ${exercises.length} labs`), 'demonstrations are passed by')
})

t.test('a demonstration has no exercise: each of its commands says what to type, also with a file of before', async (t) => {
  const { run, my } = attendee(t)
  mkdirSync(join(my, 'warm-up'), { recursive: true })
  writeFileSync(join(my, 'warm-up', 'mine.js'), 'export default 1')
  for (const action of ['start', 'mine', 'watch', 'hint']) {
    refused(t, await run('lab', 'warm-up', action), 2, /pnpm demo warm-up$/)
  }
  for (const option of ['--board', '--hand-in', '--mine']) refused(t, await run('demo', 'warm-up', option), 2, /^warm-up/)
  t.equal((await run('lab', 'warm-up', 'solution')).code, 0, 'the solution is no secret there')
})

t.test('progress and hint go on from the furthest step that an attempt has reached', async (t) => {
  const { run, my } = attendee(t)
  const keep = (progress) => writeFileSync(join(my, 'progress.json'), JSON.stringify({ version: 1, labs: { 'read-file-sync': progress } }))
  const { hints, manifest } = await loadNamedLab('read-file-sync')
  mkdirSync(my)
  keep({ started: '2026-01-02T03:04:05.678Z', step: 'bytes', hints: 1 })
  const { stdout } = await run('progress')
  t.match(stdout, /^read-file-sync +started +step 1 of 2 +hint 1 of \d$/m)
  t.match(stdout, `read-file-sync, next step: ${manifest.steps?.fast}`)
  const first = hints.findIndex(({ step }) => step === 'fast') + 1
  t.match((await run('lab', 'read-file-sync', 'hint')).stdout, `hint ${first} of ${hints.length}, for the optional step: ${manifest.steps?.fast}`.slice(0, 60))
  keep({ started: '2026-01-02T03:04:05.678Z', step: 'a step of before', hints: 1 })
  t.notMatch((await run('progress')).stdout, 'a step of before')
  t.match((await run('lab', 'read-file-sync', 'hint')).stdout, `hint 2 of ${hints.length}, for the step: ${manifest.steps?.bytes}`.slice(0, 60))
})

t.test('the solution tells why, and shows what is different', async (t) => {
  const { run } = attendee(t)
  const { code, stdout } = await run('lab', 'cache-queue', 'solution', '--anyway')
  t.equal(code, 0)
  t.match(stdout, '`allowStale`', 'the reason of the README')
  t.match(stdout, /^-.*=> fetch\)$/m)
  t.match(stdout, /^\+\+\+ refreshing\.js$/m, 'a file that only the solution needs: the lesson\'s, not fast')
  t.match(stdout, /^stale-while-refreshing {2}/m)
  // eslint-disable-next-line no-control-regex
  t.notMatch(stdout, /\u001b/, 'no colour where stdout is no terminal')
})
