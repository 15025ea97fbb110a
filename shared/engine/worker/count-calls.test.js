import { createRequire } from 'node:module'
import { basename } from 'node:path'
import t from 'tap'
import callCounter from './count-calls.cjs'

t.test('counts calls and puts the function back', async (t) => {
  const original = Object.keys
  const counter = callCounter.countCalls('Object.keys', () => {})
  t.same(Object.keys({ a: 1 }), ['a'], 'it still answers')
  Object.keys({})
  counter.stop()
  t.equal(counter.calls(), 2)
  t.equal(Object.keys, original)
})

t.test('counts calls of a package\'s export', async (t) => {
  const loaded = { deep: { compile: (n) => n + 1 } }
  const counter = callCounter.countCalls('some-package:deep.compile', (name) => { t.equal(name, 'some-package'); return loaded })
  t.equal(loaded.deep.compile(1), 2)
  t.equal(counter.calls(), 1)
})

t.test('counts calls of a named import of Node', async (t) => {
  const counter = callCounter.countCalls('path:basename', createRequire(import.meta.url))
  t.equal(basename('/a/b'), 'b')
  counter.stop()
  basename('/a/c')
  t.equal(counter.calls(), 1)
})

t.test('a missing function is an error, not a zero', async (t) => {
  t.throws(() => callCounter.countCalls('Object.keyz', () => {}), /there is no function Object.keyz to count/)
})
