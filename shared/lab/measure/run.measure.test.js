import { join } from 'node:path'
import t from 'tap'
import { FunctionSubject } from '@hotpath-labs/engine/subjects/function.js'
import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
import { defineLab } from '../define.js'
import { planClaims } from '../plans.js'
import { measureLab } from './run.js'

t.test('every pair has two fresh processes', async (t) => {
  const folder = t.testdir({ 'variant.cjs': 'module.exports = (n) => n\n' })
  const file = join(folder, 'variant.cjs')
  /** of this lab: other files in this process may measure labs meanwhile @type {Set<number | undefined>} */
  const loaded = new Set()
  /** @type {Set<number | undefined>} */
  const called = new Set()
  /** @type {Map<number | undefined, number>} */
  const turns = new Map()
  const { ask } = MeasuredProcess.prototype
  t.teardown(() => { MeasuredProcess.prototype.ask = ask })
  // processes that are started ahead but never measured do not count
  MeasuredProcess.prototype.ask = function (question, ...rest) {
    const { pid } = this.child
    if (question === 'load' && rest[0]?.file === file) loaded.add(pid)
    if (question === 'block' && loaded.has(pid)) turns.set(pid, (turns.get(pid) ?? 0) + 1)
    if ((question === 'block' || question === 'answers') && loaded.has(pid)) called.add(pid)
    return ask.call(this, question, ...rest)
  }
  const manifest = defineLab({
    kind: 'function',
    title: 'One',
    question: 'One?',
    variants: { slow: 'one', fast: 'one' },
    workload: { inputs: () => [[1]] },
    claims: [{ id: 'one', faster: 'fast', than: 'slow', metric: 'time', atLeast: 1 }],
  })
  const plan = planClaims({ name: 'one', folder, manifest, files: { slow: file, fast: file }, hints: [] })
  const { failure } = await measureLab(plan, { seed: 1, seconds: 60, mostPairs: 3, warmUpMs: 1 })
  t.equal(failure, null)
  t.equal(called.size, 7, 'two per pair, and one that compares answers')
  // how many blocks depends on the clock: where another program takes the processor, calls look slow, and a pair gets fewer
  const blocks = [...turns.values()]
  t.equal(blocks.length, 6)
  for (let first = 0; first < blocks.length; first += 2) {
    t.ok(blocks[first] <= FunctionSubject.SETTINGS.blocks)
    t.equal(blocks[first], blocks[first + 1], 'both sides of a pair have as many blocks')
  }
})
