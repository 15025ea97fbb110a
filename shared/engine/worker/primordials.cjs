'use strict'

// Built-in functions of JavaScript and Node, saved before a variant is loaded, because a variant may replace them.
// Each method is saved as `call.bind(method)`, which works even after a variant has replaced the method on its prototype.

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

// frozen, because a variant can reach this object through require.cache
module.exports = Object.freeze({
  hrtime: process.hrtime,
  cpuUsage: cpuUsage,
  cpuMs: cpuMs,
  memoryUsage: process.memoryUsage,
  // eslint-disable-next-line n/no-unsupported-features/node-builtins -- missing before Node 12.6, where no server runs
  resourceUsage: process.resourceUsage,
  exit: process.exit.bind(process),
  complain: process.stderr.write.bind(process.stderr),
  gc: /** @type {{ gc: NodeJS.GCFunction }} */ (global).gc,
  nextTurn: setImmediate,
  apply: Reflect.apply,
  keys: Object.keys,
  defineProperty: Object.defineProperty,
  isArray: Array.isArray,
  isNaN: Number.isNaN,
  String: String,
  Error: Error,
  Function: Function,
  Date: Date,
  Map: Map,
  Set: Set,
  time: uncurried(Date.prototype.getTime),
  eachOfMap: uncurried(Map.prototype.forEach),
  eachOfSet: uncurried(Set.prototype.forEach),
  Promise: Promise,
  parse: JSON.parse,
  /** for strings and numbers only, because JSON.stringify calls an object's toJSON, which a variant can put on a prototype */
  quote: JSON.stringify,
  then: uncurried(Promise.prototype.then),
  /** Signs a text. @param {string} secret @param {string} text @returns {string} */
  seal: (secret, text) => digest(update(createHmac('sha256', secret), text), 'hex'),
})
