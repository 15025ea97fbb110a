import { HotpathError } from './failures.js'
import { Evidence } from './figures.js'
import { createRandom } from './stats/random.js'
import { CpuAffinity } from './machine.js'

/**
 * @import { ErrorCode } from './failures.js'
 * @import { EvidenceSummary, Question, FiguresBySide } from './figures.js'
 * @import { JitThresholds } from './process/node-options.js'
 * @import { Placement } from './stats/rule.js'
 * @import { Random } from './stats/random.js'
 * @import { MeasuredProcess } from './process/measured-process.js'
 */

/**
 * @typedef {object} Plan what is measured
 * @property {number} seed
 * @property {string[]} sides that the machine can open
 * @property {string[]} [alsoOpens] sides that only the first pair opens, in addition, because a check asks them
 * @property {Check[]} [checks] in this order
 * @property {Asked[]} questions
 * @property {(evidence: Evidence, state: State) => boolean} [isAsked] true if the next pair measures a question; by default each does
 * @property {(question: Question, session: Session) => Placement} [findPlacement] where a question's sides are timed
 * @property {number} [warmUpMs] CPU time of the warm-up, in place of the subject's own
 * @property {number} [laterMs] CPU time after which each pair is measured again
 * @property {Stop} stop
 *
 * @typedef {Omit<Question, 'target'> & Partial<Question>} Asked without a target, the reader judges the figures of each pair
 *
 * @typedef {object} Stop after the first pair
 * @property {number} seconds of the machine's clock, after which no pair begins
 * @property {number} mostPairs
 * @property {(state: State) => boolean} isDone
 * @property {(state: State) => boolean} [isPlaceOpen] asked after each pair until it says false
 *
 * @typedef {object} State
 * @property {number} pairs measured so far
 * @property {number} seconds
 * @property {Evidence[]} evidence of each question
 * @property {boolean} isPlaceOpen true while the stop says so
 * @property {Record<string, unknown>} found by the checks
 *
 * @typedef {object} Check of answers, counts or ages
 * @property {string} name
 * @property {'before' | 'first pair' | 'after'} when before anything is timed, in the processes of the first pair, or at the end
 * @property {(context: CheckContext) => Promise<Record<string, unknown> | undefined>} ask resolves to plain data, if there is any
 * @property {(found: Record<string, any>) => ErrorCode | undefined} judge finds what ends the measurement
 * @property {boolean} [isTimed] true if it times something, so that no process may start meanwhile
 * @property {() => Promise<unknown>} [stop]
 *
 * @typedef {{ session: Session, pair: Pair, machine: Machine }} CheckContext `pair`: the running one
 *
 * @typedef {object} Machine on which a plan is measured
 * @property {() => number} clock seconds since the machine was made
 * @property {Random} random
 * @property {CpuAffinity} [affinity] pins nothing by default
 * @property {JitThresholds} [jitThresholds]
 * @property {(sides: string[]) => Pair} open starts a process for each program of the sides
 * @property {(costs?: Map<string, number>) => boolean} mayOpenEarly true if the next pair may start while a pair is timed; `costs` in µs of
 *   CPU per request
 * @property {(check: Check, context: CheckContext) => ReturnType<Check['ask']>} [ask] in place of the check's own
 *
 * @typedef {object} Pair fresh processes
 * @property {Promise<string>} ready resolves to their version of Node
 * @property {Processes} processes
 * @property {Record<string, number>} printed lines, by program
 * @property {(session: Session, questions: Question[]) => Promise<FiguresBySide>} measure
 * @property {() => Promise<void>} stop
 *
 * @typedef {{ type: 'checking' | 'warming' }} PhaseEvent
 * @typedef {{ type: 'check', name: string, found: Record<string, any> }} CheckEvent
 * @typedef {{ type: 'block', side: string, figures: Record<string, number[]> }} BlockEvent with the side's figures of this pair so far
 * @typedef {{ pairs: number, evidence: EvidenceSummary[] }} Judged
 * @typedef {{ node: string, figures: FiguresBySide, later?: FiguresBySide, printed: Pair['printed'] }} MeasuredPair `later`: of the same
 *   pair, measured again after `laterMs`
 * @typedef {{ type: 'pair' } & MeasuredPair & Judged} PairEvent
 * @typedef {{ type: 'judged' } & Judged} JudgedEvent
 * @typedef {(PhaseEvent | CheckEvent | BlockEvent | PairEvent | JudgedEvent) & { seconds: number }} MeasureEvent
 */

