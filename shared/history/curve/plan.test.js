import t from 'tap'
import { resolveLabFolder, listLabNames } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { MIN_CURVE_PAIRS, estimateCurveRecordingSeconds, fitCurveRecordingIntoTime } from './plan.js'
import { listCurvesToRecord } from './track.js'

const all = await Promise.all(listLabNames().map((name) => loadLab(String(resolveLabFolder(name)))))
const labs = all.filter(({ manifest }) => listCurvesToRecord(manifest).length > 0)
const WANTED = { pairs: 5, seconds: 60 }

t.test('a plan with enough time stays as it is', async (t) => {
  for (const lab of labs) {
    const { most } = estimateCurveRecordingSeconds(lab, WANTED.pairs, WANTED.seconds)
    t.same(fitCurveRecordingIntoTime(lab, { ...WANTED, timeSeconds: most }), WANTED)
  }
})

t.test('a short plan has fewer pairs, and then less CPU time per side', async (t) => {
  for (const lab of labs) {
    const { usual } = estimateCurveRecordingSeconds(lab, WANTED.pairs, WANTED.seconds)
    t.equal(fitCurveRecordingIntoTime(lab, { ...WANTED, timeSeconds: usual + 1 }).pairs, WANTED.pairs)
    const short = fitCurveRecordingIntoTime(lab, { ...WANTED, timeSeconds: 0.65 * usual })
    t.equal(short.pairs, MIN_CURVE_PAIRS)
    const shorter = fitCurveRecordingIntoTime(lab, { ...WANTED, timeSeconds: 0.5 * usual })
    t.equal(shorter.pairs, MIN_CURVE_PAIRS)
    t.ok(shorter.seconds < short.seconds)
    for (const { pairs, seconds, part } of [{ ...short, part: 0.65 }, { ...shorter, part: 0.5 }]) {
      t.ok(estimateCurveRecordingSeconds(lab, pairs, seconds).most <= part * usual + 1e-6, `${lab.name} ends in time`)
    }
    t.ok(fitCurveRecordingIntoTime(lab, { ...WANTED, timeSeconds: 1 }).seconds >= 1, 'at least one second of CPU')
  }
  t.same(fitCurveRecordingIntoTime(labs[0], { pairs: 2, seconds: 0.4, timeSeconds: 1 }), { pairs: 2, seconds: 0.4 }, 'and never more than wanted')
})

t.test('a full plan uses all seconds of every side', async (t) => {
  for (const lab of labs) {
    const { usual, most } = estimateCurveRecordingSeconds(lab, 3, 30, true)
    t.equal(usual, most)
    t.same(fitCurveRecordingIntoTime(lab, { pairs: 3, seconds: 30, timeSeconds: most, full: true }), { pairs: 3, seconds: 30 })
    t.ok(fitCurveRecordingIntoTime(lab, { pairs: 3, seconds: 30, timeSeconds: 0.5 * most, full: true }).seconds < 30)
  }
})

t.test('the plans of all labs on one Node fit into twenty minutes', async (t) => {
  const usual = labs.map((lab) => estimateCurveRecordingSeconds(lab, WANTED.pairs, WANTED.seconds).usual)
  const sum = usual.reduce((all, one) => all + one)
  const planned = labs.map((lab, index) => {
    const { pairs, seconds } = fitCurveRecordingIntoTime(lab, { ...WANTED, timeSeconds: 20 * 60 * usual[index] / sum })
    return estimateCurveRecordingSeconds(lab, pairs, seconds).most
  })
  t.ok(planned.reduce((all, one) => all + one) <= 20 * 60 + 1)
})
