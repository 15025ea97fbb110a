/**
 * @typedef {object} Mutation a fault put into the engine on purpose
 * @property {string} fault
 * @property {string} file
 * @property {string} find stands in the file once
 * @property {string} put in its place
 * @property {string[]} tests of which at least one has to fail, the quickest first
 */

const MEDIAN = {
  find: 'return { value: median(ratios), spread: errorOfMedian(ratios) }',
  file: 'shared/measure/contest.js',
}
const CONTEST = ['shared/measure/contest.test.js']
const FUNCTION = ['shared/measure/function.test.js']
const TURNS = {
  file: 'shared/measure/turns.js',
  find: 'else for (const index of order) await block(sides[index])',
}

/** @type {Mutation[]} */
export const MUTATIONS = [
  {
    fault: 'unpaired: the median of one side over that of the other',
    ...MEDIAN,
    put: 'return { value: Math.log(median(costs) / median(others)), spread: errorOfMedian(ratios) }',
    tests: CONTEST,
  },
  {
    fault: 'unpaired: all blocks of one side, then all of the other',
    file: 'shared/measure/turns.js',
    find: 'for (const order of mirroredOrders(sides.length, blocks, random)) {\n    if (atOnce) await allOrFirstFailure(order.map((index) => block(sides[index])))\n    else for (const index of order) await block(sides[index])',
    put: 'for (const index of mirroredOrders(sides.length, 1, random)[0]) {\n    for (let done = 0; done < blocks; done++) await block(sides[index])',
    tests: ['shared/measure/turns.test.js', ...FUNCTION],
  },
  {
    fault: 'both sides at once',
    ...TURNS,
    put: 'else await Promise.all(order.map((index) => block(sides[index])))',
    tests: ['shared/measure/turns.test.js'],
  },
  {
    fault: 'fixed order: the same side first in every block',
    file: 'shared/stats/order.js',
    find: 'orders.push(order, order.toReversed())',
    put: 'orders.push([...order].sort(), [...order].sort())',
    tests: ['shared/stats/sample.test.js', ...FUNCTION],
  },
  {
    fault: 'fixed phase: the same side always begins',
    file: 'shared/stats/order.js',
    find: 'const order = shuffled(sides, random)',
    put: 'const order = [...shuffled(sides, random)].sort()',
    tests: ['shared/stats/sample.test.js'],
  },
  {
    fault: 'separate iteration counts, of functions',
    file: 'shared/measure/function.js',
    find: 'return takeTurns([...subjects], { blocks, atOnce }, run.random, async ([side, measured]) => {',
    put: 'return takeTurns([...subjects], { blocks, atOnce }, run.random, async ([side, measured]) => {\n      const calls = sharedCount([warmed[sides.indexOf(side)]], blockNs)',
    tests: FUNCTION,
  },
  {
    fault: 'separate iteration counts, of servers',
    file: 'shared/measure/turns.js',
    find: 'if (index > 0 && dearestFirst[index - 1][1] > cost * alike) leader = cost',
    put: 'if (index > 0) leader = cost',
    tests: ['shared/measure/turns.test.js', 'shared/measure/server.test.js'],
  },
  {
    fault: 'servers of which one is older than the other',
    file: 'shared/measure/server.js',
    find: 'if (missing > 0) await',
    put: 'if (missing < 0) await',
    tests: ['shared/measure/server.test.js'],
  },
  {
    fault: 'mean for median',
    ...MEDIAN,
    put: 'return { value: ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length, spread: errorOfMedian(ratios) }',
    tests: CONTEST,
  },
  {
    fault: 'mean for median, of slopes',
    file: 'shared/stats/sample.js',
    find: 'return median(slopes)',
    put: 'return mean(slopes)',
    tests: ['shared/stats/sample.test.js'],
  },
  {
    fault: 'blocks counted as pairs',
    file: 'shared/measure/contest.js',
    find: 'this.values.push(value)',
    put: 'const [costs, others] = [this.sides.base, this.sides.against].map((side) => /** @type {any} */ (figures.get(side))[this.claim.metric])\n    for (const [block, cost] of costs.entries()) this.values.push(Math.log(cost / others[block]))',
    tests: [...CONTEST, 'shared/stats/properties.test.js'],
  },
  {
    fault: 'pairs of the same two processes',
    file: 'shared/measure/measurement.js',
    find: 'await this.#fleets.shift()?.stop()\n\n',
    put: '',
    tests: ['shared/measure/run.test.js'],
  },
  {
    fault: 'the error not split over the looks',
    file: 'shared/stats/rule.js',
    find: 'error * Number(SHARES.get(pairs)) / estimates',
    put: 'error / estimates',
    tests: ['shared/stats/rule.test.js'],
  },
  {
    fault: 'as much to spend at the first looks as at the later ones',
    file: 'shared/stats/rule.js',
    find: '[3, 0.05], [4, 0.02]',
    put: '[3, 0.1], [4, 0.1]',
    tests: ['shared/stats/rule.test.js'],
  },
  {
    fault: 'no belief about the noise before the first pair',
    file: 'shared/stats/prior.js',
    find: 'const PAIRS = 2',
    put: 'const PAIRS = 0',
    tests: ['shared/stats/rule.test.js'],
  },
  {
    fault: 'a log-ratio told as a ratio',
    file: 'shared/stats/rule.js',
    find: 'ratio: Math.exp(mean(values)),',
    put: 'ratio: mean(values),',
    tests: CONTEST,
  },
  {
    fault: 'the sides exchanged',
    file: 'shared/lab/sides.js',
    find: 'return { base: claim.than, against: claim.faster }',
    put: 'return { base: claim.faster, against: claim.than }',
    tests: CONTEST,
  },
  {
    fault: 'results not consumed',
    file: 'shared/worker/loop.cjs',
    find: 'results[k] = fn(inputs[k][0])',
    put: 'fn(inputs[k][0])',
    tests: ['shared/worker/loop.test.js'],
  },
  {
    fault: 'answers not compared while timed',
    file: 'shared/worker/function.cjs',
    find: "if (digest(results) !== expected) throw new Error('its answer changed while it was timed')",
    put: '',
    tests: ['shared/worker/function.test.js'],
  },
  {
    fault: 'the time that passes, whoever has the processor meanwhile',
    file: 'shared/worker/function.cjs',
    find: 'return Math.min(ns, (taken.cpuMs() - usedMs + CPU_TICK_MS) * 1e6)',
    put: 'return ns',
    tests: ['shared/worker/function.test.js'],
  },
  {
    fault: 'new arguments may cost what they like',
    file: 'shared/measure/answers/fresh.js',
    find: 'if (fresh > BY_FAR * repeated + ANYWAY)',
    put: 'if (fresh > 1e9 * repeated)',
    tests: ['shared/measure/answers/fresh.test.js'],
  },
  {
    fault: 'whatever a process says of its CPU time is believed',
    file: 'shared/measure/process/outside.js',
    find: 'if (Math.abs(outside - inside) <= AGREE.ms + AGREE.share * outside) return',
    put: 'if (inside >= 0) return',
    tests: ['shared/measure/process/outside.test.js'],
  },
  {
    fault: 'what is drawn is not compared',
    file: 'shared/measure/answers/drawn.js',
    find: 'if (firstDifference(expected, answer, within))',
    put: 'if (firstDifference(expected, expected, within))',
    tests: ['shared/measure/answers/drawn.test.js'],
  },
  {
    fault: 'warm-up left out, of functions',
    file: 'shared/measure/function.js',
    find: 'leastCalls: 3000, leastMs: 25, mostMs: 400',
    put: 'leastCalls: 0, leastMs: 0, mostMs: 0',
    tests: FUNCTION,
  },
  {
    fault: 'warm-up by time alone, however few the calls',
    file: 'shared/measure/function.js',
    find: 'made >= leastCalls && ',
    put: '',
    tests: FUNCTION,
  },
  {
    fault: 'warm-up left out, of servers',
    file: 'shared/measure/load/subject.js',
    find: 'if (isWarm ||',
    put: 'if (us > start.us ||',
    tests: ['shared/measure/server.test.js'],
  },
  {
    fault: 'each side on a processor of its own',
    file: 'shared/measure/process/seats.js',
    find: '...place(pidsOf(sides), [seat])',
    put: '...place(pidsOf(sides).slice(0, 1), [seat])',
    tests: ['shared/measure/process/seats.test.js'],
  },
  {
    fault: 'always the same processor',
    file: 'shared/measure/process/seats.js',
    find: 'ids[this.random.int(0, ids.length - 1)]',
    put: 'ids[0]',
    tests: ['shared/measure/process/seats.test.js'],
  },
  {
    fault: 'what the blocks show of the noise is not believed',
    file: 'shared/stats/prior.js',
    find: 'const TIMES_SPREAD = 1.5',
    put: 'const TIMES_SPREAD = 0',
    tests: ['shared/stats/rule.test.js'],
  },
  {
    fault: 'a plateau before V8 compiles taken for steady',
    file: 'shared/stats/steadiness.js',
    find: ' && this.last <= this.cheapest * BUSY',
    put: '',
    tests: ['shared/stats/steadiness.test.js'],
  },
  {
    fault: 'a process that was stopped taken for one that hangs',
    file: 'shared/measure/process/patience.js',
    find: "if (now.state === 'T') return true",
    put: '',
    tests: ['shared/measure/process/patience.test.js'],
  },
]
