import { performance } from 'node:perf_hooks'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import engine from '@hotpath-labs/engine/worker/index.cjs'
import { measureLiveBytes } from '@hotpath-labs/engine/worker/server-meter.mjs'
import { encodeAnswer, hashEncodedAnswer } from './encode.mjs'

const { chooseLoop, collections, meter, primordials, threads } = engine
const eventLoopUtilization = performance.eventLoopUtilization.bind(performance)

/** An async function that waits for more than this share of its time is timed by wall-clock time only. */
const BUSY = 0.01

/** Largest series of calls from which the bytes that a call allocates are told. */
const MOST_ALLOCATING_CALLS = 4096

/**
 * Calls in series whose last answers are checked, in a process that is not timed: a function may answer wrongly only after many calls.
 * While a function is timed, no answer is looked at: docs/decisions/070
 */
const REPLAY = { series: 100, mostCalls: 10_000, mostMs: 150 }

/** Time in ms after which a message with the answers so far is sent: the limit of time is then that of one call. */
const ANSWERS_MS = 100

/**
 * @typedef {object} Asking of all answers
 * @property {any[][]} calls
 * @property {any[][]} again the same, drawn a second time
 * @property {string[]} inputs hashes before the first call
 * @property {string[]} said hashes of what the inputs say of themselves
 * @property {number} next call of two with each input
 * @property {{ value?: any, threw?: string } | undefined} outcome of the first call with this input
 * @property {number | null} unstable
 * @property {number} spentMs
 *
 * @typedef {object} AnswerHashes
 * @property {string[]} inputs of what each input says of itself; empty for one that cannot be compared
 * @property {{ hash: string, threw?: string }[]} answers
 * @property {number | null} changed the first input that run changes
 * @property {number | null} unstable the first input with two different answers
 * @property {number} passMs time of a call with each input, of one that was not warm
 */

/** @typedef {{ collectionNs: number, collections: number }} Collected */

/** A benchmark declared with `fn`: draws the inputs, times the function's calls, and keeps the answers. */
export class FunctionBenchmark {
  /** @param {any} options of `fn` @param {number} seed of the inputs @param {string} [input] name of the only one */
  constructor (options, seed, input) {
    this.options = options
    this.seed = seed
    this.input = input
    /** @type {any[][]} arguments of each call */
    this.calls = []
    /** @type {any[]} */
    this.results = []
    this.isAsync = false
    /** the first answers to the inputs, not looked at before the last block @type {any[]} */
    this.first = []
    /** @type {(...all: any[]) => void} */
    this.loop = () => {}
    /** @type {Asking | undefined} */
    this.asking = undefined
    /** encoded answers to each input @type {{ value?: any, threw?: string }[]} */
    this.answered = []
    /** the other answer to the first unstable input @type {{ value?: any, threw?: string } | undefined} */
    this.second = undefined
    this.inFlight = options.inFlight ?? 1
    /** true where an operation is a call with each input */
    this.wholePasses = false
    collections.watch()
  }

  /** Does nothing, because a function needs no start. The later request `inputs` calls the function for the first time. */
  async start () {
    return {}
  }

  /** @returns {Promise<any[][]>} the arguments of each call */
  async #draw () {
    const { inputs = [undefined] } = this.options
    if (this.input !== undefined) return [[this.#findInput(inputs, this.input)]]
    const drawn = typeof inputs === 'function' ? await inputs(createRandom(this.seed)) : inputs
    if (!Array.isArray(drawn) || drawn.length === 0) throw new Error('inputs: expected the function to return a list with at least one entry')
    return drawn.map((input) => [input])
  }

  /** @param {Record<string, unknown>} inputs @param {string} name */
  #findInput (inputs, name) {
    if (!Object.hasOwn(inputs, name)) throw new Error(`inputs: there is no input ${name}. Name the same inputs on both sides`)
    return inputs[name]
  }

  /** Draws the inputs, calls the function once with each input, and keeps the answers without a look at them. */
  async inputs () {
    this.calls = await this.#draw()
    const first = this.options.run(this.calls[0][0])
    this.isAsync = typeof first?.then === 'function'
    this.results = [await first]
    for (const [input] of this.calls.slice(1)) this.results.push(await this.options.run(input))
    this.first = [...this.results]
    this.loop = chooseLoop(this.calls)
    return {}
  }

  /**
   * Calls the function a number of times, and tells the time of a call and how many CPUs it used.
   *
   * @param {{ calls: number }} request
   */
  async stretch ({ calls }) {
    const start = primordials.cpuMs()
    const countCpus = meter.startCountingCpus()
    const { ns, wallNs } = await this.#time(calls)
    const cpus = countCpus(wallNs)
    // Report the warm-up of an async function in wall-clock time, because a function that waits uses no CPU time.
    const cpuMs = this.isAsync ? ns * this.inFlight / 1e6 : primordials.cpuMs() - start
    return { ns, wallNs: wallNs / this.inFlight, spentNs: wallNs, cpus, cpuMs }
  }

