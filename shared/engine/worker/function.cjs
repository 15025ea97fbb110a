'use strict'

const path = require('path')
const Module = require('module')
const channel = require('./channel.cjs')
const collections = require('./collections.cjs')
const callCounter = require('./count-calls.cjs')
const chooseLoop = require('./loop.cjs').chooseLoop
const meter = require('./meter.cjs')
const primordials = require('./primordials.cjs')
const serializer = require('./serializer.cjs')
const threads = require('./threads.cjs')

/** Exports of loaded variants, by file. */
const loaded = Object.create(null)

/** @type {any} */
let file, fn, inputs, results, loop

/**
 * The first answers to the inputs. They are not looked at before the last block: reading or copying what the measured code makes can make
 * this code several times slower. docs/decisions/070
 * @type {any[]}
 */
let first = []

/** Answers to the new arguments of `fresh`, one list for each round, not looked at before the last round. @type {any[][]} */
let freshAnswers = []

/** Longest series of a replay in ns, as a block: in a longer one a function that prints would fill this process's memory. */
const SERIES_NS = 12e6

collections.watch()
threads.watch()

channel.answer({
  load: (request) => {
    file = request.file
    // keeps the file's first export, because a file that is loaded later may change require.cache
    fn = loaded[file] = file in loaded ? loaded[file] : require(file)
    if (typeof fn !== 'function') throw new Error('expected module.exports to be a function, but module.exports is of type ' + typeof fn)
    return { node: process.version }
  },

  answers: (request) => {
    const calls = serializer.decode(request.calls)
    const outcomes = []
    for (let i = 0; i < calls.length; i++) {
      if (request.sameArrays && i > 0) calls[i] = refill(calls[i - 1], calls[i])
      /** @type {{ value?: any, threw?: string, stack?: string, after?: any }} */
      let outcome
      try {
        outcome = { value: serializer.encode(primordials.apply(fn, null, calls[i])) }
      } catch (error) {
        outcome = { threw: primordials.String(error && error.name), stack: primordials.String(error && error.stack) }
      }
      outcome.after = serializer.encode(calls[i])
      outcomes[i] = outcome
    }
    return outcomes
  },

  inputs: (request) => {
    inputs = serializer.read(request.inputs)
    loop = chooseLoop(inputs)
    results = []
    first = []
    freshAnswers = []
    for (let i = 0; i < inputs.length; i++) first[i] = results[i] = primordials.apply(fn, null, inputs[i])
  },

  /** Calls the function in series of drawn lengths, for a limited time, and looks at the last answer of each series. */
  replay: (request) => {
    const expected = []
    for (let i = 0; i < first.length; i++) expected[i] = digest(first[i])
    const series = (/** @type {number} */ i, /** @type {number} */ leftNs, /** @type {number} */ nsPerCall) => {
      if (i === request.lengths.length || leftNs < nsPerCall) return undefined
      const calls = Math.max(1, Math.min(request.lengths[i], Math.floor(Math.min(leftNs, SERIES_NS) / nsPerCall)))
      const stop = meter.startClocks()
      loop(fn, inputs, results, calls)
      const last = (calls - 1) % inputs.length
      if (digest(results[last]) !== expected[last]) throw makeAnswerChanged()
      return primordials.then(waitUntilPrinted(), () => {
        const { wallNs, cpuNs } = stop()
        // CPU time, because other programs may use the CPU most of the time; a part of the rest, for a function that waits
        const spentNs = Math.max(Math.min(cpuNs, wallNs), wallNs / 10)
        return series(i + 1, leftNs - spentNs, spentNs / calls)
      })
    }
    // the first series is one call, whatever it costs
    return series(0, request.mostMs * 1e6, SERIES_NS)
  },

  /** Compares the last answers with the first ones. Only after the last block, because it looks at what the measured code has made. */
  checkAnswers: () => {
    if (digest(results) !== digest(first)) throw makeAnswerChanged()
  },

  stretch: (request) => {
    const start = primordials.cpuMs()
    const countCpus = meter.startCountingCpus()
    const timed = timeCalls(request.calls)
    const cpus = countCpus(timed.wallNs)
    return { ns: Math.min(timed.wallNs, timed.cpuNs), wallNs: timed.wallNs, cpus: cpus, cpuMs: primordials.cpuMs() - start }
  },

  block: (request) => {
    if (request.leadIn) loop(fn, inputs, results, request.leadIn)
    const timed = timeCalls(request.calls)
    const age = primordials.cpuMs()
    return primordials.then(collections.measureBetween(timed.from, timed.to), (collected) => {
      const block = collections.divide({ wallNs: timed.wallNs, cpuNs: request.clock === 'wall' ? timed.wallNs : timed.cpuNs, collectionNs: collected.ns })
      return { ns: block.ns, collectionNs: block.collectionNs, collections: collected.count, cpuMs: age }
    })
  },

  threads: threads.read,

  /** Times calls with new arguments, and the same number of calls with repeated arguments, to detect a cache. */
  fresh: (request) => {
    const lists = serializer.read(request.inputs)
    const answers = []
    // fills `answers` with values from `results`, because V8 has compiled the timed loop for an array of such values
    for (let i = 0; i < lists.length; i++) answers[i] = results[i % results.length]
    primordials.gc({ type: 'minor' })
    // ignores the time of this first pass: after a garbage collection a WeakMap's next key took 0.4 ms, 100 times as long as usual
    timeCalls(lists.length)
    const freshNs = timeCalls(lists.length, lists, answers).wallNs
    // times repeated arguments last: if V8 discards code for new ones, repeated ones get seven times slower, too; a cache keeps them fast
    const repeatedNs = timeCalls(lists.length).wallNs
    freshAnswers[freshAnswers.length] = answers
    return { freshNs: freshNs, repeatedNs: repeatedNs }
  },

  /** Encodes the answers of all rounds of `fresh`. */
  freshAnswers: () => serializer.encode(freshAnswers),

  count: (request) => {
    const counter = callCounter.countCalls(request.path, requireFrom(file))
    try {
      loop(fn, inputs, results, request.operations)
    } finally {
      counter.stop()
    }
    return { calls: counter.calls() }
  },
})

