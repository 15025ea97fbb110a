import { watch } from 'chokidar'
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { watchFolder } from './watcher.js'

/** Only a change that is not told waits as long. */
const PATIENT_FOR_MS = 5000

async function watched (t, how) {
  const my = t.testdir({ lab: { 'mine.js': 'slow', views: { 'hello.pug': '' }, node_modules: {} }, other: {} })
  const folder = join(my, 'lab')
  let told = () => {}
  const watcher = await watchFolder(folder, () => told(), how)
  t.teardown(() => watcher.close())
  /** resolves with whether the watcher reports what is done here */
  const change = (make) => new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENT_FOR_MS)
    told = () => {
      clearTimeout(timer)
      resolve(true)
    }
    make()
  })
  return { my, folder, change, polls: watcher.polls }
}

for (const [name, how] of /** @type {[string, any][]} */ ([
  ['by events', undefined],
  // a file system that tells of nothing, as network mounts are: what is watched by events is another folder
  ['by looking', { open: (path, options) => watch(options.usePolling ? path : join(path, 'other'), { ...options, interval: 50 }) }],
])) {
  t.test(`${name}: every way in which a file changes is told`, async (t) => {
    const { my, folder, change, polls } = await watched(t, how)
    const file = join(folder, 'mine.js')
    t.equal(polls, name === 'by looking')
    t.same(readdirSync(folder), ['mine.js', 'node_modules', 'views'], 'the probe is gone')
    t.ok(await change(() => writeFileSync(file, 'written')))
    t.ok(await change(() => {
      writeFileSync(join(folder, 'mine.js.tmp'), 'put in its place')
      renameSync(join(folder, 'mine.js.tmp'), file)
    }))
    t.ok(await change(() => writeFileSync(join(folder, 'views', 'hello.pug'), 'p')))
    t.ok(await change(() => rmSync(file)))
    t.ok(await change(() => writeFileSync(file, 'again')))
    t.ok(await change(() => renameSync(folder, join(my, 'backup'))))
    t.ok(await change(() => mkdirSync(folder)))
    t.ok(await change(() => writeFileSync(file, 'in the new folder')))
  })

  t.test(`${name}: a file that replaces a link is reported, and so is each change of it`, async (t) => {
    const { folder, change } = await watched(t, how)
    const link = join(folder, 'anna.js')
    const other = join(folder, 'other.tmp')
    t.ok(await change(() => symlinkSync(join(folder, 'mine.js'), link)), 'a link')
    t.ok(await change(() => {
      writeFileSync(other, 'a file')
      renameSync(other, link)
    }), 'a file in its place')
    t.ok(await change(() => writeFileSync(link, 'written')), 'that is written')
    t.ok(await change(() => {
      symlinkSync(join(folder, 'views'), other)
      renameSync(other, link)
    }), 'a link again')
    t.ok(await change(() => {
      rmSync(link)
      mkdirSync(link)
    }), 'a folder in its place')
    t.ok(await change(() => writeFileSync(join(link, 'mine.js'), 'in it')), 'a file in that folder')
    t.ok(await change(() => rmSync(link, { recursive: true })), 'that goes')
    t.ok(await change(() => writeFileSync(link, 'again')), 'a file where a link was once')
    // chokidar reports no link to a missing file
    symlinkSync('nowhere', join(folder, 'bo.js'))
    t.ok(await change(() => {
      writeFileSync(other, 'a file')
      renameSync(other, join(folder, 'bo.js'))
    }), 'a file in place of a link to a missing file')
  })
}

t.test('an editor\'s temporary files are no change', async (t) => {
  const { my, folder, change } = await watched(t)
  const noise = ['.mine.js.swp', 'mine.js~', '4913', join('node_modules', 'index.js'), join('..', 'progress.json')]
  let quiet = true
  const noticed = change(() => { for (const name of noise) writeFileSync(join(folder, name), '') }).then(() => { quiet = false })
  // events come in their order, so what is told first tells that nothing was told before
  const marker = join(my, 'lab', 'marker.js')
  await new Promise((resolve) => setTimeout(resolve, 300))
  t.ok(quiet)
  writeFileSync(marker, '')
  await noticed
})

t.test('a folder behind a link is watched', async (t) => {
  const my = t.testdir({ elsewhere: { lab: { 'mine.js': 'slow' } } })
  symlinkSync(join(my, 'elsewhere'), join(my, 'linked'), 'junction')
  let told = () => {}
  const heard = new Promise((resolve) => { told = () => resolve(true) })
  const watcher = await watchFolder(join(my, 'linked', 'lab'), () => told())
  t.teardown(() => watcher.close())
  writeFileSync(join(my, 'elsewhere', 'lab', 'mine.js'), 'written')
  t.ok(await heard)
})
