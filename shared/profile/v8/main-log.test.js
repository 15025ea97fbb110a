import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { V8_LOG_FLAGS, parseV8Log, removeV8Logs, keepOnlyMainThreadLog, buildV8LogFileFlag } from './logs.js'

const PROGRAM = `
const { Worker, isMainThread } = require('node:worker_threads')
function onMain (n) { let sum = 0; for (let i = 0; i < n; i++) sum += i % 7; return sum }
function onWorker (n) { let sum = 0; for (let i = 0; i < n; i++) sum += i % 5; return sum }
for (let i = 0; i < 20_000; i++) isMainThread ? onMain(100) : onWorker(100)
if (isMainThread) new Worker(__filename)
`

t.test('keeps the log of the main thread, and drops those of worker threads', async (t) => {
  const folder = t.testdir({ 'program.cjs': PROGRAM })
  const log = join(folder, 'of.v8.log')
  spawnSync(process.execPath, [...V8_LOG_FLAGS, buildV8LogFileFlag(log), join(folder, 'program.cjs')])
  const { functions } = parseV8Log(readFileSync(keepOnlyMainThreadLog(log), 'utf8'))
  const listTiers = (name) => functions.find((one) => one.name === name)?.codes.map(({ tier }) => tier) ?? []
  t.ok(listTiers('onMain').includes('turbofan'))
  t.same(listTiers('onWorker'), [])
  t.same(readdirSync(folder).sort(), ['of.v8.log', 'program.cjs'], 'no other log is left')
})

t.test('finds a log in a folder of any name', async (t) => {
  const name = 'a 50%p 20%t 100%% %20'
  const folder = join(t.testdir({ [name]: { 'program.cjs': 'function onMain () {}\nonMain()' } }), name)
  const log = join(folder, 'of%t.v8.log')
  spawnSync(process.execPath, [...V8_LOG_FLAGS, buildV8LogFileFlag(log), join(folder, 'program.cjs')])
  t.match(
    parseV8Log(readFileSync(keepOnlyMainThreadLog(log), 'utf8')).functions.find((one) => one.name === 'onMain'),
    { place: { file: join(folder, 'program.cjs') } }
  )
  t.same(readdirSync(folder).sort(), ['of%t.v8.log', 'program.cjs'])
})

t.test('drops the logs of an earlier process', async (t) => {
  const folder = t.testdir({
    'of.v8.log': '',
    'isolate0x1234-5-of.v8.log': '',
    'isolate-0x1234-5-of.v8.log': '',
    'isolate-000001A5B3359E40-4672-of.v8.log': '',
    'isolate0x103000000-of.v8.log': '',
    'isolate-0x1234-5-other.v8.log': '',
  })
  removeV8Logs(join(folder, 'of.v8.log'))
  t.same(readdirSync(folder), ['isolate-0x1234-5-other.v8.log'])
  t.equal(keepOnlyMainThreadLog(join(folder, 'of.v8.log')), join(folder, 'of.v8.log'))
  t.notOk(existsSync(join(folder, 'of.v8.log')), 'no process wrote a log')
  writeFileSync(join(folder, 'isolate-0x12-5-of.v8.log'), 'v8-version')
  t.equal(readFileSync(keepOnlyMainThreadLog(join(folder, 'of.v8.log')), 'utf8'), 'v8-version')
})