/**
 * @param {number} calls
 * @param {any[][]} [lists] of arguments
 * @param {any[]} [answers] to be filled
 * @returns {{ wallNs: number, cpuNs: number, from: number, to: number }} for all of them
 */
function timeCalls (calls, lists = inputs, answers = results) {
  const stop = meter.startClocks()
  loop(fn, lists, answers, calls)
  return stop()
}

/**
 * Puts arguments into the arrays of the call before, so that an answer kept by an array's identity is a wrong one.
 *
 * @param {any[]} before @param {any[]} args @returns {any[]}
 */
function refill (before, args) {
  const filled = []
  for (let i = 0; i < args.length; i++) {
    const [kept, next] = [before[i], args[i]]
    filled[i] = next
    if (!primordials.isArray(kept) || !primordials.isArray(next)) continue
    filled[i] = kept
    kept.length = 0
    kept.length = next.length
    for (let index = 0; index < next.length; index++) if (index in next) kept[index] = next[index]
  }
  return filled
}

/** @param {unknown} value */
function digest (value) {
  return serializer.stringify(serializer.encode(value))
}

/** Makes a `require` for a file, because Module.createRequire is missing before Node 12. @param {string} from */
function requireFrom (from) {
  /** @type {NodeJS.Module} */
  const module = new Module(from)
  module.filename = from
  module.paths = /** @type {typeof Module & { _nodeModulePaths: (at: string) => string[] }} */ (Module)._nodeModulePaths(path.dirname(from))
  return (name) => module.require(name)
}

/** Resolves when all that the function printed is in the pipe: what waits in this process would fill its memory. */
function waitUntilPrinted () {
  return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
    const look = () => { if (process.stdout.writableLength) primordials.nextTurn(look); else resolve() }
    look()
  })
}

/** @returns {Error} with a code, which the result shows */
function makeAnswerChanged () {
  const error = /** @type {NodeJS.ErrnoException} */ (new Error("the function's answer changed after many calls"))
  error.code = 'ANSWER_CHANGED'
  return error
}
