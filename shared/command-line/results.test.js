import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { LABS_FOLDER } from '@hotpath-labs/lab/project/project.js'
import { findWorstVerdict } from '@hotpath-labs/lab/report/words.js'
import {
  aggregateNodeVersionResults, aggregateResults, decodeText, listResultsByNodeVersion, matchesResultSchema, readResultFiles,
  shouldReplaceLastResult,
} from './results.js'

/** @import { Result } from '@hotpath-labs/lab/report/result-schema.js' */

const FILE = fileURLToPath(new URL('../../test/fixtures/results/http-baseline.json', import.meta.url))
const json = readFileSync(FILE, 'utf8')

t.test('a result is read, of a lab and of verify, also as > of Windows PowerShell writes it', async (t) => {
  const file = join(t.testdir(), 'verify.json')
  writeFileSync(file, `\uFEFF${JSON.stringify({ schema: 3, labs: [JSON.parse(json), JSON.parse(json)] })}`, 'utf16le')
  t.equal(readResultFiles([FILE]).length, 1)
  t.equal(readResultFiles([FILE, file]).length, 3)
  t.ok(matchesResultSchema(readResultFiles([FILE])[0]))
  t.equal(decodeText(Buffer.from('\uFEFF{"a":"ä"}')), '{"a":"ä"}')
})

t.test('a file that is no result is refused, with the command that writes it', async (t) => {
  const folder = t.testdir({
    'cut.json': json.slice(0, 50),
    'other.json': '{}',
    'empty.json': '{"schema":3,"labs":[]}',
    'wrong.json': JSON.stringify({ ...JSON.parse(json), verdict: 'green' }),
    'former.json': JSON.stringify({ ...JSON.parse(json), schema: 2 }),
    'newer.json': JSON.stringify({ ...JSON.parse(json), schema: 4 }),
  })
  const read = (name) => () => readResultFiles([join(folder, name)])
  for (const name of ['cut', 'former', 'newer', 'wrong']) t.throws(read(`${name}.json`), { exitCode: 2, message: /: .* verify --json > (\S+|".+")$/ }, name)
  for (const name of ['other', 'empty']) t.throws(read(`${name}.json`), { exitCode: 2, message: /verify --json/ }, name)
  t.throws(read('none.json'), { code: 'USAGE' })
})

t.test('only a full result of a lab of the project becomes its last result', async (t) => {
  const ours = { folder: join(LABS_FOLDER, 'cache-queue') }
  /** @type {any} */
  const measured = { mode: 'measured', verdict: 'holds' }
  t.ok(shouldReplaceLastResult(ours, measured, { node: ['20'] }))
  t.notOk(shouldReplaceLastResult({ folder: '/elsewhere' }, measured, {}))
  t.notOk(shouldReplaceLastResult(ours, { ...measured, mode: 'swap' }, {}))
  t.notOk(shouldReplaceLastResult(ours, measured, { node: ['20', '22'] }))
  t.notOk(shouldReplaceLastResult(ours, { ...measured, verdict: 'cannot run' }, { node: ['6'] }))
})

const result = (verdict, seconds) => /** @type {Result} */ (/** @type {unknown} */ ({ verdict, seconds }))

t.test('the worst verdict counts: broken, cannot run, undecided, holds', async (t) => {
  const all = /** @type {const} */ (['broken', 'cannot run', 'undecided', 'holds'])
  for (const [index, worst] of all.entries()) t.equal(findWorstVerdict(all.slice(index).toReversed()), worst)
  t.equal(findWorstVerdict([]), 'holds')
})

t.test('seconds add up to hundredths', async (t) => {
  t.same(aggregateResults([result('holds', 0.1), result('holds', 0.2)]), { verdict: 'holds', seconds: 0.3 })
})

t.test('results on several versions of Node are one, and can be listed again', async (t) => {
  const results = [result('holds', 1), result('broken', 2)]
  const all = aggregateNodeVersionResults('cache-queue', results)
  t.same(all, { schema: 3, lab: 'cache-queue', verdict: 'broken', seconds: 3, versions: results })
  t.same(listResultsByNodeVersion(all), results)
  t.same(listResultsByNodeVersion(results[0]), [results[0]])
})
