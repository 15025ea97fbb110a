import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import t from 'tap'
import { formatJsonList, readValidRecord } from './file.js'
import { describeMachineDateAndSources, findResumableRecord, isRecordUpToDate } from './origin.js'
import { PairRecorder } from './recorder.js'
import { findReasonNotToRecord } from './refusal.js'

/** @param {import('tap').Test} t @returns {any} */
function labIn (t) {
  const folder = t.testdir({ 'slow.cjs': '1', 'fast.cjs': '2' })
  return {
    folder,
    files: { slow: join(folder, 'slow.cjs'), fast: join(folder, 'fast.cjs') },
    manifest: { flags: {}, claims: [{ id: 'it', faster: 'fast', than: 'slow', metric: 'time' }] },
  }
}

t.test('a recorder adds pairs until there are enough, and calls back with each', async (t) => {
  /** @type {number[]} */
  const seen = []
  const recorder = new PairRecorder({ lab: 'a-lab', pairs: [1] }, { pairs: 3, onPair: ({ pairs }) => seen.push(pairs.length) })
  t.equal(recorder.missing, 2)
  for (let pair = 2; !recorder.isComplete; pair++) recorder.add(pair)
  t.same(recorder.record, { lab: 'a-lab', pairs: [1, 2, 3] })
  t.same(seen, [2, 3])
})

t.test('when the time is up, a recorder wants only the fewest pairs', async (t) => {
  const recorder = new PairRecorder({ pairs: /** @type {number[]} */ ([]) }, { pairs: 9, fewest: 2, timeSeconds: 0 })
  t.notOk(recorder.isComplete)
  recorder.add(1)
  recorder.add(2)
  t.ok(recorder.isComplete)
})

t.test('a record is fresh until a variant or a claim changes', async (t) => {
  const lab = labIn(t)
  const record = describeMachineDateAndSources(lab)
  t.ok(isRecordUpToDate(record, lab))
  t.ok(isRecordUpToDate({ sources: record.sources }, lab), 'older records have no claims')
  t.notOk(isRecordUpToDate({ ...record, claims: { it: ['fast', 'slow', 'time'] } }, lab))
  writeFileSync(lab.files.fast, '3')
  t.notOk(isRecordUpToDate(record, lab))
})

t.test('pairs join a record of the same processor and settings', async (t) => {
  const record = { ...describeMachineDateAndSources(labIn(t)), laterMs: 500 }
  t.equal(findResumableRecord(record, { laterMs: 500 }), record)
  t.equal(findResumableRecord(record, { laterMs: null }), undefined)
  t.equal(findResumableRecord({ ...record, machine: { ...record.machine, cpu: 'another' } }, { laterMs: 500 }), undefined)
  t.equal(findResumableRecord(undefined, {}), undefined)
})

t.test('a file of another format is refused, and a missing file is undefined', async (t) => {
  const form = v.object({ schema: v.literal(1) })
  const folder = t.testdir({ 'right.json': '{"schema":1}', 'wrong.json': '{"schema":2}' })
  t.same(readValidRecord(join(folder, 'right.json'), form), { schema: 1 })
  t.equal(readValidRecord(join(folder, 'none.json'), form), undefined)
  t.throws(() => readValidRecord(join(folder, 'wrong.json'), form), { code: 'DAMAGED_FILE', message: /\(schema\)/ })
})

t.test('a list has one item per line', async (t) => {
  t.equal(formatJsonList(['1', '2'], '  ', ' '), '[\n  1,\n  2\n ]')
  t.equal(formatJsonList([]), '[]')
})

t.test('a lab with a failure, a different answer or a wrong count is refused', async (t) => {
  /** @type {any} */
  const right = { failure: null, oracle: { verdict: 'same' }, counters: [{ holds: true }] }
  t.equal(findReasonNotToRecord(right), undefined)
  const failure = { code: 'THREW', part: 'slow' }
  t.equal(findReasonNotToRecord({ ...right, failure }), failure)
  t.match(findReasonNotToRecord({ ...right, oracle: { verdict: 'different', difference: '1 and 2' } }), { code: 'WRONG_ANSWER', what: /1 and 2/ })
  const counters = [{ holds: false, name: 'compiled', variant: 'fast', actual: 2, expected: 1 }]
  t.match(findReasonNotToRecord({ ...right, counters }), { code: 'WRONG_COUNT', part: 'fast' })
})
