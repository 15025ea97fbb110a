import t from 'tap'
import { BenchmarkRounds, BLOCKS_PER_FUNCTION_PROCESS } from './rounds.js'

/** @param {{ kind?: string, inFlight?: number }} benchmark @returns {number} blocks of its rounds */
function countBlocks ({ kind = 'fn', inFlight = 1 }) {
  const benchmark = /** @type {any} */ ({ kind, inFlight, connections: 10, requestsPerReading: 2000 })
  const how = { seed: 1, flags: [], answers: /** @type {any} */ ({}) }
  const rounds = new BenchmarkRounds(benchmark, /** @type {any} */ ({}), how, { lowered: [], defaults: [] })
  return /** @type {any} */ (rounds.subject).settings.blocks
}

t.test('calls that overlap make blocks longer, so there are fewer', async (t) => {
  t.equal(countBlocks({}), BLOCKS_PER_FUNCTION_PROCESS.blocks)
  t.equal(countBlocks({ inFlight: 2 }), BLOCKS_PER_FUNCTION_PROCESS.blocks / 2)
  t.equal(countBlocks({ inFlight: 1000 }), BLOCKS_PER_FUNCTION_PROCESS.fewestBlocks)
  t.not(countBlocks({ kind: 'server' }), BLOCKS_PER_FUNCTION_PROCESS.blocks, 'a server has the blocks of a lab')
})
