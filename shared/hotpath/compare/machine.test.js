import t from 'tap'
import { BenchmarkMachine } from './machine.js'
import { BLOCKS_PER_FUNCTION_PROCESS } from './subject.js'

/** @param {{ kind?: string, inFlight?: number }} [benchmark] */
async function makeMachine ({ kind = 'fn', inFlight = 1 } = {}) {
  const request = kind === 'server' ? { method: 'GET', path: '/' } : undefined
  const benchmark = /** @type {any} */ ({ kind, inFlight, request, connections: 10, operationsPerReading: 2000 })
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
