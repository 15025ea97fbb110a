'use strict'

const path = require('path')
const Module = require('module')
const channel = require('./channel.cjs')
const callCounter = require('./count-calls.cjs')
const cpuTickMs = require('./cpu-tick.cjs')
const loopFor = require('./loop.cjs').loopFor
const primordials = require('./primordials.cjs')
const serializer = require('./serializer.cjs')

const CPU_TICK_MS = cpuTickMs()

/** What each file exports, as it was when it was loaded. */
const loaded = Object.create(null)

/** @type {any} */
let file, fn, inputs, results, expected, loop

channel.answer({
  load: (request) => {
    file = request.file
    // what is loaded later may put something else into require.cache
    fn = loaded[file] = file in loaded ? loaded[file] : require(file)
    if (typeof fn !== 'function') throw new Error('expected module.exports to be a function, but it is ' + typeof fn)
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
    loop = loopFor(inputs)
    results = []
    for (let i = 0; i < inputs.length; i++) results[i] = primordials.apply(fn, null, inputs[i])
    expected = digest(results)
  },

  stretch: (request) => {
    const start = primordials.cpuMs()
    return { ns: time(request.calls), cpuMs: primordials.cpuMs() - start }
  },

  block: (request) => {
    // a young heap at the start of every block; a full collection would cost more than the block. Before Node 12 any true argument asks for this
    primordials.gc({ type: 'minor' })
    const ns = time(request.calls)
    const age = primordials.cpuMs()
    if (digest(results) !== expected) throw new Error('its answer changed while it was timed')
    return { ns: ns, cpuMs: age }
  },

  /** Calls with arguments that it has not had, and as many with those that it has. */
  fresh: (request) => {
    const lists = serializer.decode(request.inputs)
    const answers = []
    // of the kind that the loop was compiled for
    for (let i = 0; i < lists.length; i++) answers[i] = results[i % results.length]
    primordials.gc({ type: 'minor' })
    // whoever comes first pays for the collection: a WeakMap that is given its next key took 0.4 ms, a hundred times as long as usual
    passed(lists.length, inputs, results)
    const freshNs = passed(lists.length, lists, answers)
    // after them: new arguments may make V8 throw code away, and the old ones then take seven times as long, too
    const repeatedNs = passed(lists.length, inputs, results)
    return { freshNs: freshNs, repeatedNs: repeatedNs, answers: serializer.encode(answers) }
  },

  count: (request) => {
    const counter = callCounter.count(request.path, requireFrom(file))
    try {
      loop(fn, inputs, results, request.operations)
    } finally {
      counter.stop()
    }
    return { calls: counter.calls() }
  },
})

/**
 * How long some calls take. Another program on this processor is in the time that passes, V8's compiler on another one in the CPU time: neither is the
 * function's. With the time that passes a ratio of 23 read 40 to 50 while one of two cores was kept busy: long blocks are interrupted, short ones spared.
 *
 * @param {number} calls
 * @returns {number} ns for all of them
 */
function time (calls) {
  const usedMs = primordials.cpuMs()
  const ns = passed(calls, inputs, results)
  return Math.min(ns, (primordials.cpuMs() - usedMs + CPU_TICK_MS) * 1e6)
}

/**
 * The time that passes, for what takes µs: Linux's count of a process's CPU time may stand still for as long, and a function that took 3 µs a call read 0.4 by it.
 *
 * @param {number} calls
 * @param {any[][]} lists of arguments
 * @param {any[]} answers to be filled
 * @returns {number} ns for all of them
 */
function passed (calls, lists, answers) {
  const start = primordials.hrtime()
  loop(fn, lists, answers, calls)
  const elapsed = primordials.hrtime(start)
  return elapsed[0] * 1e9 + elapsed[1]
}

/** @param {any} value */
function digest (value) {
  return serializer.stringify(serializer.encode(value))
}

/** Module.createRequire is not there before Node 12. @param {string} from */
function requireFrom (from) {
  /** @type {any} */
  const module = new Module(from)
  module.filename = from
  module.paths = /** @type {any} */ (Module)._nodeModulePaths(path.dirname(from))
  return (name) => module.require(name)
}
