import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeSampleProfile, makeSampleRun } from './fixtures/run.js'
import { startStage } from './fixtures/staged.js'
import { readRecording } from './recording-files.js'

t.test('a replay shows the recorded profile, and a live run records the profile on the screen', async (t) => {
  const recorded = await startStage(t, { replay: { ...makeSampleRun(), profile: makeSampleProfile() }, speed: 20 })
  t.match(await recorded.heard(() => true), { profile: { phase: 'there', takenAt: makeSampleRun().recordedAt, from: { node: 'v20.20.2' } } })
  t.same(JSON.parse((await recorded.ask('/profile.json')).text), makeSampleProfile())
  t.match(await recorded.act('profile'), { status: 409, text: /profile, start pnpm demo .* --replay/ })

  const { stage, measurement, profiling, act, ask, heard, recordings } = await startStage(t)
  await act('profile')
  writeFileSync(stage.adapters.profileFile, JSON.stringify(makeSampleProfile()))
  profiling.end(undefined)
  const { profile } = await heard(({ profile }) => profile.phase === 'there')
  t.same(JSON.parse((await ask('/profile.json')).text), makeSampleProfile())
  await act('run')
  for (const [, event] of makeSampleRun().events) measurement.emit(event)
  measurement.end()
  const read = readRecording(join(recordings, readdirSync(recordings).filter((file) => file.startsWith('holds-'))[0]), 'holds')
  t.same(read.profile, makeSampleProfile())
  t.equal(read.profiledAt, profile.takenAt, 'which is not the time of the run')
})

t.test('the shipped profile is shown until this machine has its own', async (t) => {
  const { stage, profiling, act, ask, heard } = await startStage(t)
  const heap = { kind: /** @type {const} */ ('heap'), nodeMajor: 24, sides: [{ variant: 'slow', label: '', finding: '', rows: [] }] }
  stage.recording = { ...makeSampleRun(), profile: heap }
  t.match(await heard(() => true), { profile: { phase: 'there', from: { node: 'v24' } } })
  t.same(JSON.parse((await ask('/profile.json')).text), heap)
  await act('profile')
  t.match(await heard(({ profile }) => profile.phase === 'taking'), { profile: { from: { node: 'v24' } } }, 'also while a new one is taken')
  writeFileSync(stage.adapters.profileFile, JSON.stringify(makeSampleProfile()))
  profiling.end(undefined)
  t.match(await heard(({ profile }) => profile.phase === 'there'), { profile: { from: null } })
  t.same(JSON.parse((await ask('/profile.json')).text), makeSampleProfile())
})

t.test('a profile shows why it waits, can be stopped, and keeps the older one if it fails', async (t) => {
  const { profiling, act, heard } = await startStage(t)
  await act('profile')
  profiling.emit({ type: 'waiting', what: 'waiting for another measurement: inspect' })
  t.match(await heard(({ profile }) => profile.problem), { profile: { phase: 'taking', problem: /^waiting for another/ } })
  profiling.emit({ type: 'profiling' })
  t.match(await heard(({ profile }) => !profile.problem), { profile: { phase: 'taking' } }, 'until it need not wait any more')
  for (const what of ['run', 'profile']) t.match(await act(what), { status: 409, text: /profile .* X .* it/ }, what)
  await act('play')
  t.match(await heard(() => true), { profile: { phase: 'taking' } }, 'a recording may be played meanwhile')
  await act('stop')
  t.match(await heard(({ profile }) => profile.phase !== 'taking'), { profile: { phase: 'failed', problem: 'the profiler was stopped' } })
  await act('profile')
  profiling.end(undefined)
  const { profile } = await heard(({ profile }) => profile.phase === 'there')
  await act('profile')
  profiling.end('slow died')
  t.match(await heard(({ profile }) => profile.phase === 'there' && profile.problem), { profile: { takenAt: profile.takenAt, problem: 'A new profile could not be taken: slow died' } })
  t.equal(profiling.begun, 3)
})
