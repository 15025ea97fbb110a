import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { Session } from '@hotpath-labs/engine/measure.js'
import { defineLab } from '../define.js'
import { makeSubject } from '../measure/trial.js'
import { planClaims } from '../plans.js'
import { StalenessCheck } from './staleness.js'

/** Allowed age of an answer. */
const AGE_MS = 300

/** Source of a server that caches its answer. */
const keptFor = (ms) => `import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
let until = 0
let answer
export default () => new Promise((resolve) => {
  const server = createServer((req, res) => {
    if (Date.now() >= until) {
      answer = readFileSync(process.env.FILES + '/number')
      until = Date.now() + ${ms}
    }
    res.end(answer)
  }).listen(0, '127.0.0.1', () => resolve(server))
})
`

/** Makes a service that writes a random number to a file, and another number when its data change. */
const numberIn = (folder) => ({
  async start (running, { seed }) {
    const own = mkdtempSync(join(folder, 'files-'))
    const write = (random) => writeFileSync(join(own, 'number'), String(random()))
    write(createRandom(seed))
    running.changes.push(write)
    running.env.FILES = own
  },
})

/** A server that answers with its last answer, and renews it once that is as old as AGE_MS. */
const REFRESHING = keptFor(AGE_MS).replace('res.end(answer)', 'res.end(before)').replace('if (Date', 'answer ??= readFileSync(process.env.FILES + \'/number\')\n    const before = answer\n    if (Date')

async function checkAges (t, ms, { source = keptFor(ms), ...ages } = /** @type {any} */ ({ maxAgeMs: { fast: AGE_MS } })) {
  const folder = t.testdir({ 'package.json': '{"type":"module"}', 'slow.js': keptFor(0), 'fast.js': source })
  const manifest = defineLab({
    kind: 'server',
    title: 'A number',
    question: 'Which one?',
    variants: { slow: 'read', fast: 'kept' },
    services: [numberIn(folder)],
    ...ages,
    workload: { method: 'GET', path: '/', connections: 1 },
    claims: [{ id: 'kept', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 1 }],
  })
  const files = { slow: join(folder, 'slow.js'), fast: join(folder, 'fast.js') }
  const random = createRandom(1)
  const plan = planClaims({ name: 'kept', folder, manifest, files, hints: [] })
  const subject = makeSubject(plan)
  const trial = { plan, reference: 'slow', subject, session: new Session({ seed: 1, random }) }
  const check = new StalenessCheck(trial, { files, subject, flags: {}, node: process.execPath, random })
  t.teardown(() => check.stop())
  await check.begin()
  return { isWrong: check.isWrong, ...await check.end() }
}

t.test('an answer cached for the allowed age passes', async (t) => {
  t.same(await checkAges(t, AGE_MS), { isWrong: false, checked: 2, difference: null })
})

t.test('an answer cached for longer is reported with its age', async (t) => {
  const { isWrong, difference } = await checkAges(t, 3_600_000)
  t.ok(isWrong, 'short ages are checked before anything is measured')
  t.match(difference, /^GET \/, \d+\.\d .* slow .* "0\.\d+", fast .* "0\.\d+"; .* 300 ms old$/)
  const [slow, fast] = [...String(difference).matchAll(/answers "([^"]+)"/g)].map(([, answer]) => answer)
  t.not(slow, fast)
})

t.test('an answer that must be new is looked at after each of two changes', async (t) => {
  t.match(await checkAges(t, 0, { maxAgeMs: { fast: 0 } }), { isWrong: false, checked: 4, difference: null })
})

t.test('an answer that a request renews may be old after a pause, and not while requests keep coming', async (t) => {
  t.match(await checkAges(t, AGE_MS, { source: REFRESHING, maxAgeUnderLoadMs: { fast: AGE_MS } }), { isWrong: false, difference: null })
  t.match(await checkAges(t, AGE_MS, { source: REFRESHING, maxAgeMs: { fast: AGE_MS } }), { isWrong: true })
  const { difference } = await checkAges(t, 3_600_000, { maxAgeUnderLoadMs: { fast: AGE_MS } })
  t.match(difference, /; while requests keep coming, an answer is at most 300 ms old/)
})
