import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { hashVariantSources } from '@hotpath-labs/lab/sources.js'
import { refused } from './attendee.js'
import { cli, cliJson, copyOf, fixture } from './cli.js'

t.test('a result tells the age of its ratio, and the warm row of the record', async (t) => {
  const folder = copyOf(t, 'holds')
  const before = await cliJson(['lab', folder])
  t.equal(before.claims[0].steady, null, 'without a record')
  for (const side of ['slower', 'faster']) t.ok(before.claims[0].age[side].cpuSeconds > 0.02 && before.claims[0].age[side].operations >= 3000, `the age of ${side}`)

  const row = { machine: { cpu: 'C', cores: 2 }, node: process.version.slice(1), age: 'warm', recorded: '2026-01-01', sources: hashVariantSources(await loadLab(folder)), claims: { faster: { ratio: 1000, interval: [990, 1010] } } }
  mkdirSync(join(folder, 'data'), { recursive: true })
  writeFileSync(join(folder, 'data', 'records.json'), JSON.stringify([row]))
  const { code, stderr, ...result } = await cliJson(['lab', folder])
  t.match(result.claims[0].steady, { node: process.version, processor: 'C', ratio: 1000 })
  t.equal(result.verdict, 'holds', 'which no verdict looks at')

  writeFileSync(join(folder, 'fast.cjs'), readFileSync(join(folder, 'fast.cjs'), 'utf8') + '\nlet changed\n')
  t.equal((await cliJson(['lab', folder])).claims[0].steady.stale, true, 'a row of what a variant was before')
})

t.test('a variant that fails half-way is told with its age, and no curve is made up', async (t) => {
  t.match(await cli(['lab', fixture('tires'), 'curve', '--seconds', '30', '--pairs', '2']), { code: 1, stdout: '', stderr: /tires: fast failed: worn out, after [\d,]+ calls \([\d.]+ s of CPU\)/ })
})

t.test('what cannot be done is one line that says what to type', async (t) => {
  for (const [args, said] of /** @type {[string[], RegExp][]} */ ([
    [['lab', 'memory-leak', 'curve'], /^memory-leak is about memory.*pnpm lab memory-leak watch-memory/],
    [['lab', fixture('holds'), 'curve', '--pairs', '1'], /Expected a whole number from 2 to 100\./],
  ])) {
    refused(t, await cli(args), 2, said)
  }
})

t.test('a curve is drawn, worker threads or not', async (t) => {
  const folder = copyOf(t, 'holds')
  const slow = join(folder, 'slow.cjs')
  writeFileSync(slow, readFileSync(slow, 'utf8') + "\nnew (require('worker_threads').Worker)('0', { eval: true })\n")
  const { code, stderr } = await cli(['lab', folder, 'curve', '--seconds', '1', '--pairs', '2'])
  t.equal(code, 0, stderr)
})
