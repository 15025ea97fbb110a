import { join } from 'node:path'
import t from 'tap'
import { defineLab } from '@hotpath-labs/lab'
import { measureLab } from '@hotpath-labs/lab/measure/run.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { downstream } from './index.js'

const SERVER = `import { createServer } from 'node:http'
export default () => new Promise((resolve) => { const server = createServer((_, response) => response.end()).listen(0, () => resolve(server)) })
`

function makeLab (t, helper) {
  const folder = t.testdir({ 'slow.js': SERVER, 'helper.js': helper, 'package.json': '{ "type": "module" }' })
  const manifest = defineLab({
    kind: 'server',
    title: 'One',
    question: 'One?',
    variants: { slow: 'one', fast: 'one' },
    services: [downstream('helper.js')],
    workload: { path: '/', connections: 1 },
    claims: [{ id: 'one', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 1 }],
  })
  const file = join(folder, 'slow.js')
  return { name: 'one', folder, manifest, files: { slow: file, fast: file }, hints: [] }
}

t.test('a downstream server that cannot be loaded gives the result "cannot run", which names its file', async (t) => {
  const helpers = [
    ['export default () => { throw new TypeError(\'no such port\') }', /TypeError: .*\n +at .*helper\.js:1/],
    ['export default 1', /default export/],
    ['process.exit(3)', /helper\.js/],
  ]
  for (const [helper, advice] of helpers) {
    const result = await measureLab(planClaims(makeLab(t, String(helper))), { seed: 1, seconds: 1 })
    t.match(result, { verdict: 'cannot run', claims: [], failure: { code: 'SERVICE_FAILED', part: 'helper.js', advice } })
  }
})
