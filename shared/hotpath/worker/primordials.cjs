'use strict'

// What a worker uses of the language and of Node, taken before a variant is loaded and never looked up again: whatever a variant replaces, the worker
// does not see it. A function that is bound to `call` runs as it is, whatever becomes of its prototype.

const crypto = require('crypto')

const uncurried = (method) => Function.prototype.call.bind(method)
const hmac = Object.getPrototypeOf(crypto.createHmac('sha256', 'any'))
const createHmac = crypto.createHmac
const update = uncurried(hmac.update)
const digest = uncurried(hmac.digest)

const cpuUsage = process.cpuUsage

/** @returns {number} CPU time of all threads */
function cpuMs () {
  const usage = cpuUsage()
  return (usage.user + usage.system) / 1e3
}

// a variant finds this object in require.cache
module.exports = Object.freeze({
  hrtime: process.hrtime,
  cpuUsage: cpuUsage,
  cpuMs: cpuMs,
  memoryUsage: process.memoryUsage,
  exit: process.exit.bind(process),
  complain: process.stderr.write.bind(process.stderr),
  gc: /** @type {any} */ (global).gc,
  nextTurn: setImmediate,
  apply: Reflect.apply,
  keys: Object.keys,
  isArray: Array.isArray,
  isNaN: Number.isNaN,
  String: String,
  Error: Error,
  Date: Date,
  Map: Map,
  Set: Set,
  time: uncurried(Date.prototype.getTime),
  eachOfMap: uncurried(Map.prototype.forEach),
  eachOfSet: uncurried(Set.prototype.forEach),
  Promise: Promise,
  parse: JSON.parse,
  /** of a string or a number only: of an object it would ask its toJSON, which anybody can put on a prototype */
  quote: JSON.stringify,
  then: uncurried(Promise.prototype.then),
  /** @param {string} secret @param {string} text @returns {string} what only those write who know the secret */
  seal: (secret, text) => digest(update(createHmac('sha256', secret), text), 'hex'),
})
