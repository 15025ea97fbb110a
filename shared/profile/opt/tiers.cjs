'use strict'

// Loaded before the worker (node --require); answers in which tier every function is, in V8's own numbers.

const { Session } = require('inspector')
const v8 = require('v8')
const { further } = require('hotpath/worker').channel

/** What brings a probe into each state. `%OptimizeMaglevOnNextCall` changes nothing where Maglev is off. */
const FORCED = {
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
    const functions = located(session)
    v8.setFlagsFromString('--allow-natives-syntax')
    // one call for all of them: each question would cost as much as finding its function
    const { result } = post(session, 'Runtime.callFunctionOn', {
      objectId: functions[0].objectId,
      functionDeclaration: 'function (...functions) { return functions.map((f) => %GetOptimizationStatus(f)) }',
      arguments: functions.map(({ objectId }) => ({ objectId })),
      returnByValue: true,
    })
    return { calibration: calibrated(), v8: process.versions.v8, functions: functions.map(({ place }, index) => [...place, result.value[index]]) }
  } finally {
    session.disconnect()
    v8.setFlagsFromString('--no-allow-natives-syntax')
  }
}

/**
 * @param {Session} session
 * @returns {{ objectId: string, place: number[] }[]} script, line and column, from 0, of all functions that are alive
 */
function located (session) {
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

/** @returns {Record<string, number | undefined>} the status of a probe in each state; undefined where this V8 does not know a word of it */
function calibrated () {
  return Object.fromEntries(Object.entries(FORCED).map(([state, force]) => {
    try {
      return [state, new Function(`function f (x) { return x + 1 }; ${force}; return %GetOptimizationStatus(f)`)()] // eslint-disable-line no-new-func -- V8 reads a % only now
    } catch {
      return [state, undefined]
    }
  }))
}

/** @param {Session} session @param {string} method @param {object} params @returns {any} this session answers before it returns */
function post (session, method, params) {
  let answer
  session.post(method, params, (error, result) => {
    if (error) throw new Error(`${method}: ${error.message}`)
    answer = result
  })
  return answer
}
