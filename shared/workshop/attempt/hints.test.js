import t from 'tap'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { findStepsToSave, suggestHint } from './hints.js'

t.test('a hint is offered as the first one for the next step, as one more, or not at all', async (t) => {
  const lab = await loadLab(String(resolveLabFolder('read-file-sync')))
  const { length } = lab.hints
  const first = lab.hints.findIndex(({ step }) => step === 'fast')
  const offered = (/** @type {number} */ hints, /** @type {string | null} */ step = null) =>
    suggestHint(lab, { hints, step }).map(([, about]) => about)
  t.same(offered(0), ['where to look'])
  t.same(offered(1), ['one more hint'])
  t.same(offered(first), ['one more hint'], 'the step before is not reached')
  t.same(offered(1, 'bytes'), ['where to look'], 'the hint is the first one for another step')
  t.same(offered(first + 1, 'bytes'), ['one more hint'])
  t.same([offered(length), offered(length, 'bytes')], [[], []])
  t.same(offered(1, 'fast'), [], 'the last step is reached')
  t.same(suggestHint(lab, { hints: 1, step: 'bytes', place: null }).map(([, about]) => about), ['one more hint'], 'the file is back at the start')
  t.same(suggestHint(lab, { hints: 1, step: null, place: 'bytes' }).map(([, about]) => about), ['where to look'], 'a check has found the file at a step')
})

t.test('an attempt that gets less far does not take back what another one has reached', async (t) => {
  const { manifest } = await loadLab(String(resolveLabFolder('read-file-sync')))
  const saved = (before, found) => findStepsToSave(manifest, { place: null, ...before }, /** @type {any} */ (found))
  const furthest = (step, reached) => saved({ step }, { reached, isUnclear: false }).step
  t.same([furthest('fast', null), furthest('bytes', 'fast'), furthest('fast', 'bytes'), furthest(null, null), furthest('a step of before', null)], ['fast', 'fast', 'fast', null, null])
  t.same(saved({ step: 'fast' }, undefined), { step: 'fast', place: null })
  const unclear = { reached: 'bytes', next: 'fast', isUnclear: true }
  t.same(saved({ step: null }, unclear), { step: 'bytes', place: 'bytes' }, 'a run that cannot tell the next step apart has found this one')
  t.same(saved({ step: null, place: 'fast' }, unclear), { step: 'bytes', place: 'fast' }, 'a check may know more')
  t.same(saved({ step: null }, { ...unclear, reached: null, next: 'bytes' }), { step: null, place: null })
})
