import { fileURLToPath } from 'node:url'
import t from 'tap'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { loadLab } from '../load.js'
import { planClaims } from '../plans.js'
import { NodeFaultFinder } from './other-node.js'

async function blamed (fixture, stderr) {
  const lab = await loadLab(fileURLToPath(new URL(`../../../test/fixtures/${fixture}`, import.meta.url)))
  const other = new NodeFaultFinder(planClaims(lab), { seed: 1, seconds: 1, node: '/another/node' }, 'v1.2.3')
  const services = /** @type {any} */ ({ env: {}, engines: {}, pids: [] })
  return other.findNodeFault(services, /** @type {any} */ ({ oracle: null }), new VariantFailure('THREW', 'fast', 'failed', stderr))
}

for (const [kind, fixture] of [['function', 'holds'], ['server', 'two-workloads']]) {
  t.test(`a ${kind} that works here: the other Node is to blame`, async (t) => {
    t.match(await blamed(fixture, 'at line 1\nReferenceError: fetch is not defined\n    at fast.js'), {
      code: 'NODE_LACKS_FEATURE',
      part: 'fast',
      what: /v1\.2\.3.* ReferenceError: fetch is not defined$/,
      advice: new RegExp(process.version),
    })
  })
}

t.test('an unknown flag is named', async (t) => {
  t.match(await blamed('holds', '/another/node: bad option: --no-flush-bytecode\n'), { code: 'NODE_LACKS_FEATURE', what: /--no-flush-bytecode$/ })
})

t.test('a variant that fails here too is at fault itself', async (t) => {
  t.equal(await blamed('throws-on-load', 'Error: there is no such thing'), undefined)
})

t.test('a variant that this Node cannot run either, for want of a flag, is at fault itself', async (t) => {
  t.equal(await blamed('unknown-flag', 'ReferenceError: fetch is not defined'), undefined)
})
