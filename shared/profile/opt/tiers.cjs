'use strict'

// Node loads this file with --require before the worker. It answers the message `tiers` with V8's optimisation status of each function.

const { Session } = require('inspector')
const v8 = require('v8')
const { further } = require('@hotpath-labs/engine/worker/index.cjs').channel

/** Code that brings a test function `f` into each compiler state. `%OptimizeMaglevOnNextCall` has no effect if Maglev is off. */
const STATE_CALLS = {
  turbofan: '%PrepareFunctionForOptimization(f); f(1); f(1); %OptimizeFunctionOnNextCall(f); f(1)',
  maglev: '%PrepareFunctionForOptimization(f); f(1); f(1); %OptimizeMaglevOnNextCall(f); f(1)',
  sparkplug: 'f(1); %CompileBaseline(f); f(1)',
  ignition: 'f(1)',
  lazy: '',
  marked: '%PrepareFunctionForOptimization(f); f(1); f(1); %OptimizeFunctionOnNextCall(f)',
}

further.tiers = () => {
  const session = new Session()
  session.connect()
  try {
    const functions = locateFunctions(session)
    v8.setFlagsFromString('--allow-natives-syntax')
    // calls the inspector once for all functions, because a call for each function would double the time
    const { result } = post(session, 'Runtime.callFunctionOn', {
      objectId: functions[0].objectId,
      functionDeclaration: 'function (...functions) { return functions.map((f) => %GetOptimizationStatus(f)) }',
      arguments: functions.map(({ objectId }) => ({ objectId })),
      returnByValue: true,
    })
    return {
      calibration: calibrate(),
      v8: process.versions.v8,
      functions: functions.map(({ place }, index) => [...place, result.value[index]]),
    }
  } finally {
    session.disconnect()
    v8.setFlagsFromString('--no-allow-natives-syntax')
  }
}

/**
 * @param {Session} session
 * @returns {{ objectId: string, place: number[] }[]} script, line and column, from 0, of all functions that are alive
 */
function locateFunctions (session) {
  const { result } = post(session, 'Runtime.evaluate', { expression: 'Function.prototype' })
  const { objects } = post(session, 'Runtime.queryObjects', { prototypeObjectId: result.objectId })
  const { result: entries } = post(session, 'Runtime.getProperties', { objectId: objects.objectId, ownProperties: true })
  return entries.flatMap(({ value }) => {
    if (!value || !value.objectId) return []
    const { internalProperties = [] } = post(session, 'Runtime.getProperties', { objectId: value.objectId, ownProperties: true })
    const location = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')
    if (!location) return []
    const { scriptId, lineNumber, columnNumber } = location.value.value
    return { objectId: value.objectId, place: [Number(scriptId), lineNumber, columnNumber] }
  })
}

/** @returns {Record<string, number | undefined>} the probe's status in each state; undefined for a state that this V8 does not know */
function calibrate () {
  return Object.fromEntries(Object.entries(STATE_CALLS).map(([state, calls]) => {
    try {
      const probe = `function f (x) { return x + 1 }; ${calls}; return %GetOptimizationStatus(f)`
      // eslint-disable-next-line no-new-func -- V8 parses % only after the flag is set
      return [state, new Function(probe)()]
    } catch {
      return [state, undefined]
    }
  }))
}

/**
 * The parts of the inspector's answers that this file reads. The type of an internal property is the one of [[FunctionLocation]].
 *
 * @typedef {{
 *   'Runtime.evaluate': { result: { objectId: string } },
 *   'Runtime.queryObjects': { objects: { objectId: string } },
 *   'Runtime.getProperties': { result: { value?: { objectId?: string } }[], internalProperties?: InternalProperty[] },
 *   'Runtime.callFunctionOn': { result: { value: number[] } },
 * }} Answers
 *
 * @typedef {{ name: string, value: { value: { scriptId: string, lineNumber: number, columnNumber: number } } }} InternalProperty
 */

/**
 * @template {keyof Answers} Method
 * @param {Session} session of the same process: it answers before `post` returns
 * @param {Method} method
 * @param {object} params
 * @returns {Answers[Method]}
 */
function post (session, method, params) {
  /** @type {unknown} */
  let answer
  /** @type {Error | null} */
  let failure = null
  // Node swallows what is thrown inside the callback
  session.post(method, params, (error, result) => { [failure, answer] = [error, result] })
  if (failure) throw new Error(`${method}: ${/** @type {Error} */ (failure).message}`)
  return /** @type {Answers[Method]} */ (answer)
}
