'use strict'

/** With what a variant is measured. @type {[string, any, string][]} */
const meters = [
  ['process.hrtime', process, 'hrtime'],
  ['process.hrtime.bigint', process.hrtime, 'bigint'],
  ['process.cpuUsage', process, 'cpuUsage'],
  ['process.memoryUsage', process, 'memoryUsage'],
  ['process.send', process, 'send'],
  ['gc', global, 'gc'],
]
const performance = /** @type {any} */ (global).performance // eslint-disable-line n/no-unsupported-features/node-builtins -- there is none before Node 16
if (performance) {
  meters[meters.length] = ['performance.now', performance, 'now']
  meters[meters.length] = ['performance.eventLoopUtilization', performance, 'eventLoopUtilization']
}

/** @type {any[]} */
let originals = []
/** @type {string | undefined} */
let refusal

/** Remembers what is there before a variant is loaded, and keeps its signals from other processes. */
function begin () {
  originals = []
  for (let i = 0; i < meters.length; i++) originals[i] = meters[i][1][meters[i][2]]

  const own = process.pid
  // process.kill calls the other, which anybody can call too
  const names = ['_kill', 'kill']
  for (let i = 0; i < names.length; i++) {
    const kill = /** @type {any} */ (process)[names[i]]
    /** @param {number} pid @param {any} signal */
    const guarded = (pid, signal) => {
      if (pid === own) return kill(pid, signal)
      refusal = 'sends a signal to process ' + pid + ', which is not its own'
      throw new Error(refusal)
    }
    if (kill) /** @type {any} */ (process)[names[i]] = guarded
  }
}

const namesOf = Object.getOwnPropertyNames

/** Numbers come first among the names. @param {object} prototype */
function hasElement (prototype) {
  const first = namesOf(prototype)[0]
  return first >= '0' && first <= '9~'
}

/** @returns {string | undefined} what the variant has done that makes every figure of it worthless, to be read after its name */
function seen () {
  for (let i = 0; i < originals.length; i++) {
    if (meters[i][1][meters[i][2]] !== originals[i]) return 'replaces ' + meters[i][0] + ', which the measurement relies on'
  }
  if (hasElement(Array.prototype) || hasElement(Object.prototype)) return 'puts an element on Array.prototype or Object.prototype, which changes the arrays of the measurement'
  return refusal
}

/** By the name that Node's permission model gives them. */
const forbidden = {
  FileSystemWrite: 'writes to a file: a variant may write nothing while it is measured',
  ChildProcess: 'starts another process, whose work would not be measured',
  Inspector: 'opens the inspector, through which it could read the measurement',
}

/** @param {any} error @returns {string | undefined} what Node has kept a variant from doing, to be read after its name */
function denied (error) {
  const what = error && error.code === 'ERR_ACCESS_DENIED' && forbidden[error.permission]
  if (what) return error.permission === 'FileSystemWrite' && error.resource ? 'writes to ' + error.resource + ': a variant may write nothing while it is measured' : what
}

module.exports = Object.freeze({ begin: begin, seen: seen, denied: denied })
