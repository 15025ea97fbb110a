import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadLabsInOrder } from '@hotpath-labs/lab/project/timetable.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { replayRecordingToEnd, createRecording, findRecordedResult } from './recording.js'
import { MAX_LAB_RECORDING_BYTES, findFallbackRecording, readRecording, shrinkRecording, writeRecording } from './recording-files.js'
import { makeSampleProfile, makeSampleRun } from './fixtures/run.js'

const labs = await loadLabsInOrder()

t.test('a recording is read as it was written, and shows the same on a page', async (t) => {
  const file = join(t.testdir(), 'one.json')
  const recording = makeSampleRun()
  writeRecording(file, recording)
  const read = readRecording(file, 'holds')
  t.same(read, recording)
  t.match(replayRecordingToEnd(read), {
    phase: 'done',
    pairs: 2,
    lines: { faster: { blocks: [[0.2, 2.9]], pairs: [[0.3, 3, 3, null, null], [0.6, 3.2, 3.1, 2.5, 3.8]] } },
    claims: [{ ratio: 3.1 }],
    sides: { fast: { p99: 2 } },
  })
  const profiled = { ...recording, profile: makeSampleProfile() }
  writeRecording(file, profiled)
  t.same(readRecording(file, 'holds'), profiled)
})

t.test('a shipped recording is small: without some blocks of a long run and without narrow frames', async (t) => {
  const recording = makeSampleRun()
  const block = recording.events[1]
  const blocks = Array.from({ length: 5000 }, () => /** @type {typeof block} */ ([...block]))
  const long = { ...recording, events: [...blocks, ...recording.events.slice(2)], profile: makeSampleProfile() }
  const slimmed = shrinkRecording(long)
  t.ok(JSON.stringify(slimmed).length < MAX_LAB_RECORDING_BYTES)
  t.ok(JSON.stringify(slimmed).length > MAX_LAB_RECORDING_BYTES / 2, 'and not smaller than it has to be')
  t.same(slimmed.events.filter(([, { type }]) => type !== 'block'), recording.events.slice(2))
  const flames = /** @type {import('@hotpath-labs/profile/flame/data.js').FlameData} */ (slimmed.profile)
  t.same(flames.sides.map(({ roots }) => roots), [[[0, 90, [[1, 90, []]]]], [[0, 9.9, []]]])
  t.same(flames.frames.map(({ name }) => name), ['handler', 'sum'])
  t.same(flames.changes.map(({ frame }) => frame), [1])
  t.same(shrinkRecording(makeSampleRun()), makeSampleRun(), 'one that is small stays')
})

t.test('an error names the broken file and says what is wrong with it', async (t) => {
  const whole = JSON.stringify(makeSampleRun())
  const cases = /** @type {[string, string, RegExp][]} */ ([
    ['other.json', '{"name":"x"}', /^other\.json .*my\/recordings/],
    ['schema.json', whole.replace('"hotpathRecording":2', '"hotpathRecording":7'), / 7.* 2\..*--record$/],
    ['lab.json', whole.replace('"lab":"holds"', '"lab":"leaks"'), /leaks.*holds/],
    ['field.json', whole.replace('"pairs":2', '"pairs":"<b>"'), /^field\.json .*events/],
    ['profile.json', JSON.stringify({ ...makeSampleRun(), profile: { ...makeSampleProfile(), frames: [] } }), /^profile\.json .* profile: /],
  ])
  const folder = t.testdir(Object.fromEntries(cases.map(([name, text]) => [name, text])))
  for (const [name,, said] of cases) t.throws(() => readRecording(join(folder, name), 'holds'), { code: 'BAD_RECORDING', message: said })
  t.throws(() => readRecording(join(folder, 'lab.json'), 'holds', { file: '../lab.json' }), { message: /: .* demo leaks --replay ..\/lab.json$/ }, 'what to type has the path that was typed')
  t.throws(() => readRecording(join(folder, 'none.json'), 'holds'), { code: 'BAD_RECORDING' })
})

t.test('the newest run that holds replaces a failed one; without any, the lab\'s own does', async (t) => {
  const own = t.testdir()
  const lab = /** @type {any} */ ({ name: 'holds', folder: join(own, 'lab') })
  const plan = /** @type {any} */ ({ lab, claims: [{ id: 'faster' }] })
  mkdirSync(lab.folder)
  t.equal(findFallbackRecording(own, plan), undefined)
  writeRecording(join(lab.folder, 'data', 'recording.json'), makeSampleRun('2026-01-01T00:00:00.000Z'))
  t.equal(findFallbackRecording(own, plan)?.recordedAt, '2026-01-01T00:00:00.000Z')
  writeRecording(join(own, 'holds-2026-02-02T00-00-00.json'), makeSampleRun('2026-02-02T00:00:00.000Z'))
  writeRecording(join(own, 'holds-2026-03-03T00-00-00.json'), { ...createRecording('holds', new Date('2026-03-03')), events: [[5, { type: 'failed', what: 'no' }]] })
  writeFileSync(join(own, 'holds-2026-04-04T00-00-00.json'), '{')
  for (const [month, verdict] of /** @type {const} */ ([['05', 'undecided'], ['06', 'broken']])) {
    const { events, ...run } = makeSampleRun(`2026-${month}-01T00:00:00.000Z`)
    writeRecording(join(own, `holds-2026-${month}-01T00-00-00.json`), { ...run, events: events.map(([ms, event]) => [ms, event.type === 'result' ? { ...event, result: { ...event.result, verdict } } : event]) })
  }
  t.equal(findFallbackRecording(own, plan)?.recordedAt, '2026-02-02T00:00:00.000Z')
  t.equal(findFallbackRecording(own, { ...plan, claims: [{ id: 'mine' }] }), undefined, 'what is claimed now is another thing')
})

t.test('every recording that a lab ships can be played, and holds', async (t) => {
  const shipped = labs.filter(({ folder }) => existsSync(join(folder, 'data', 'recording.json')))
  t.ok(shipped.length > 0)
  for (const lab of shipped) {
    const recording = readRecording(join(lab.folder, 'data', 'recording.json'), lab.name)
    t.same(findFallbackRecording('/none', planClaims(lab)), recording, `${lab.name}: it has the claims of today`)
    t.equal(findRecordedResult(recording)?.verdict, 'holds', lab.name)
    t.ok(JSON.stringify(recording).length < 150_000, `${lab.name}: it is small`)
  }
})
