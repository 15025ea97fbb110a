import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { makeSampleRun } from './fixtures/run.js'
import { describeOutcome } from './outcome.js'

const holds = await loadLab(fileURLToPath(new URL('../../test/fixtures/holds', import.meta.url)))
const lab = /** @type {any} */ ({ ...holds, manifest: { ...holds.manifest, counters: { parsed: { counts: 'JSON.parse', slow: 2, fast: 'never' } } } })
const [, { result: sample }] = /** @type {any} */ (makeSampleRun().events.at(-1))
const [claim] = sample.claims

/** Judges Anna's file with this result. */
function judge (t, result) {
  const folder = t.testdir({})
  return describeOutcome({ ...sample, verdict: 'broken', claims: [], ...result }, 'Anna', { folder, file: join(folder, 'mine.cjs') }, lab)
}

const failure = (code, what, stderr = '', part = 'mine') => ({ failure: { code, part, what, stderr, advice: '' } })

t.test('a wrong answer, a crash and a slow file are told apart, in words about the owner', async (t) => {
  const mine = { ...claim, id: 'mine', verdict: 'broken', ratio: 1.05, interval: [1.02, 1.08], names: { slower: 'the slow way', faster: 'yours' } }
  for (const [result, mark, says] of /** @type {[any, string, string | RegExp][]} */ ([
    [{ oracle: { verdict: 'different', checked: 1, difference: 'for 1: slow answers "slow", mine answers "mine"' } }, 'wrong answer', 'for 1: the slow way answers "slow", Anna\'s file answers "mine"'],
    [{ oracle: { verdict: 'different', checked: 1, difference: 'for 1: slow answers 2, mine throws TypeError: $& (mine.cjs:2)' } }, 'crash', 'for 1: the slow way answers 2, Anna\'s file throws TypeError: $& (mine.cjs:2)'],
    [failure('THREW', 'threw TypeError: no'), 'crash', 'Anna\'s file throws TypeError: no'],
    [failure('STARVED', 'could not work for 60 s'), 'not judged', 'This machine could not judge Anna\'s file: it could not work for 60 s'],
    [failure('EXITED', 'exited with code 7'), 'crash', 'Anna\'s file exited with code 7'],
    [failure('REJECTED', 'failed: expected a function as the default export'), 'crash', 'Anna\'s file: expected a function as the default export'],
    [failure('WRONG_ANSWER', 'answered 3'), 'wrong answer', 'Anna\'s file answered 3'],
    [failure('TIMED_OUT', 'did not answer within 10 s (request: answers)'), 'no answer', /^Anna's file has not answered for 10 s/],
    [failure('TAMPERED', 'starts another process'), 'not allowed', 'Anna\'s file starts another process'],
    [failure('MONGO_GONE', 'has ended', '', 'mongo'), 'not judged', 'This machine could not judge Anna\'s file: mongo has ended'],
    [failure('EXITED', 'exited with code 1', '', 'slow'), 'not judged', 'The lab could not judge Anna\'s file: slow exited with code 1'],
    [{ claims: [mine] }, 'too slow', /^The slow way takes about 1\.05× as long as Anna's file; the lab asks for at least 1\.5×$/],
    [{ claims: [{ ...mine, metric: 'heap' }] }, 'too much memory', /memory behind per request as Anna's file/],
    [{ claims: [{ ...claim, id: 'mine', verdict: 'holds' }, { ...claim, id: 'other', verdict: 'broken', required: false }], verdict: 'undecided' }, 'no verdict yet', /Anna's file may or may not reach/],
    [{ counters: [{ name: 'parsed', variant: 'mine', expected: 0, actual: 2, holds: false }], claims: [mine] }, 'cause still there', /^Anna's file calls JSON\.parse twice per call; the lab asks for none$/],
    [{ verdict: 'holds', claims: [claim] }, 'passes', ''],
    [{}, 'not there yet', ''],
  ])) {
    const outcome = judge(t, result)
    t.equal(outcome.mark, mark)
    t.match(outcome.says, says)
  }
})

t.test('a crash names the line', async (t) => {
  const folder = t.testdir({ 'mine.cjs': '' })
  const file = join(folder, 'mine.cjs')
  const missing = failure('REJECTED', `failed: Cannot find module '${join(folder, 'apps.js')}'`)
  t.equal(describeOutcome({ ...sample, ...missing }, 'Anna', { folder, file }, lab).says, 'Anna\'s file: Cannot find module \'apps.js\'', 'and no folder of the instructor')
  t.match(describeOutcome({ ...sample, ...failure('THREW', 'threw TypeError: no', `TypeError: no\n    at sum (${file}:7:3)\n`) }, 'Anna', { folder, file }, lab).says, / \(line 7\)$/)
})
