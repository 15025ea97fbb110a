import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { fixture } from '../../test/cli.js'
import { runVariantsSideBySide } from './side-by-side.js'

/** A server that works for some CPU time, and writes how often it was asked. */
const makeServer = (ms, each = '') => `import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'
let asked = 0
process.on('exit', () => writeFileSync(new URL(import.meta.url + '.asked'), String(asked)))
const used = () => Object.values(process.cpuUsage()).reduce((sum, us) => sum + us)
export default () => new Promise((resolve) => {
  const server = createServer((req, res) => {
    asked++
    ${each}
    for (const from = used(); used() - from < ${1000 * ms};);
    res.end('done')
  })
  server.listen(0, '127.0.0.1', () => resolve(server))
})
`

async function run (t, sources, warmUps) {
  const folder = t.testdir(Object.fromEntries(Object.entries(sources).map(([variant, source]) => [`${variant}.mjs`, source])))
  const { programs, ...plan } = planClaims(await loadLab(fixture('awaits')))
  const fileOf = (variant) => join(folder, `${variant}.mjs`)
  const replaced = Object.keys(sources)
    .map((variant) => [variant, { ...programs[variant], file: fileOf(variant), warmUp: warmUps[variant] }])
  const context = {
    plan: { ...plan, programs: Object.fromEntries(replaced) },
    variants: Object.keys(sources),
    node: process.execPath,
    nodeMajor: 20,
    seed: 1,
    folder,
    onProgress () {},
  }
  /** @type {string[]} */
  const batches = []
  const { results, failure } = await runVariantsSideBySide(context, () => ({}), {
    seconds: 0.3,
    beforeBatch: async ({ variant }) => batches.push(variant),
    afterBatch: async () => {},
    after: async () => {},
  })
  const asked = Object.keys(sources).map((variant) => Number(readFileSync(`${fileOf(variant)}.asked`, 'utf8')))
  return { results, failure, batches, asked }
}

t.test('equal programs get as many requests, before the profile and in it, whatever warm-up each has of its own', async (t) => {
  const { results: [slow, fast], batches, asked } = await run(t, { slow: makeServer(2), fast: makeServer(2) }, { slow: 2, fast: 12 })
  t.equal(slow.before, 12)
  t.equal(fast.before, 12)
  t.ok(slow.operations > 0)
  t.equal(slow.operations, fast.operations)
  t.equal(asked[0], asked[1], 'as the servers count')
  t.ok(asked[0] >= slow.before + slow.operations)
  t.same(batches, batches.map((_, index) => index % 4 === 0 || index % 4 === 3 ? 'slow' : 'fast'), 'the one that ends a turn begins the next')
})

t.test('cold programs stay cold', async (t) => {
  const { results } = await run(t, { slow: makeServer(1), fast: makeServer(1) }, { slow: 1, fast: 1 })
  t.same(results.map(({ before }) => before), [1, 1])
})

t.test('a program that is much cheaper is as warm, and gets more requests in the profile', async (t) => {
  const { results: [slow, fast] } = await run(t, { slow: makeServer(20), fast: makeServer(0) }, { slow: 5, fast: 5 })
  t.equal(slow.before, fast.before)
  t.ok(fast.operations > 2 * slow.operations, `${fast.operations} and ${slow.operations}`)
})

t.test('a program that dies leaves the other one running', async (t) => {
  const dying = makeServer(1, 'if (asked > 30) throw new Error("out of luck")')
  const { results: [slow, fast], failure } = await run(t, { slow: dying, fast: makeServer(1) }, { slow: 50, fast: 50 })
  t.equal(failure?.part, 'slow')
  t.match(slow, { operations: 0, failure })
  t.ok(fast.operations > 0)
  t.notOk(fast.failure)
})
