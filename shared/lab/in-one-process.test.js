import { fileURLToPath } from 'node:url'
import t from 'tap'
import { runBenchmarkJsOnLab } from './bench.js'

/** Stands in for benchmark.js: calls every case once. */
class Suite {
  /** @type {string[]} */
  names = []
  /** @type {(event: { target: string }) => void} */
  onCycle = () => {}

  add (name, fn, { onStart }) {
    onStart()
    fn()
    this.names.push(name)
  }

  on (event, listener) { this.onCycle = listener }
  run () { this.names.forEach((target) => this.onCycle({ target })) }
  filter () { return { map: () => this.names } }
}

t.test('runBenchmarkJsOnLab skips variants that need flags', async (t) => {
  const lines = t.capture(console, 'log')
  await runBenchmarkJsOnLab(fileURLToPath(new URL('../../test/fixtures/unknown-flag', import.meta.url)), { Suite })
  t.same(lines().map(({ args }) => args.join(' ')), ['odd is skipped: all variants share one process here, and odd needs a process with --no-such-flag', 'slow', 'fast', 'Fastest is slow, fast'])
})
