import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeSampleRun } from './fixtures/run.js'
import { TOKEN, startStage } from './fixtures/staged.js'
import { readRecording, writeRecording } from './recording-files.js'
import { DemoStage } from './stage.js'

/** @returns {any} the result of the sample run, with another verdict */
function makeResult (verdict, more = []) {
  const { result } = /** @type {any} */ (makeSampleRun().events[4][1])
  return { type: 'result', result: { ...result, verdict, claims: [...result.claims.map((claim) => ({ ...claim, verdict })), ...more.map((claim) => ({ ...result.claims[0], ...claim }))] } }
}

t.test('a run goes from the key to the verdict, and is recorded', async (t) => {
  const { measurement, act, heard, recordings, told } = await startStage(t)
  t.equal((await act('run')).status, 204)
  t.match(await act('run'), { status: 409, text: /wait until the run ends, or press X to stop it/ }, 'one at a time')
  t.equal(measurement.begun, 1)
  const events = makeSampleRun().events
  for (const [, event] of events.slice(0, 3)) measurement.emit(event)
  const middle = await heard(({ run }) => run.pairs === 1)
  t.equal(middle.isGoing, true)
  t.equal(middle.run.lines.faster.pairs.length, 1)
  for (const [, event] of events.slice(3)) measurement.emit(event)
  measurement.end()
  const over = await heard(({ isGoing }) => !isGoing)
  t.match(over, { sentence: /^✔ HOLDS {2}/, say: '', source: { kind: 'live' } })
  t.match(told, [/^✔ HOLDS/], 'the terminal says it too')
  const recording = readRecording(join(recordings, readdirSync(recordings).filter((file) => file.startsWith('holds-'))[0]), 'holds')
  t.same(recording.events.map(([, event]) => event), events.map(([, event]) => event))
  t.notMatch(JSON.stringify(recording), TOKEN)
})

t.test('every verdict other than holds is shown as it is, with a remark for the instructor', async (t) => {
  const { measurement, act, heard, recordings } = await startStage(t)
  writeRecording(join(recordings, 'holds-2026-01-01T00-00-00.json'), makeSampleRun())
  for (const [verdict, sentence, say] of /** @type {[string, RegExp, RegExp][]} */ ([['broken', /^✘ BROKEN/, /was measured on this machine just now/], ['undecided', /^\? UNDECIDED/, /time limit was too short/]])) {
    await act('run')
    measurement.emit(makeResult(verdict))
    measurement.end()
    t.match(await heard(({ isGoing }) => !isGoing), { sentence, say, run: { phase: 'done' }, offer: null, recording: { recordedAt: makeSampleRun().recordedAt } }, 'and the recording is one that holds')
  }
})

t.test('a run that fails offers the recording, and P plays it, marked as one', async (t) => {
  const { measurement, act, heard, recordings, stage } = await startStage(t, { speed: 10 })
  writeRecording(join(recordings, 'holds-2026-01-01T00-00-00.json'), makeSampleRun())
  t.match(await act('play'), { status: 409, text: /there is no recording yet/ }, 'there was none when it began')
  const { recording } = new DemoStage(stage.plan, stage.adapters)
  stage.recording = recording
  await act('run')
  measurement.end()
  t.match(await heard(({ offer }) => offer), { offer: 'failed', run: { phase: 'failed' }, recording: { node: 'v20.20.2' } })
  t.equal((await act('play')).status, 204)
  t.match(await heard(({ run }) => run.phase === 'done'), { source: { kind: 'recording', recordedAt: '2026-11-21T10:00:00.000Z', speed: 10 }, offer: null, run: { pairs: 2 } })
})

t.test('a slow run that ends or is stopped no longer offers the recording', async (t) => {
  const { stage, measurement, act, heard } = await startStage(t)
  stage.recording = makeSampleRun()
  for (const end of [async () => { for (const [, event] of makeSampleRun().events) measurement.emit(event); measurement.end() }, () => act('stop')]) {
    await act('run')
    stage.offer = 'slow'
    await end()
    t.equal((await heard(({ isGoing }) => !isGoing)).offer, null)
  }
})

t.test('a stopped measurement is ignored', async (t) => {
  const { measurement, act, heard } = await startStage(t)
  await act('run')
  await act('stop')
  t.equal(measurement.stopped, 1)
  measurement.emit({ type: 'comparing' })
  measurement.end()
  t.match(await heard(() => true), { isGoing: false, run: { phase: 'stopped' } })
})

t.test('with --replay nothing is measured', async (t) => {
  const { measurement, act, heard } = await startStage(t, { replay: makeSampleRun(), speed: 20 })
  await act('run')
  t.match(await heard(({ run }) => run.phase === 'done'), { isReplay: true, source: { kind: 'recording' } })
  t.equal(measurement.begun, 0)
})

t.test('a measurement that cannot start shows why, and the next one can start', async (t) => {
  const { stage, measurement, act, heard } = await startStage(t)
  const { measure } = stage.adapters
  stage.adapters.measure = () => { throw new Error('spawn EMFILE') }
  await act('run')
  t.match(await heard(({ isGoing }) => !isGoing), { run: { phase: 'failed', problem: 'spawn EMFILE' } })
  stage.adapters.measure = measure
  t.equal((await act('run')).status, 204)
  t.equal(measurement.begun, 1)
})

t.test('a claim that decides the verdict but has no screen is named', async (t) => {
  const { measurement, act, heard } = await startStage(t)
  await act('run')
  measurement.emit(makeResult('broken', [{ id: 'elsewhere', verdict: 'broken', names: { slower: 'x', faster: 'y' } }]))
  measurement.end()
  t.match(await heard(({ isGoing }) => !isGoing), { sentence: /^✘ BROKEN[^]*\nbroken: .* \S+/ })
})
