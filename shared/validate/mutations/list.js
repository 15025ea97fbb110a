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
  file: 'shared/hotpath/measure/claim-evaluation.js',
}
const CONTEST = ['shared/hotpath/measure/claim-evaluation.test.js']
const FUNCTION = ['shared/hotpath/measure/function.test.js']
const TURNS = {
  file: 'shared/hotpath/measure/turns.js',
  find: 'else for (const index of order) await block(sides[index])',
}

/** @type {Mutation[]} */
export const MUTATIONS = [
  {
    fault: 'unpaired: the median of one side, divided by the median of the other',
    ...MEDIAN,
    put: 'return { value: Math.log(median(costs) / median(others)), spread: errorOfMedian(ratios) }',
    tests: CONTEST,
  },
  {
    fault: 'unpaired: all blocks of one side, then all blocks of the other',
    file: 'shared/hotpath/measure/turns.js',
    find: 'for (const order of mirroredOrders(sides.length, blocks, random)) {\n    if (atOnce) await allOrFirstFailure(order.map((index) => block(sides[index])))\n    else for (const index of order) await block(sides[index])',
    put: 'for (const index of mirroredOrders(sides.length, 1, random)[0]) {\n    for (let done = 0; done < blocks; done++) await block(sides[index])',
    tests: ['shared/hotpath/measure/turns.test.js', ...FUNCTION],
  },
  {
    fault: 'both sides run at the same time',
    ...TURNS,
    put: 'else await Promise.all(order.map((index) => block(sides[index])))',
    tests: ['shared/hotpath/measure/turns.test.js'],
  },
  {
    fault: 'fixed order: the same side first in every block',
    file: 'shared/hotpath/stats/order.js',
    find: 'orders.push(order, order.toReversed())',
    put: 'orders.push([...order].sort(), [...order].sort())',
    tests: ['shared/hotpath/stats/sample.test.js', ...FUNCTION],
  },
  {
    fault: 'fixed phase: the same side always begins',
    file: 'shared/hotpath/stats/order.js',
    find: 'const order = shuffled(sides, random)',
    put: 'const order = [...shuffled(sides, random)].sort()',
    tests: ['shared/hotpath/stats/sample.test.js'],
  },
  {
    fault: 'functions: a separate iteration count for each side',
    file: 'shared/hotpath/measure/function.js',
    find: 'return takeTurns([...subjects], { blocks, atOnce }, run.random, async ([side, measured]) => {',
    put: 'return takeTurns([...subjects], { blocks, atOnce }, run.random, async ([side, measured]) => {\n      const calls = chooseSharedCount([warmed[sides.indexOf(side)]], blockNs)',
    tests: FUNCTION,
  },
  {
    fault: 'servers: a separate iteration count for each side',
    file: 'shared/hotpath/measure/turns.js',
    find: 'if (index > 0 && dearestFirst[index - 1][1] > cost * alike) leader = cost',
    put: 'if (index > 0) leader = cost',
    tests: ['shared/hotpath/measure/turns.test.js', 'shared/hotpath/measure/server.test.js'],
  },
  {
    fault: 'servers: one side is warmed up longer than the other',
    file: 'shared/hotpath/measure/server.js',
    find: 'if (missing > 0) await',
    put: 'if (missing < 0) await',
    tests: ['shared/hotpath/measure/server.test.js'],
  },
  {
    fault: 'mean in place of median',
    ...MEDIAN,
    put: 'return { value: ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length, spread: errorOfMedian(ratios) }',
    tests: CONTEST,
  },
  {
    fault: 'mean in place of median, for slopes',
    file: 'shared/hotpath/stats/sample.js',
    find: 'return median(slopes)',
    put: 'return mean(slopes)',
    tests: ['shared/hotpath/stats/sample.test.js'],
  },
  {
    fault: 'blocks counted as pairs',
    file: 'shared/hotpath/measure/claim-evaluation.js',
    find: 'this.values.push(value)',
    put: 'const [costs, others] = [this.sides.base, this.sides.against].map((side) => /** @type {any} */ (figures.get(side))[this.claim.metric])\n    for (const [block, cost] of costs.entries()) this.values.push(Math.log(cost / others[block]))',
    tests: [...CONTEST, 'shared/hotpath/stats/properties.test.js'],
  },
  {
    fault: 'all pairs use the same two processes',
    file: 'shared/hotpath/measure/measurement.js',
    find: 'await this.#processSets.shift()?.stop()\n\n',
    put: '',
    tests: ['shared/hotpath/measure/run.measure.test.js'],
  },
  {
    fault: 'the error rate is not split over the interim analyses',
    file: 'shared/hotpath/stats/rule.js',
    find: 'error * Number(SHARES.get(pairs)) / estimates',
    put: 'error / estimates',
    tests: ['shared/hotpath/stats/rule.test.js'],
  },
  {
    fault: 'early interim analyses get as much of the error rate as later ones',
    file: 'shared/hotpath/stats/rule.js',
    find: '[3, 0.05], [4, 0.02]',
    put: '[3, 0.1], [4, 0.1]',
    tests: ['shared/hotpath/stats/rule.test.js'],
  },
  {
    fault: 'no prior for the noise before the first pair',
    file: 'shared/hotpath/stats/prior.js',
    find: 'const PAIRS = 2',
    put: 'const PAIRS = 0',
    tests: ['shared/hotpath/stats/rule.test.js'],
  },
  {
    fault: 'a log-ratio reported as a ratio',
    file: 'shared/hotpath/stats/rule.js',
    find: 'ratio: Math.exp(mean(values)),',
    put: 'ratio: mean(values),',
    tests: CONTEST,
  },
  {
    fault: 'the sides exchanged',
    file: 'shared/hotpath/lab/sides.js',
    find: 'return { base: claim.than, against: claim.faster }',
    put: 'return { base: claim.faster, against: claim.than }',
    tests: CONTEST,
  },
  {
    fault: 'results not consumed',
    file: 'shared/hotpath/worker/loop.cjs',
    find: 'results[k] = fn(inputs[k][0])',
    put: 'fn(inputs[k][0])',
    tests: ['shared/hotpath/worker/loop.test.js'],
  },
  {
    fault: 'answers not compared while timed',
    file: 'shared/hotpath/worker/function.cjs',
    find: "if (digest(results) !== expected) throw new Error('its answer changed while it was timed')",
    put: '',
    tests: ['shared/hotpath/worker/function.test.js'],
  },
  {
    fault: 'wall-clock time, even while another program has the processor',
    file: 'shared/hotpath/worker/function.cjs',
    find: 'return Math.min(ns, (primordials.cpuMs() - usedMs + CPU_TICK_MS) * 1e6)',
    put: 'return ns',
    tests: ['shared/hotpath/worker/function.test.js'],
  },
  {
    fault: 'new arguments may cost any amount of time',
    file: 'shared/hotpath/measure/answers/memoization.js',
    find: 'if (fresh > ALLOWED_RATIO * repeated + ALLOWED_EXTRA_NS)',
    put: 'if (fresh > 1e9 * repeated)',
    tests: ['shared/hotpath/measure/answers/memoization.test.js'],
  },
  {
    fault: 'the CPU time that a process reports is not checked',
    file: 'shared/hotpath/measure/process/cpu-audit.js',
    find: 'if (Math.abs(outside - inside) <= AGREE.ms + AGREE.share * outside) return',
    put: 'if (inside >= 0) return',
    tests: ['shared/hotpath/measure/process/cpu-audit.measure.test.js'],
  },
  {
    fault: 'answers to random inputs are not compared',
    file: 'shared/hotpath/measure/answers/random-inputs.js',
    find: 'if (answersDiffer(right, given, tolerance))',
    put: 'if (answersDiffer(right, right, tolerance))',
    tests: ['shared/hotpath/measure/answers/random-inputs.test.js'],
  },
  {
    fault: 'functions: no warm-up',
    file: 'shared/hotpath/measure/function.js',
    find: 'leastCalls: 3000, leastMs: 25, mostMs: 400',
    put: 'leastCalls: 0, leastMs: 0, mostMs: 0',
    tests: FUNCTION,
  },
  {
    fault: 'warm-up ends by time alone, even after few calls',
    file: 'shared/hotpath/measure/function.js',
    find: 'made >= leastCalls && ',
    put: '',
    tests: FUNCTION,
  },
  {
    fault: 'servers: no warm-up',
    file: 'shared/hotpath/measure/load/loaded-server.js',
    find: 'if (isWarm ||',
    put: 'if (us > start.us ||',
    tests: ['shared/hotpath/measure/server.test.js'],
  },
  {
    fault: 'each side is pinned to a different processor',
    file: 'shared/hotpath/measure/process/cpu-affinity.js',
    find: '...pin(listPids(sides), [cpu])',
    put: '...pin(listPids(sides).slice(0, 1), [cpu])',
    tests: ['shared/hotpath/measure/process/cpu-affinity.measure.test.js'],
  },
  {
    fault: 'all pairs use the same processor',
    file: 'shared/hotpath/measure/process/cpu-affinity.js',
    find: 'ids[this.random.int(0, ids.length - 1)]',
    put: 'ids[0]',
    tests: ['shared/hotpath/measure/process/cpu-affinity.measure.test.js'],
  },
  {
    fault: 'the noise between blocks is ignored',
    file: 'shared/hotpath/stats/prior.js',
    find: 'const TIMES_SPREAD = 1.5',
    put: 'const TIMES_SPREAD = 0',
    tests: ['shared/hotpath/stats/rule.test.js'],
  },
  {
    fault: 'a plateau before V8 compiles counts as steady',
    file: 'shared/hotpath/stats/steadiness.js',
    find: ' && this.last <= this.cheapest * BUSY',
    put: '',
    tests: ['shared/hotpath/stats/steadiness.test.js'],
  },
  {
    fault: 'a process that was stopped counts as one that hangs',
    file: 'shared/hotpath/measure/process/watchdog.js',
    find: "if (now.state === 'T') return true",
    put: '',
    tests: ['shared/hotpath/measure/process/watchdog.measure.test.js'],
  },
]
