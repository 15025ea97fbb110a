'use strict'

const path = require('path')
const Module = require('module')
const channel = require('./channel.cjs')
const counting = require('./counting.cjs')
const loopFor = require('./loop.cjs').loopFor
const wire = require('./wire.cjs')

/** @type {any} */
let file, fn, inputs, results, expected, loop

channel.answer({
  load: (request) => {
    file = request.file
    fn = require(file)
    if (typeof fn !== 'function') throw new Error('expected module.exports to be a function, but it is ' + typeof fn)
    return { node: process.version }
  },

  answers: (request) => wire.decode(request.calls).map((args) => {
    /** @type {{ value?: any, threw?: string, after?: any }} */
    let outcome
    try {
      outcome = { value: wire.encode(fn.apply(null, args)) }
    } catch (error) {
      outcome = { threw: String(error && error.name) }
    }
    outcome.after = wire.encode(args)
    return outcome
  }),

  inputs: (request) => {
    inputs = wire.decode(request.inputs)
    loop = loopFor(inputs)
    results = inputs.map((args) => fn.apply(null, args))
    expected = digest(results)
  },

  stretch: (request) => {
    const start = cpuMs()
    return { ns: time(request.calls), cpuMs: cpuMs() - start }
  },

  block: (request) => {
    // a young heap at the start of every block; a full collection would cost more than the block. Before Node 12 any true argument asks for this
    /** @type {any} */ (global).gc({ type: 'minor' })
    const before = cpuMs()
    const ns = time(request.calls)
    const age = cpuMs()
    if (digest(results) !== expected) throw new Error('its answer changed while it was timed')
    return { ns: ns, cpuMs: age, usedMs: age - before }
  },

  count: (request) => {
    const counter = counting.count(request.path, requireFrom(file))
    try {
      loop(fn, inputs, results, request.operations)
    } finally {
      counter.stop()
    }
    return { calls: counter.calls() }
  },
})

/** @param {number} calls @returns {number} ns for all of them */
function time (calls) {
  const start = process.hrtime()
  loop(fn, inputs, results, calls)
  const elapsed = process.hrtime(start)
  return elapsed[0] * 1e9 + elapsed[1]
}

function cpuMs () {
  const usage = process.cpuUsage()
  return (usage.user + usage.system) / 1e3
}

/** @param {any} value */
function digest (value) {
  return JSON.stringify(wire.encode(value))
}

/** Module.createRequire is not there before Node 12. @param {string} from */
function requireFrom (from) {
  /** @type {any} */
  const module = new Module(from)
  module.filename = from
  module.paths = /** @type {any} */ (Module)._nodeModulePaths(path.dirname(from))
  return (name) => module.require(name)
}
