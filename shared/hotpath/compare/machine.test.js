import { join } from 'node:path'
import t from 'tap'
import { BenchmarkMachine } from './machine.js'
import { BLOCKS_PER_FUNCTION_PROCESS } from './subject.js'

async function makeMachine ({ kind = 'fn', inFlight = 1, folder = '' } = {}) {
  const request = kind === 'server' ? { method: 'GET', path: '/' } : undefined
  const files = { base: join(folder, 'base.js'), head: join(folder, 'head.js') }
  const benchmark = /** @type {any} */ ({ kind, name: 'it', files, inFlight, request, connections: 10, operationsPerReading: 2000 })
  const sides = /** @type {any} */ ({ base: {}, head: {} })
  return BenchmarkMachine.create(benchmark, sides, { seed: 1, flags: [], answers: /** @type {any} */ ({}) })
}

/** @param {Parameters<typeof makeMachine>[0]} benchmark @returns {Promise<number>} blocks of its pairs */
const countBlocks = async (benchmark) => /** @type {any} */ (await makeMachine(benchmark)).subject.settings.blocks

t.test('calls that overlap make blocks longer, so there are fewer', async (t) => {
  t.equal(await countBlocks({}), BLOCKS_PER_FUNCTION_PROCESS.blocks)
  t.equal(await countBlocks({ inFlight: 2 }), BLOCKS_PER_FUNCTION_PROCESS.blocks / 2)
  t.equal(await countBlocks({ inFlight: 1000 }), BLOCKS_PER_FUNCTION_PROCESS.fewestBlocks)
  t.not(await countBlocks({ kind: 'server' }), BLOCKS_PER_FUNCTION_PROCESS.blocks, 'a server has the blocks of a lab')
})

t.test('a pair that nobody waits for starts no process, and base comes first', async (t) => {
  const pair = (await makeMachine()).open(['control', 'head', 'base'])
  await pair.stop()
  t.same([pair.roles, pair.processes.size], [['base', 'head', 'control'], 0])
})

t.test('the control loads what the base loads', async (t) => {
  const folder = t.testdir({ 'package.json': '{"type":"module"}', 'base.js': "import { fn } from 'hotpath'\nfn('it', { run: () => 1 })\n", 'head.js': "throw new Error('this is head')\n" })
  const machine = await makeMachine({ folder })
  for (const role of ['base', 'control', 'head']) {
    const pair = machine.open([role])
    t.teardown(() => pair.stop())
    if (role === 'head') await t.rejects(pair.ready, /^head failed: this is head/)
    else t.match(await pair.ready, /^v\d/)
  }
})
