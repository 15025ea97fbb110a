'use strict'

/** Built-in functions that the measurement relies on, so a variant may not replace them. @type {[string, any, string][]} */
const METERS = [
  ['process.hrtime', process, 'hrtime'],
  ['process.hrtime.bigint', process.hrtime, 'bigint'],
  ['process.cpuUsage', process, 'cpuUsage'],
  ['process.memoryUsage', process, 'memoryUsage'],
  ['process.resourceUsage', process, 'resourceUsage'],
  ['process.send', process, 'send'],
  ['gc', global, 'gc'],
]
// eslint-disable-next-line n/no-unsupported-features/node-builtins -- missing before Node 16
const performance = /** @type {typeof global & { performance: import('perf_hooks').Performance }} */ (global).performance
if (performance) {
  METERS[METERS.length] = ['performance.now', performance, 'now']
  METERS[METERS.length] = ['performance.eventLoopUtilization', performance, 'eventLoopUtilization']
}

/** @type {any[]} */
let originals = []
/** @type {string | undefined} */
let refusal

/**
 * Stores the guarded built-in functions before a variant is loaded, and prevents the variant from sending signals to other processes.
 *
 * @param {{ mayKill: boolean }} options true: it may send them
 */
function start (options) {
  originals = []
  for (let i = 0; i < METERS.length; i++) originals[i] = METERS[i][1][METERS[i][2]]

  if (options.mayKill) return
  const own = process.pid
  // guards process._kill, too: it sends the signals of process.kill, and a variant could call it directly
  const names = ['_kill', 'kill']
  for (let i = 0; i < names.length; i++) {
    const kill = /** @type {any} */ (process)[names[i]]
    /** @param {number} pid @param {string | number} [signal] */
    const guarded = (pid, signal) => {
      if (pid === own) return kill(pid, signal)
      refusal = 'sends a signal to process ' + pid + ', which is not its own'
      throw new Error(refusal)
    }
    if (kill) /** @type {any} */ (process)[names[i]] = guarded
  }
}

const getNames = Object.getOwnPropertyNames

/**
 * Returns true if a prototype has an array element. Checks only the first property name, because JavaScript lists array indexes first.
 *
 * @param {object} prototype
 */
function hasElement (prototype) {
  const first = getNames(prototype)[0]
  return first >= '0' && first <= '9~'
}

/**
 * Finds a variant's changes to built-in functions, which make all figures worthless.
 * @returns {string | undefined} continues the variant's name
 */
function findTampering () {
  for (let i = 0; i < originals.length; i++) {
    if (METERS[i][1][METERS[i][2]] !== originals[i]) return 'replaces ' + METERS[i][0] + ', which the measurement relies on'
  }
  if (hasElement(Array.prototype) || hasElement(Object.prototype)) {
    return 'puts an element on Array.prototype or Object.prototype, which changes the arrays of the measurement'
  }
  return refusal
}

/** Error messages for accesses that Node's permission model denies, by the name of the missing permission. */
const DENIALS = {
  FileSystemWrite: 'writes to a file: a variant may write nothing while it is measured',
  ChildProcess: 'starts another process, whose work would not be measured',
  Inspector: 'opens the inspector, through which it could read the measurement',
}

/**
 * Explains an access that Node's permission model has denied.
 * @param {NodeJS.ErrnoException & { permission: string, resource?: string }} error
 * @returns {string | undefined} continues the variant's name
 */
function explainDenial (error) {
  const what = error && error.code === 'ERR_ACCESS_DENIED' && DENIALS[error.permission]
  if (!what || error.permission !== 'FileSystemWrite' || !error.resource) return what || undefined
  return 'writes to ' + error.resource + ': a variant may write nothing while it is measured'
}

module.exports = Object.freeze({ start: start, findTampering: findTampering, explainDenial: explainDenial })
