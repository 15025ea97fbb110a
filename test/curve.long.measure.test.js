import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { recordSchema } from '@hotpath-labs/history/fixtures'
import { findCurveFile, parseNodeMajor, readCurves, writeCurves } from '@hotpath-labs/history'
import { loadLab } from 'hotpath/lab'
import { hashVariantSources } from 'hotpath/sources'
import { ROOT, cli, cliJson, copyOf, fixture } from './cli.js'
import { findResultMisfits } from './result-schemas.js'

const MAJOR = parseNodeMajor(process.version)

/** @param {string} folder of a lab whose claim is called faster @param {number} ratio */
async function recordIn (folder, ratio) {
  const record = recordSchema([ratio * 0.99, ratio, ratio * 1.01])
  const pairs = record.pairs.map(({ curves, ratios }) => ({ curves: { 'time of slow': curves['cpu of slow'], 'time of fast': curves['cpu of fast'] }, ratios: { faster: ratios.it } }))
  const tracks = record.tracks.map(({ side }) => ({ side, metric: 'time' }))
  const sources = hashVariantSources(await loadLab(folder))
  writeCurves(findCurveFile(folder, MAJOR), { ...record, node: process.version, sources, tracks, pairs })
}

t.test('a result tells the age of its ratio, and what the record of a long run says', async (t) => {
  const folder = copyOf(t, 'holds')
  const before = await cliJson(['lab', folder])
  t.equal(before.claims[0].steady, null, 'without a record')
  for (const side of ['slower', 'faster']) t.ok(before.claims[0].age[side].cpuSeconds > 0.02 && before.claims[0].age[side].operations >= 3000, `the age of ${side}`)

  await recordIn(folder, 1000)
  const { code, stderr, ...result } = await cliJson(['lab', folder])
  t.same(findResultMisfits(result), [])
  t.match(result.claims[0].steady, { node: process.version, class: 'warms up', processor: 'C' })
  t.ok(Math.abs(result.claims[0].steady.ratio / 1000 - 1) < 0.02)
  t.equal(result.verdict, 'holds', 'which no verdict looks at')

  const warm = /once warm: .*1,0\d\d×/
  const shown = async () => (await cli(['lab', folder])).stdout.replace(/\s+/g, ' ')
  t.match(await shown(), warm)
  writeFileSync(join(folder, 'fast.cjs'), readFileSync(join(folder, 'fast.cjs'), 'utf8') + '\nlet changed\n')
  t.notMatch(await shown(), warm, 'a record of what a variant was before')
})

t.test('--steady measures at the age from which on all are steady', async (t) => {
  const folder = copyOf(t, 'holds')
  const without = await cli(['lab', folder, '--steady', '--json'])
  t.match(without.stderr, /--steady does nothing for holds: no warm-up curve is recorded for Node \d+; to record one, type: pnpm curves record \S*holds\n$/)
  const usual = JSON.parse(without.stdout).claims[0].age.slower
  await recordIn(folder, 8)
  const { claims } = await cliJson(['lab', folder, '--steady'])
  t.ok(claims[0].age.slower.cpuSeconds > 1, `${claims[0].age.slower.cpuSeconds} s of CPU`)
  t.ok(claims[0].age.slower.operations > 2 * usual.operations)
})

t.test('a record that cannot be used is told in one line, and the lab runs without it', async (t) => {
  const folder = copyOf(t, 'holds')
  mkdirSync(join(folder, 'data', 'curves'))
  writeFileSync(findCurveFile(folder, MAJOR), '{ "schema": 2 }')
  const { code, stderr, claims } = await cliJson(['lab', folder])
  t.equal(code, 0)
  t.match(stderr, new RegExp(`node${MAJOR}\\.json are not used: this version of hotpath-labs does not know this file format.*\n$`))
  t.equal(claims[0].steady, null)
})

t.test('curves are recorded, kept where Ctrl-C ends it, and gone on with', async (t) => {
  const folder = copyOf(t, 'holds')
  const env = { HOTPATH_MY: join(folder, '..', 'my') }
  const partly = join(env.HOTPATH_MY, 'curves', `holds-node${MAJOR}.json`)
  const args = (/** @type {number} */ pairs) => ['curves', 'record', folder, '--seconds', '0.4', '--pairs', String(pairs), '--force']

  const ended = await cli(args(90), {
    env,
    onSpawn: (child) => {
      const timer = setInterval(() => {
        if (!existsSync(partly)) return
        clearInterval(timer)
        child.kill('SIGINT')
      }, 20)
    },
  })
  t.equal(ended.code, 130)
  t.match(ended.stderr, /holds on Node \d+: about .+ s, at most .+ s\n/)
  const kept = Number(ended.stderr.match(/holds: (\d+) of 90 pairs of processes are complete and kept/)?.[1])
  t.ok(kept >= 1)
  const first = readCurves(partly, MAJOR).record?.pairs
  t.equal(first?.length, kept)

  const { code, stdout } = await cli(args(kept + 2), { env })
  t.equal(code, 0)
  t.match(stdout, new RegExp(`${kept + 2} pairs; the ratio of faster varies by`))
  const { record } = readCurves(findCurveFile(folder, MAJOR), MAJOR)
  t.same(record?.pairs.slice(0, kept), first, 'with the pairs that were there')
  t.match(record, { lab: 'holds', node: process.version, tracks: [{ side: 'slow', metric: 'time' }, { side: 'fast', metric: 'time' }] })
  t.ok(Number(record?.pairs[0].ratios.faster) > 1.5, 'fast is faster when old, too')
  t.notOk(existsSync(partly))

  const again = await cli(['curves', 'record', folder, '--seconds', '0.4', '--pairs', '2'], { env })
  t.match(again.stderr, /The warm-up curves of holds are already recorded; --force records them again/)
})

