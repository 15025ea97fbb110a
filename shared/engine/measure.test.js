import t from 'tap'
import { VariantFailure } from './failures.js'
import { FakeMachine } from './fake-machine.js'
import { Evidence } from './figures.js'
import { measure } from './measure.js'

/**
 * @import { MeasureEvent } from './measure.js'
 * @import { Question } from './figures.js'
 */

/** @type {Question} */
const FASTER = { id: 'faster', slower: 'slow', faster: 'fast', metric: 'cpu', target: { atLeast: 1.1 } }

const makePlan = (changes) => ({
  seed: 1,
  sides: ['slow', 'fast'],
  questions: [FASTER],
  stop: { seconds: 60, mostPairs: 30, isDone: ({ evidence }) => evidence.every(({ isOpen }) => !isOpen) },
  ...changes,
})

async function collect (plan, machine) {
  const events = []
  for await (const event of measure(plan, machine)) events.push(event)
  return events
}

/** Costs whose ratio lies at the claim's minimum. */
const CLOSE = { slow: 3300, fast: 3000 }

const listTypes = (events) => [...new Set(events.map(({ type }) => type))]

const makeMachine = (options) => new FakeMachine({ usPerOperation: { slow: 6000, fast: 3000 }, noise: 0.02, ...options })

/** @param {object} [machine] @param {object} [plan] @returns {Promise<any>} the last event of a run */
const runToEnd = async (machine, plan) => (await collect(makePlan(plan), makeMachine(machine))).pop()

t.test('a true claim is decided after a few pairs, each of fresh processes', async (t) => {
  const machine = makeMachine()
  const events = await collect(makePlan(), machine)
  const judged = events[events.length - 1]
  t.same(listTypes(events), ['checking', 'warming', 'block', 'pair', 'judged'])
  t.match(judged, { type: 'judged', evidence: [{ id: 'faster', verdict: 'holds' }] })
  const pairs = events.filter(({ type }) => type === 'pair').length
  t.ok(pairs >= 2 && pairs < 10, `${pairs}`)
  t.equal(events.filter(({ type }) => type === 'block').length, 2 * pairs)
  t.ok(events.every(({ seconds }, index) => index === 0 || seconds >= events[index - 1].seconds), 'each event has its time')
  t.equal(new Set(machine.opened).size, pairs + 1, 'and the last opened one is not measured')
  t.equal(machine.running, 0)
})

t.test('exchanged costs break the claim, equal ones leave it open until no pair is left', async (t) => {
  t.match(await runToEnd({ usPerOperation: { slow: 3000, fast: 4000 } }), { evidence: [{ verdict: 'broken' }] })
  t.match(await runToEnd({ usPerOperation: CLOSE }), { pairs: 30, evidence: [{ verdict: 'undecided', pairs: 30 }] })
})

t.test('no pair begins after the time is up; a clock that stands still ends at the last pair', async (t) => {
  t.match(await runToEnd({ usPerOperation: CLOSE, secondsPerPair: 25 }), { pairs: 3, seconds: 75 })
  t.match(await runToEnd({ usPerOperation: CLOSE, secondsPerPair: 0 }), { pairs: 30, seconds: 0 })
})

t.test('a cost of 0, as from a clock that stands still during a block, is no fault of a side', async (t) => {
  const machine = makeMachine({ usPerOperation: { slow: 0, fast: 0 } })
  await t.rejects(collect(makePlan(), machine), { code: 'CLOCK_TOO_COARSE' })
  t.equal(machine.running, 0)
})

t.test('a question that is decided, or for information, is not measured longer', async (t) => {
  const machine = makeMachine({ usPerOperation: { slow: 9000, fast: 3000, other: 2990 } })
  const close = { ...FASTER, id: 'close', slower: 'fast', faster: 'other', target: { atLeast: 1.01 } }
  const shown = { ...FASTER, id: 'shown', faster: 'other', required: false }
  const [last] = (await collect(makePlan({
    sides: ['slow', 'fast', 'other'],
    questions: [FASTER, close, shown],
    isAsked: ({ question: { required = true }, isOpen }, { pairs }) => required ? isOpen : pairs < 1,
  }), machine)).slice(-1)
  const [faster, second, information] = /** @type {any} */ (last).evidence
  t.match([faster.verdict, information.verdict, information.pairs], ['holds', 'undecided', 1])
  t.ok(second.pairs > faster.pairs, `${second.pairs} ${faster.pairs}`)
  t.same(machine.opened.slice(-1)[0].sides, ['fast', 'other'], 'the last pair opens only what it measures')
})

t.test('a question without a target is measured, and its reader judges it', async (t) => {
  const { target, ...asked } = FASTER
  const stop = { seconds: 60, mostPairs: 3, isDone: () => false }
  const events = await collect(makePlan({ questions: [asked], stop }), makeMachine({ usPerOperation: { slow: 0, fast: 3000 }, noise: 0 }))
  const pairs = events.filter((event) => event.type === 'pair')
  t.same(pairs.map(({ figures, evidence }) => [figures.get('slow')?.cpu, evidence]), Array(3).fill([[0], []]))
})