/** Ends a measurement: a check found a wrong answer or a wrong count, which its last event tells. */
export class Refused extends HotpathError {}

/**
 * Measures a plan: checks answers, then measures pairs of fresh processes until the questions are decided.
 *
 * @param {Plan} plan
 * @param {Machine} machine
 * @returns {AsyncGenerator<MeasureEvent>} a reader who stops early ends the processes
 * @throws {Refused} where a check finds what ends the measurement
 * @throws {VariantFailure} where a side fails
 */
export async function * measure (plan, machine) {
  checkPlan(plan)
  const { questions, checks = [], stop } = plan
  const queue = new Queue()
  /** @type {Pair[]} which run or start; the first is measured next */
  const pairs = []
  /** @type {State} */
  const state = {
    pairs: 0,
    seconds: 0,
    evidence: questions.map((question) => new Evidence(/** @type {Question} */ (question))),
    isPlaceOpen: stop.isPlaceOpen !== undefined,
    found: {},
  }
  let isAgain = false
  let isOver = false
  const open = (/** @type {string[]} */ sides) => { if (!isOver) pairs.push(machine.open([...new Set(sides)])) }
  // starts the next pair, if that is certain, while this one is counted and ends: neither needs a quiet machine
  const openNext = (/** @type {State} */ after) => {
    if (pairs.length === 1 && needsPair(stop, after)) open(listSides(chooseQuestions(plan, after)))
  }
  const session = new Session({
    seed: plan.seed,
    random: machine.random,
    affinity: machine.affinity,
    jitThresholds: machine.jitThresholds,
    warmUpMs: plan.warmUpMs,
    laterMs: plan.laterMs,
    onBlock: (side, figures) => { if (!isAgain) queue.push({ type: 'block', side, figures }) },
    onPinned (costs) {
      const next = { ...state, pairs: state.pairs + 1 }
      if (!isAgain && next.pairs < stop.mostPairs && machine.mayOpenEarly(costs)) open(listSides(chooseQuestions(plan, next)))
    },
  })
  const stamp = (/** @type {any} */ event) => /** @type {MeasureEvent} */ ({ ...event, seconds: machine.clock() })
  const perform = async function * (/** @type {Check['when']} */ when) {
    for (const check of checks) if (check.when === when) yield * performCheck(check, { session, pair: pairs[0], machine }, state)
  }
  const measurePair = async (/** @type {Pair} */ pair, /** @type {Question[]} */ asked) => {
    isAgain = false
    const figures = await pair.measure(session, asked)
    isAgain = true
    return { figures, later: plan.laterMs ? await pair.measure(session.later, asked) : undefined }
  }
  /** @type {Promise<unknown>} */
  let work = Promise.resolve()
  try {
    open([...plan.alsoOpens ?? [], ...listSides(chooseQuestions(plan, state))])
    yield stamp({ type: 'checking' })
    for await (const event of perform('before')) yield stamp(event)
    yield stamp({ type: 'warming' })
    do {
      const asked = chooseQuestions(plan, state)
      if (pairs.length === 0) open(listSides(asked))
      const [pair] = pairs
      const node = await pair.ready
      const measured = measurePair(pair, asked)
      work = measured
      for await (const event of queue.readUntil(measured)) yield stamp(event)
      const { figures, later } = await measured
      if (state.pairs === 0) {
        if (!checks.some(({ isTimed }) => isTimed)) openNext({ ...state, pairs: 1, seconds: machine.clock() })
        for await (const event of perform('first pair')) yield stamp(event)
      }
      for (const evidence of state.evidence.filter(({ question }) => question.target && asked.includes(question))) {
        evidence.add(figures, plan.findPlacement?.(evidence.question, session) ?? session.placement)
      }
      state.pairs++
      state.seconds = machine.clock()
      state.isPlaceOpen &&= Boolean(stop.isPlaceOpen?.(state))
      openNext(state)
      await pair.stop()
      pairs.shift()
      yield stamp({ type: 'pair', node, figures, later, printed: pair.printed, ...judge(state) })
    } while (needsPair(stop, state))
    for await (const event of perform('after')) yield stamp(event)
    yield stamp({ type: 'judged', ...judge(state) })
  } finally {
    isOver = true
    await Promise.all([...pairs.map((pair) => pair.stop()), ...checks.map((check) => check.stop?.())])
    // a reader may have stopped while a pair was timed, which its ended processes let fail
    await work.catch(() => {})
  }
}