t.test('a side gets all its seconds where it is to have them', async (t) => {
  const folder = copyOf(t, 'holds')
  const { code } = await cli(['curves', 'record', folder, '--seconds', '4', '--full', '--pairs', '2', '--force'], { env: { HOTPATH_MY: join(folder, '..', 'my') } })
  t.equal(code, 0)
  for (const { curves } of readCurves(findCurveFile(folder, MAJOR), MAJOR).record?.pairs ?? []) {
    for (const { end } of Object.values(curves)) t.ok(end.cpuSeconds >= 4, 'a flat one is known after three seconds')
  }
})

t.test('a recording whose pairs scatter is refused in a line, and the next lab has its turn', async (t) => {
  const calm = copyOf(t, 'holds')
  const noisy = join(calm, '..', 'noisy')
  cpSync(calm, noisy, { recursive: true })
  // every process works for another time, up to sixty times as long
  const fast = readFileSync(join(noisy, 'fast.cjs'), 'utf8')
  writeFileSync(join(noisy, 'fast.cjs'), fast.replace(/module\.exports = (\S+)/, 'const turns = 2 ** (6 * Math.random()) * 200\nmodule.exports = (...args) => {\n  for (let i = 0; i < turns; i++) Math.hypot(i, turns)\n  return honest(...args)\n}\nconst honest = $1'))
  const { code, stderr, stdout } = await cli(['curves', 'record', noisy, calm, '--seconds', '0.3', '--pairs', '6', '--minutes', '5'], { env: { HOTPATH_MY: join(calm, '..', 'my') } })
  t.equal(code, 3)
  t.match(stderr, /The curves of noisy are not saved: the ratio of faster varies by \d+ % among pairs of processes; expected at most 25 %\. Record the lab again when this machine is less busy, or with --force\.\n/)
  t.notOk(existsSync(findCurveFile(noisy, MAJOR)))
  // whether it is kept depends on the machine
  t.match(stdout + stderr, /holds\/data\/curves\/node\d+\.json: 6 pairs|The curves of holds are not saved/)
})

t.test('a variant that fails half-way is told with its age, and no curve is made up', async (t) => {
  const { code, stdout, stderr } = await cli(['lab', fixture('tires'), 'curve', '--seconds', '30', '--pairs', '2'])
  t.equal(code, 1)
  t.equal(stdout, '')
  t.match(stderr, /tires: fast failed: worn out, after [\d,]+ calls \([\d.]+ s of CPU\)/)
})

t.test('what cannot be done is one line that says what to type', async (t) => {
  for (const [args, said] of /** @type {[string[], RegExp][]} */ ([
    [['lab', 'memory-leak', 'curve'], /^memory-leak is about memory.*pnpm lab memory-leak watch-memory/],
    [['lab', fixture('holds'), 'curve', 'fats'], /^holds has no variant "fats"\. Did you mean fast\?/],
    [['lab', fixture('holds'), 'curve', '--pairs', '1'], /Expected a whole number from 2 to 100\./],
    [['curves', 'record', 'http-baseline', '--minutes', '0'], /Expected a number of minutes/],
    [['curves', 'record', 'http-baselin'], /Did you mean http-baseline\?/],
  ])) {
    const { code, stderr } = await cli(args)
    t.equal(code, 2)
    t.match(stderr, said)
    t.equal(stderr.trim().split('\n').length, 1)
  }
})

t.test('a curve, and its page with what V8 did meanwhile, worker threads or not', async (t) => {
  const folder = copyOf(t, 'holds')
  const slow = join(folder, 'slow.cjs')
  writeFileSync(slow, readFileSync(slow, 'utf8') + "\nnew (require('worker_threads').Worker)('0', { eval: true })\n")
  const { code, stdout, stderr } = await cli(['lab', folder, 'curve', '--seconds', '1', '--pairs', '2', '--html'])
  t.equal(code, 0, stderr)
  t.match(stdout, /curve\.html\n$/)
  t.match(readFileSync(join(ROOT, 'profiles/holds/curve.html'), 'utf8'), /"what":"compiled"/)
})