t.test('a plan without a question, or about a side that it does not open, opens nothing', async (t) => {
  const machine = makeMachine()
  await t.rejects(collect(makePlan({ questions: [] }), machine), { code: 'BAD_PLAN' })
  await t.rejects(collect(makePlan({ sides: ['slow'] }), machine), { code: 'BAD_PLAN' })
  t.equal(machine.opened.length, 0)
})

t.test('a check that finds something wrong ends the run before a pair is timed, one that throws too', async (t) => {
  const when = /** @type {const} */ ('before')
  const check = { name: 'answers', when, ask: async () => undefined, judge: () => /** @type {const} */ ('WRONG_ANSWER') }
  const machine = makeMachine({ answers: { answers: { difference: 'slow answers 1, fast answers 2' } } })
  /** @type {MeasureEvent[]} */
  const events = []
  await t.rejects(async () => { for await (const event of measure(makePlan({ checks: [check] }), machine)) events.push(event) }, { code: 'WRONG_ANSWER' })
  t.same(listTypes(events), ['checking', 'check'])
  t.equal(machine.running, 0)
  const throwing = makeMachine()
  throwing.ask = async () => { throw new VariantFailure('THREW', 'fast', 'throws') }
  await t.rejects(collect(makePlan({ checks: [check] }), throwing), { code: 'THREW' })
  t.equal(throwing.running, 0)
})

t.test('the next pair starts while calls of the first are counted, unless that is timed', async (t) => {
  for (const isTimed of [false, true]) {
    const machine = makeMachine()
    machine.mayOpenEarly = () => false
    let opened = 0
    const ask = async () => {
      opened = machine.opened.length
      return undefined
    }
    machine.ask = (check, context) => check.ask(context)
    const [last] = (await collect(makePlan({ checks: [{ name: 'counts', when: 'first pair', isTimed, ask, judge: () => undefined }] }), machine)).slice(-1)
    t.equal(opened, isTimed ? 1 : 2)
    t.equal(machine.opened.length, /** @type {any} */ (last).pairs, 'and none starts that is not measured')
    t.equal(machine.running, 0)
  }
})

t.test('a side that ends in the third pair ends the run, and leaves no process', async (t) => {
  const fail = (pair) => pair === 2 ? new VariantFailure('EXITED', 'fast', 'exited') : undefined
  const machine = makeMachine({ usPerOperation: CLOSE, fail })
  await t.rejects(collect(makePlan(), machine), { code: 'EXITED' })
  t.equal(machine.opened.length, 4, 'the next pair had started')
  t.equal(machine.running, 0)
})

t.test('a reader who stops in the middle of a pair leaves no process, and starts none', async (t) => {
  for (const type of ['checking', 'block', 'pair']) {
    const machine = makeMachine()
    for await (const event of measure(makePlan(), machine)) if (event.type === type) break
    t.equal(machine.running, 0, type)
    t.ok(machine.opened.length <= 2, type)
  }
})

t.test('a later measurement of a pair is told, but not judged', async (t) => {
  const costs = [1, 2]
  const machine = makeMachine({ noise: 0, usPerOperation: { slow: () => costs[0], fast: () => costs.reverse()[0] } })
  const [pair] = (await collect(makePlan({ laterMs: 500, stop: { seconds: 60, mostPairs: 1, isDone: () => true } }), machine)).filter(({ type }) => type === 'pair')
  const { figures, later, evidence } = /** @type {any} */ (pair)
  t.same([figures.get('fast').cpu, later.get('fast').cpu], [[2], [1]])
  t.equal(evidence[0].ratio, 0.5)
})

/** @param {number[]} costs of slow in both blocks of each pair; fast costs 1 @param {object} [slow] @param {object} [fast] more figures */
function gather (costs, slow = {}, fast = {}, evidence = new Evidence(FASTER)) {
  const age = { cpuSeconds: [1], operations: [1] }
  for (const cost of costs) evidence.add(new Map([['slow', { ...age, cpu: [cost, cost], ...slow }], ['fast', { ...age, cpu: [1, 1], ...fast }]]))
  return evidence
}

t.test('evidence has the geometric mean of its pairs and the median age of its processes', async (t) => {
  const age = { slower: { cpuSeconds: 0.5, operations: 20 }, faster: { cpuSeconds: 0.1, operations: 70 } }
  const { summary } = gather([2, 8], { cpuSeconds: [0.4, 0.5, 0.6], operations: [10, 20, 30] }, { cpuSeconds: [0.1], operations: [70] })
  t.match(summary, { ratio: 4, pairs: 2, age })
})

t.test('the first decision stands, and further pairs only narrow the interval', async (t) => {
  const evidence = gather([3, 3, 3])
  const { verdict, interval } = evidence.summary
  t.equal(verdict, 'holds')
  gather([3, 3, 3, 3], {}, {}, evidence)
  t.equal(evidence.summary.verdict, 'holds')
  t.ok(evidence.summary.interval[0] > interval[0])
})
