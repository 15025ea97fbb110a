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

/** Exports of loaded variants, by file. */
const loaded = Object.create(null)

/** @type {any} */
let file, fn, inputs, results, expected, loop

collections.watch()

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
    inputs = serializer.decode(request.inputs)
    loop = chooseLoop(inputs)
    results = []
    for (let i = 0; i < inputs.length; i++) results[i] = primordials.apply(fn, null, inputs[i])
    expected = digest(results)
  },

  stretch: (request) => {
    const start = primordials.cpuMs()
    const countCpus = meter.startCountingCpus(request.withThreads)
    const timed = timeCalls(request.calls)
    const cpus = countCpus(timed.wallNs)
    return { ns: Math.min(timed.wallNs, timed.cpuNs), wallNs: timed.wallNs, cpus: cpus, cpuMs: primordials.cpuMs() - start }
  },

  block: (request) => {
    if (request.leadIn) loop(fn, inputs, results, request.leadIn)
    const timed = timeCalls(request.calls)
    const age = primordials.cpuMs()
    if (digest(results) !== expected) throw makeAnswerChanged()
    return primordials.then(collections.measureBetween(timed.from, timed.to), (collected) => {
      const block = collections.divide({ wallNs: timed.wallNs, cpuNs: request.clock === 'wall' ? timed.wallNs : timed.cpuNs, collectionNs: collected.ns })
      return { ns: block.ns, collectionNs: block.collectionNs, collections: collected.count, cpuMs: age }
    })
  },

  /** Times calls with new arguments, and the same number of calls with repeated arguments, to detect a cache. */
  fresh: (request) => {
    const lists = serializer.decode(request.inputs)
    const answers = []
    // fills `answers` with values from `results`, because V8 has compiled the timed loop for an array of such values
    for (let i = 0; i < lists.length; i++) answers[i] = results[i % results.length]
    primordials.gc({ type: 'minor' })
    // ignores the time of this first pass: after a garbage collection a WeakMap's next key took 0.4 ms, 100 times as long as usual
    timeCalls(lists.length)
    const freshNs = timeCalls(lists.length, lists, answers).wallNs
    // times repeated arguments last: if V8 discards code for new ones, repeated ones get seven times slower, too; a cache keeps them fast
    const repeatedNs = timeCalls(lists.length).wallNs
    return { freshNs: freshNs, repeatedNs: repeatedNs, answers: serializer.encode(answers) }
  },

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

/** @returns {Error} with a code, which the result shows */
function makeAnswerChanged () {
  const error = /** @type {NodeJS.ErrnoException} */ (new Error("the function's answer changed while the function was timed"))
  error.code = 'ANSWER_CHANGED'
  return error
}
