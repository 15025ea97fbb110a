import t from 'tap'
import { drawMemoryGraph } from './graph.js'

const samples = Array.from(
  { length: 300 },
  (_, index) => ({ ms: index * 200, rss: 90e6 + index * 1e6, heapTotal: 40e6, heapUsed: 20e6 + (index % 9) * 1e6, external: 2e6 })
)

t.test('the graph fits the terminal, and ends with the latest figures', async (t) => {
  for (const columns of [80, 132, 50]) {
    const lines = drawMemoryGraph(samples, { width: columns, color: false }).split('\n')
    t.ok(lines.length <= 21, `${lines.length} lines`)
    t.ok(lines.slice(0, -1).every((line) => line.length <= columns), `${columns} columns`)
    t.equal(lines.at(-1), 'from the top: rss 389 MB  heapTotal 40 MB  heapUsed 22 MB  external 2 MB')
  }
  const buffers = samples.map((sample) => ({ ...sample, external: 60e6 }))
  t.match(drawMemoryGraph(buffers, { width: 80, color: false }), /389 MB {2}external 60 MB {2}heapTotal 40 MB {2}heapUsed 22 MB$/)
  t.match(drawMemoryGraph(samples.slice(0, 1), { width: 80, color: false }), /rss 90 MB/, 'one sample is enough')
  // eslint-disable-next-line no-control-regex
  t.notMatch(drawMemoryGraph(samples, { width: 80, color: false }), /\u001b/)
})