/**
 * @param {Check} check
 * @param {CheckContext} context
 * @param {State} state gets what the check found
 * @returns {AsyncGenerator<CheckEvent>}
 * @throws {Refused} if that ends the measurement
 */
async function * performCheck (check, context, state) {
  const found = await (context.machine.ask?.(check, context) ?? check.ask(context))
  if (!found) return
  Object.assign(state.found, found)
  yield { type: 'check', name: check.name, found }
  const code = check.judge(found)
  if (code) throw new Refused(code, check.name)
}

/** @param {Stop} stop @param {State} state */
function needsPair (stop, state) {
  return state.pairs < stop.mostPairs && state.seconds < stop.seconds && !stop.isDone(state)
}

/** @param {State} state @returns {Judged} */
const judge = ({ pairs, evidence }) => ({ pairs, evidence: evidence.filter(({ values }) => values.length).map(({ summary }) => summary) })

/** @param {Plan} plan @param {State} state @returns {Question[]} that the next pair measures */
function chooseQuestions ({ isAsked = () => true }, state) {
  return state.evidence.filter((evidence) => isAsked(evidence, state)).map(({ question }) => question)
}

/** @param {Question[]} questions @returns {string[]} each side once, in their order */
export function listSides (questions) {
  return [...new Set(questions.flatMap(({ slower, faster }) => [slower, faster]))]
}

/** @param {Plan} plan @throws {HotpathError} */
function checkPlan ({ questions, sides }) {
  if (questions.length === 0) throw new HotpathError('BAD_PLAN', 'the plan has no question; expected at least one')
  for (const { id, ...question } of questions) {
    const unknown = [question.slower, question.faster].find((side) => !sides.includes(side))
    if (unknown) throw new HotpathError('BAD_PLAN', `the question ${id} is about ${unknown}; expected one of ${sides.join(', ')}`)
  }
}

/** Events that arrive while a promise is pending. */
class Queue {
  /** @type {object[]} */
  #events = []
  #wake = () => {}

  /** @param {object} event */
  push (event) {
    this.#events.push(event)
    this.#wake()
  }

