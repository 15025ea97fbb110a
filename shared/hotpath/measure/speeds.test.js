import t from 'tap'
import { formatTwoSpeeds } from '../report/speeds.js'
import { TwoSpeedProgramFinder } from './speeds.js'

const claims = /** @type {any[]} */ ([{ id: 'it', faster: 'fast', than: 'slow', metric: 'time' }, { id: 'waits', faster: 'fast', than: 'slow', metric: 'p50' }])
const BLOCKS = Array.from({ length: 16 }, (_, block) => block)

/** @param {(block: number) => number} slow µs a call @param {(block: number) => number} [fast] */
const pair = (slow, fast = () => 1) => new Map([['slow', slow], ['fast', fast]].map(([side, cost]) => [String(side), { time: BLOCKS.map(/** @type {any} */ (cost)) }]))

/** @param {ReturnType<typeof pair>[]} pairs */
function findSpeeds (pairs) {
  const speeds = new TwoSpeedProgramFinder(claims)
  for (const figures of pairs) speeds.add(figures)
  return speeds
}

const steady = pair(() => 9)
const changing = pair((block) => block < 8 ? 9 : 18)

t.test('two processes that change their speed are reported', async (t) => {
  t.same(findSpeeds([steady, steady, changing]).found, [])
  const { found } = findSpeeds([steady, changing, changing])
  t.same(found, [{ side: 'slow', metric: 'time', levels: [9, 18], seen: 'within a process', processes: 2, of: 3, calls: null }])
  t.equal(formatTwoSpeeds(found[0]), 'slow has two speeds: 9 µs and 18 µs a call, and 2 of 3 processes changed their speed during the measurement')
})

t.test('a machine that gets slower is not reported', async (t) => {
  const machine = pair((block) => block < 8 ? 9 : 18, (block) => block < 8 ? 1 : 2)
  t.same(findSpeeds([machine, machine, machine]).found, [])
})

t.test('processes in two groups are reported', async (t) => {
  const slower = pair(() => 20)
  const { found } = findSpeeds([steady, slower, steady, slower, steady, slower, steady])
  t.same(found, [{ side: 'slow', metric: 'time', levels: [9, 20], seen: 'between processes', processes: 3, of: 7, calls: null }])
  t.equal(formatTwoSpeeds(found[0]), 'slow has two speeds: 9 µs a call in 4 of 7 processes, 20 µs in 3')
})

t.test('a cost that depends on the block length is reported', async (t) => {
  const speeds = findSpeeds([steady])
  speeds.addStretches(new Map([['slow', { calls: [120, 30], costs: [17, 3] }], ['fast', { calls: [120, 480], costs: [1, 0.95] }]]))
  t.same(speeds.found, [{ side: 'slow', metric: 'time', levels: [3, 17], seen: 'by stretch', processes: 1, of: 1, calls: [30, 120] }])
  t.equal(formatTwoSpeeds(speeds.found[0]), 'slow has two speeds: 3 µs a call if called 30 times without a pause, 17 µs if called 120 times')
  speeds.addStretches(new Map([['slow', { calls: [120, 30], costs: [17, 30] }], ['fast', { calls: [120, 480], costs: [1, 2] }]]))
  t.same(speeds.found, [], 'a burst of the machine')
})

t.test('a clock that does not advance is ignored', async (t) => {
  t.same(findSpeeds([pair(() => 0), pair(() => 0), pair(() => 0)]).found, [])
})
