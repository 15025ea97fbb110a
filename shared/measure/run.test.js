import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { defineLab } from '../lab/define.js'
import { measureLab } from './run.js'

t.test('every pair has two processes that no other pair had', async (t) => {
  const folder = t.testdir()
  const file = join(folder, 'variant.cjs')
  const log = join(folder, 'pids')
  // at its first call: a process that is started and never measured is none of a pair
  writeFileSync(file, `let told\nmodule.exports = (n) => {\n  if (!told) require('fs').appendFileSync(${JSON.stringify(log)}, process.pid + '\\n')\n  told = true\n  return n\n}\n`)
  const manifest = defineLab({
    kind: 'function',
    title: 'One',
    question: 'One?',
    ladder: { slow: 'one', fast: 'one' },
    workload: { inputs: () => [[1]] },
    claims: [{ id: 'one', faster: 'fast', than: 'slow', metric: 'time', floor: 1, says: 'so' }],
    hints: ['none'],
  })
  const { failure } = await measureLab({ name: 'one', folder, manifest, files: { slow: file, fast: file } }, { seed: 1, seconds: 60, mostPairs: 3, warmUpMs: 1 })
  t.equal(failure, null)
  const processes = readFileSync(log, 'utf8').trim().split('\n')
  t.equal(processes.length, 7, 'two of every pair, and the one that compares the answers')
  t.equal(new Set(processes).size, processes.length)
})