  /** @param {Promise<unknown>} work @returns {AsyncGenerator<object>} the events until it has settled */
  async * readUntil (work) {
    const settled = work.then(() => true, () => true)
    for (;;) {
      while (this.#events.length) yield /** @type {object} */ (this.#events.shift())
      const pushed = new Promise((resolve) => { this.#wake = () => resolve(false) })
      if (await Promise.race([settled, pushed]) && !this.#events.length) return
    }
  }
}

/**
 * @typedef {Map<string, MeasuredProcess>} Processes by program
 *
 * @typedef {object} Subject what a session measures: how a program is called, and what is read. To measure something else, such as a
 *   command, write one more subject: subjects/function.js, server.js and heap.js show how
 * @property {string[]} nodeFlags with which Node runs each program
 * @property {(session: Session, processes: Processes, sides: string[]) => Promise<FiguresBySide>} measure warms up the processes of one
 *   pair, and measures them. A side is a program, or a program under a workload: `fast@echo`
 *
 * @typedef {object} Loadable
 * @property {string} workerFile in worker/, loads the programs
 * @property {boolean} [startsProcesses] true if the worker starts each program as a process, so that it cannot have the permissions of a
 *   program
 * @property {number} [hangsAfterMs] least time limit for an answer, if the usual one is too short
 * @property {(session: Session, measured: MeasuredProcess) => Promise<Load>} startLoad lets a profiler put a program under load
 *
 * @typedef {Subject & Loadable} LabSubject what a lab is
 * @typedef {Subject & Omit<Loadable, 'startLoad'>} PairSubject what the processes of a pair are started for
 *
 * @typedef {object} Load
 * @property {{ least: number, most: number, mostMs: number }} warmUp operations after which the program may and must be warm, and CPU time
 * @property {() => Promise<unknown>} warm
 * @property {(operations: number) => Promise<unknown>} run
 * @property {() => void} end
 */

/** What all pairs of processes of one measurement share. */
export class Session {
  /**
   * operations in a block, by side, or by the sides that share their number; their first pair chooses it
   *
   * @type {Map<string, number> | undefined}
   */
  operationsPerBlock

  /**
   * the clock that decides, and whether processes are pinned while they are timed; the first pair chooses
   * @type {{ clock: 'cpu' | 'wall', pins: boolean, isParallel: boolean, waits: boolean } | undefined} `isParallel`: one side computes on
   *   several CPUs; `waits`: one side waits for something other than a CPU
   */
  timing

  /**
   * @param {object} options
   * @param {number} options.seed
   * @param {Random} [options.random] draws what no answer depends on, such as orders
   * @param {CpuAffinity} [options.affinity] pins nothing by default
   * @param {JitThresholds} [options.jitThresholds] V8's own by default
   * @param {number} [options.warmUpMs] CPU time of the warm-up, in place of the subject's own
   * @param {number} [options.laterMs] CPU time after which each pair is measured once more: nothing may look at what it made before
   * @param {(costs?: Map<string, number>) => void} [options.onPinned] once a pair is warm and pinned; `costs`: µs of CPU per request
   * @param {(side: string, figures: Record<string, number[]>) => void} [options.onBlock] after each block, with the side's figures so far
   */
  constructor ({ seed, random = createRandom(seed), affinity, jitThresholds, warmUpMs, laterMs, ...events }) {
    const { onPinned = () => {}, onBlock = () => {} } = events
    this.seed = seed
    this.random = random
    this.affinity = affinity ?? new CpuAffinity([], random)
    /** @type {JitThresholds} */
    this.jitThresholds = jitThresholds ?? { lowered: [], defaults: [] }
    this.warmUpMs = warmUpMs
    this.laterMs = laterMs
    this.onPinned = onPinned
    this.onBlock = onBlock
  }

  /** The same session, for measuring a pair once more. @returns {Session} */
  get later () {
    return Object.create(this, { warmUpMs: { value: this.laterMs }, laterMs: { value: undefined } })
  }

  /** True if the processes of a pair share one CPU while they are timed. */
  get sharesOneCpu () {
    return this.affinity.sharesOneCpu && this.timing?.pins !== false
  }

  /** Where the processes of a pair are timed. @returns {Placement} */
  get placement () {
    if (this.sharesOneCpu) return 'together'
    return this.timing?.isParallel ? 'on all' : 'apart'
  }

  /**
   * Runs `work` while the processes of a pair are pinned to one CPU, unless they compute on several.
   *
   * @template T
   * @param {MeasuredProcess[]} processes
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  runPinned (processes, work) {
    return this.timing?.pins === false ? work() : this.affinity.runPinned(processes, work)
  }
}