  /** Reads how long which threads have worked. */
  async threads () {
    return threads.read()
  }

  /** Times a block of calls, after some calls that no clock times. @param {{ calls: number, leadIn?: number, clock?: string }} request */
  async block ({ calls, leadIn = 0, clock }) {
    await this.#call(leadIn)
    const timed = await this.#time(calls, clock)
    const cpuMs = primordials.cpuMs()
    return { ns: timed.ns, ...await timed.collected, cpuMs }
  }

  /** Compares the last answers with the first ones. Only after the last block, because it looks at what the measured code has made. */
  async checkAnswers () {
    if (this.#digest(this.results) === this.#digest(this.first)) return {}
    throw Object.assign(new Error('the answer of run changed during the measurement. Let run depend only on its input'), { code: 'ANSWER_CHANGED' })
  }

  /**
   * Measures how many bytes a call allocates, by the growth of the heap between two collections.
   *
   * @returns {Promise<{ bytes: number | null }>} per call; null where no series of calls was free of collections
   */
  async allocated () {
    let bytes = null
    for (let calls = 1; calls <= MOST_ALLOCATING_CALLS; calls *= 2) {
      const before = primordials.memoryUsage().heapUsed
      const from = collections.now()
      await this.#call(calls)
      const grown = primordials.memoryUsage().heapUsed - before
      const { count } = await collections.measureBetween(from, collections.now())
      if (count > 0 || grown < 0) break
      bytes = grown / calls
    }
    return { bytes }
  }

  /** @returns {Promise<{ bytes: number }>} in use after garbage collections */
  async heap () {
    return { bytes: await measureLiveBytes() }
  }

  /**
   * Times the function with each input alone: an async one by the wall clock, another one as in a block.
   *
   * @param {{ ms: number, most: number }} request `ms` for each input; `most` inputs
   * @returns {Promise<{ ns: number[] }>} of one call
   */
  async each ({ ms, most }) {
    const costs = []
    for (const [input] of this.calls.slice(0, most)) {
      let [spentNs, costNs, made] = [0, 0, 0]
      for (let calls = 1; spentNs < ms * 1e6; calls *= 2) {
        const stop = meter.startClocks()
        for (let call = 0; call < calls; call++) {
          const answer = this.options.run(input)
          if (this.isAsync) await answer
        }
        const { wallNs, cpuNs } = stop()
        spentNs += wallNs
        // an async function may wait, which costs no CPU time
        costNs += this.isAsync ? wallNs : Math.min(wallNs, cpuNs)
        made += calls
      }
      costs.push(costNs / made)
    }
    return { ns: costs }
  }

  /**
   * Calls the function twice with each input, a quick one many times more. Keeps the first answers, and reports unstable answers and
   * changed inputs.
   *
   * @returns {Promise<AnswerHashes | { left: number }>} `left`: calls, where a slow function has to be asked again
   */
  async answers () {
    this.asking ??= await this.#startAsking()
    const { asking } = this
    const start = performance.now()
    while (asking.next < 2 * asking.calls.length) {
      const spent = performance.now() - start
      if (spent > ANSWERS_MS) {
        asking.spentMs += spent
        return { left: 2 * asking.calls.length - asking.next }
      }
      await this.#askNext(asking)
    }
    this.asking = undefined
    asking.spentMs += performance.now() - start
    const { calls, inputs } = asking
    let { unstable } = asking
    const changed = calls.findIndex((list, index) => hashInput(list) !== inputs[index])
    const isQuick = asking.spentMs < REPLAY.mostMs && this.answered.every(({ threw }) => threw === undefined)
    if (isQuick && unstable === null && changed < 0) unstable = await this.#replay()
    const answers = this.answered.map((outcome) => ({ hash: hashEncodedAnswer(outcome), threw: outcome.threw }))
    return { inputs: asking.said, answers, changed: changed < 0 ? null : changed, unstable, passMs: asking.spentMs / 2 }
  }

  /** @returns {Promise<Asking>} */
  async #startAsking () {
    const [calls, again] = [await this.#draw(), await this.#draw()]
    const inputs = calls.map((list) => hashInput(list))
    if (inputs.join() !== again.map((list) => hashInput(list)).join()) throw new Error('inputs: the list differs from call to call. Draw random numbers with the argument of inputs: inputs: (random) => …')
    this.answered = []
    const said = calls.map((list) => hashInput(list, { says: true }))
    return { calls, again, inputs, said, next: 0, outcome: undefined, unstable: null, spentMs: 0 }
  }

  /** @param {Asking} asking */
  async #askNext (asking) {
    const index = Math.floor(asking.next / 2)
    if (asking.next++ % 2 === 0) {
      asking.outcome = await this.#ask(asking.calls[index])
      this.answered.push(asking.outcome)
      return
    }
    const second = await this.#ask(asking.again[index])
    if (hashEncodedAnswer(asking.outcome) === hashEncodedAnswer(second)) return
    asking.unstable ??= index
    this.second ??= second
  }

