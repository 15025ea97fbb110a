import { join } from 'node:path'
import t from 'tap'
import { MeasuredProcess } from '../measure/process/process.js'
import wire from './wire.cjs'

/** @param {any} t @param {string} source of a variant */
async function started (t, source) {
  const file = join(t.testdir({ 'variant.cjs': source }), 'variant.cjs')
  const measured = new MeasuredProcess({ variant: 'one', worker: 'function.cjs', node: process.execPath, padding: 0 })
  t.teardown(() => measured.stop())
  await measured.ask('load', { file })
  await measured.ask('inputs', { inputs: wire.encode([[1]]) })
  return measured
}

t.test('an answer that changes while it is timed is no figure', async (t) => {
  const measured = await started(t, 'let calls = 0; module.exports = () => ++calls > 10')
  await t.rejects(measured.ask('block', { calls: 20 }), /its answer changed while it was timed/)
})
