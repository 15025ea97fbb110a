import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const FILE = JSON.stringify(fileURLToPath(new URL('collections.cjs', import.meta.url)))

/** V8 of Node 24 still ends some full collections between two tasks. */
const skip = parseInt(process.versions.v8, 10) > 12 && 'V8 12 and older'

t.test('V8 collects in blocks of calls, not between them', { skip }, async (t) => {
  const output = execFileSync(process.execPath, ['-e', `
    const collections = require(${FILE})
    collections.watch()
    const all = []
    new PerformanceObserver((list) => all.push(...list.getEntries())).observe({ entryTypes: ['gc'] })
    const keep = Array.from({ length: 300_000 }, (_, index) => ({ index, list: [index] }))
    const blocks = []
    const measureBlock = () => {
      if (blocks.length === 120) return setTimeout(report, 20)
      const from = performance.now()
      for (let call = 0; call < 20; call++) keep[call] = Buffer.alloc(100_000, 'a')
      blocks.push([from, performance.now()])
      setTimeout(measureBlock, 2)
    }
    const report = () => {
      const later = all.filter(({ startTime }) => startTime > blocks[0][0])
      const between = later.filter(({ startTime }) => !blocks.some(([from, to]) => from <= startTime && startTime <= to))
      console.log(JSON.stringify({ all: later.length, between: between.length }))
    }
    setTimeout(measureBlock, 10)`], { encoding: 'utf8' })
  const { all, between } = JSON.parse(output)
  t.ok(all >= 3, `${all} collections`)
  t.equal(between, 0)
})
