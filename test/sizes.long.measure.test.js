import t from 'tap'
import { cli } from './cli.js'

t.test('shift has a cliff at 16,384 entries, and an index has none', async (t) => {
  const { code, stdout } = await cli(['lab', 'growth', '--sizes', '--json', '--seed', '1'])
  t.equal(code, 0)
  const { sizes, costs: { slow, index } } = JSON.parse(stdout)
  const [before, after] = [1, 2].map((at) => slow[at] / index[at])
  t.ok(sizes[1] < 16_384 && sizes[2] > 16_384)
  t.ok(after > 2 * before, `slow over index: ${before} before, ${after} after`)
})

t.test('a lab with one size of input says so, and what goes with no other option', async (t) => {
  for (const args of [['http-baseline', '--sizes'], ['growth', '--sizes', '--swap'], ['growth', '--sizes', '--node', `${process.execPath},6.1`]]) {
    const { code, stderr } = await cli(['lab', ...args])
    t.equal(code, 2, stderr)
  }
})
