import t from 'tap'
import { BenchmarkMachine } from './machine.js'
import { BLOCKS_PER_FUNCTION_PROCESS } from './subject.js'

/** @param {{ kind?: string, inFlight?: number }} benchmark @returns {Promise<number>} blocks of its pairs */
async function countBlocks ({ kind = 'fn', inFlight = 1 }) {
  const request = kind === 'server' ? { method: 'GET', path: '/' } : undefined
  const benchmark = /** @type {any} */ ({ kind, inFlight, request, connections: 10, operationsPerReading: 2000 })
  const sides = /** @type {any} */ ({ base: {}, head: {} })
  const machine = await BenchmarkMachine.create(benchmark, sides, { seed: 1, flags: [], answers: /** @type {any} */ ({}) })
  return /** @type {any} */ (machine.subject).settings.blocks
}

t.test('calls that overlap make blocks longer, so there are fewer', async (t) => {
  t.equal(await countBlocks({}), BLOCKS_PER_FUNCTION_PROCESS.blocks)
  t.equal(await countBlocks({ inFlight: 2 }), BLOCKS_PER_FUNCTION_PROCESS.blocks / 2)
  t.equal(await countBlocks({ inFlight: 1000 }), BLOCKS_PER_FUNCTION_PROCESS.fewestBlocks)
  t.not(await countBlocks({ kind: 'server' }), BLOCKS_PER_FUNCTION_PROCESS.blocks, 'a server has the blocks of a lab')
})
