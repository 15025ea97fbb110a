import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { recordSchema } from './fixtures/record.js'
import { findCurveFile, readCurves, writeCurves } from './curve-file.js'

t.test('a written record can be read, and has one pair per line', async (t) => {
  const file = findCurveFile(t.testdir(), 20)
  writeCurves(file, recordSchema())
  t.same(readCurves(file, 20), { record: recordSchema() })
  t.equal(readFileSync(file, 'utf8').split('\n').filter((line) => line.includes('"ratios"')).length, recordSchema().pairs.length)
})

t.test('a missing file is no problem', async (t) => t.same(readCurves(join(t.testdir(), 'none.json'), 20), {}))

t.test('an unusable file is a problem of one line', async (t) => {
  const json = JSON.stringify(recordSchema())
  for (const [text, problem] of /** @type {[string, RegExp][]} */ ([
    [json.slice(0, -20), /JSON/],
    ['', /JSON/],
    ['[]', /this version of hotpath-labs does not know this file format/],
    [JSON.stringify({ ...recordSchema(), schema: 2 }), /this version of hotpath-labs does not know this file format .*schema/],
    [JSON.stringify({ ...recordSchema(), pairs: [{ curves: {}, ratios: { it: 'two' } }] }), /does not know this file format .*pairs\.0\.ratios\.it/],
    [JSON.stringify({ ...recordSchema(), node: 'v22.1.0' }), /recorded on Node v22\.1\.0/],
    [JSON.stringify({ ...recordSchema(), pairs: [] }), /this version of hotpath-labs does not know this file format .*pairs/],
    [JSON.stringify({ ...recordSchema(), pairs: [...recordSchema().pairs, { curves: {}, ratios: {} }] }), /a recorded pair of processes has no curve for /],
    [json.replace(/"points":\[\[[^,]+/, '"points":[[0'), /this version of hotpath-labs does not know this file format .*points/],
  ])) {
    const file = join(t.testdir(), 'node20.json')
    writeFileSync(file, text)
    const read = readCurves(file, 20)
    t.equal(read.record, undefined)
    t.match(read.problem, problem)
    t.notMatch(read.problem, '\n')
  }
})
