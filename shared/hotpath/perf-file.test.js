import t from 'tap'
import { fn, server } from './perf-file.js'

t.test('a wrong option is named, with what was expected', async (t) => {
  t.teardown(() => { delete /** @type {any} */ (globalThis)[Symbol.for('hotpath.benchmarks')] })
  const run = () => 1
  fn('it', { run })
  t.throws(() => fn('it', { run }), /two benchmarks have this name/)
  for (const [options, words] of /** @type {[any, RegExp][]} */ ([
    [{ run, input: [1] }, /^fn\('other'\): there is no option input; expected run, inputs/],
    [{ run, margin: 0.1 }, /margin: expected a percentage from 1% to 1000%, such as '10%', but it is 0\.1$/],
    [{}, /run: expected a function, but it is undefined$/],
    [undefined, /expected an object of options/],
  ])) t.throws(() => fn('other', options), words)
  t.throws(() => fn(' ', { run }), /expected a name/)
  t.throws(() => server('it', /** @type {any} */ ({ listen: run, requests: [] })), /requests: expected a list with at least one entry, but it is an empty list$/)
})