  /** @param {{ index: number }} request @returns {Promise<any>} what an input says of itself, encoded */
  async sayInput ({ index }) {
    const [input] = (await this.#draw())[index]
    return encodeAnswer(input, { says: true })
  }

  /**
   * @param {{ index: number, second?: boolean }} request `second`: the other answer to an unstable input
   * @returns {{ value?: any, threw?: string } | undefined} one encoded answer
   */
  answer ({ index, second }) {
    return second ? this.second : this.answered[index]
  }

  /**
   * Calls the function in series of drawn lengths, and looks at the last answer of each series.
   *
   * @returns {Promise<number | null>} the first input with another answer than before
   */
  async #replay () {
    await this.inputs()
    const random = createRandom(this.seed)
    for (let series = 0, made = 0, spentMs = 0; series < REPLAY.series; series++) {
      const fitting = made ? (REPLAY.mostMs - spentMs) * made / spentMs : 1
      if (fitting < 1) break
      const rounds = Math.ceil(Math.min(REPLAY.mostCalls ** random(), fitting) / this.inFlight)
      const start = performance.now()
      await this.#call(rounds)
      spentMs += performance.now() - start
      made += rounds * this.inFlight
      const index = (rounds * this.inFlight - 1) % this.calls.length
      const outcome = this.#encode(this.results[index])
      if (hashEncodedAnswer(outcome) === hashEncodedAnswer(this.answered[index])) continue
      this.second = outcome
      return index
    }
    return null
  }

  /** @param {any[]} call @returns {Promise<{ value?: any, threw?: string }>} */
  async #ask ([input]) {
    let value
    try {
      value = await this.options.run(input)
    } catch (error) {
      return { threw: `${error?.name ?? 'an error'}: ${error?.message ?? error}` }
    }
    return this.#encode(value)
  }

  /** @param {unknown} value */
  #encode (value) {
    return { value: encodeAnswer(this.#pick(value), { byNumber: this.options.tolerance > 0 }) }
  }

  /** @param {unknown} value @returns {unknown} what is compared */
  #pick (value) {
    return this.options.answer ? this.options.answer(value) : value
  }

  /** @param {any[]} answers */
  #digest (answers) {
    return hashEncodedAnswer(answers.map((value) => encodeAnswer(this.#pick(value))))
  }

  /**
   * Times groups of `inFlight` simultaneous operations.
   *
   * @param {number} rounds
   * @param {string} [clock] `wall`: by the wall clock alone
   * @returns {Promise<{ ns: number, wallNs: number, collected: Promise<Collected> }>}
   *   `ns` and the collections for one call of each round
   */
  async #time (rounds, clock) {
    const loopBefore = eventLoopUtilization()
    const stop = meter.startClocks()
    await this.#call(rounds)
    const { wallNs, cpuNs, from, to } = stop()
    const waits = clock === 'wall' || (this.isAsync && eventLoopUtilization(loopBefore).idle * 1e6 > BUSY * wallNs)
    const divide = (/** @type {number} */ collectionNs) => collections.divide({ wallNs, cpuNs: waits ? wallNs : cpuNs, collectionNs })
    return {
      ns: divide(0).ns / this.inFlight,
      wallNs,
      collected: collections.measureBetween(from, to).then(({ ns, count }) =>
        ({ collectionNs: divide(ns).collectionNs / this.inFlight, collections: count })),
    }
  }

  /** @param {number} rounds */
  async #call (rounds) {
    const calls = rounds * this.inFlight * (this.wholePasses ? this.calls.length : 1)
    if (this.isAsync) await this.#callAsync(calls)
    else this.loop(this.options.run, this.calls, this.results, calls)
  }

  /** @param {number} calls */
  async #callAsync (calls) {
    const { run } = this.options
    let next = 0
    const lane = async () => {
      while (next < calls) {
        const index = next++ % this.calls.length
        this.results[index] = await run(this.calls[index][0])
      }
    }
    await Promise.all(Array.from({ length: this.inFlight }, lane))
  }
}

/** @param {any[]} input @param {{ says?: boolean }} [options] @returns {string} empty where it cannot be compared */
function hashInput (input, options) {
  try {
    return hashEncodedAnswer(encodeAnswer(input, options))
  } catch {
    return ''
  }
}
