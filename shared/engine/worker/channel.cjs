'use strict'

const v8 = require('v8')
const guard = require('./guard.cjs')
const primordials = require('./primordials.cjs')
const stringify = require('./serializer.cjs').stringify

/**
 * Request handlers that modules loaded before the worker (--require, --import) add to the handlers given to `answer`.
 * @type {Record<string, (request: any) => any>}
 */
const further = {}

const setFlags = v8.setFlagsFromString

/** Request handlers that every worker has. @type {Record<string, (request: any) => any>} */
const common = {
  flags: (request) => { for (let i = 0; i < request.flags.length; i++) setFlags(request.flags[i]) },

  /** Reports this process's CPU time. The measuring process checks this time against the kernel's, because a variant may falsify it. */
  cpuTime: () => ({ cpuMs: primordials.cpuMs() }),
}

/**
 * Answers the measuring process over IPC, and exits when the measuring process exits. Signs each answer with a secret that arrives before a
 * variant is loaded, so that no variant can forge an answer. A test must not import a file that calls `answer`, because `answer` takes over
 * the signals and the IPC channel of its process.
 *
 * @param {Record<string, (request: any) => any>} handlers by request name; they return or resolve to the answer
 * @param {{ mayKill?: boolean }} [options] `mayKill`: the program may send signals to other processes, such as a database of its own
 */
function answer (handlers, options) {
  /** @type {string} */
  let secret
  let send

  process.on('message', (/** @type {any} */ question) => {
    // exits by itself, because a killed process does not write the output of Node's flags --cpu-prof and --prof
    if (question.ask === 'leave') primordials.exit()
    const request = primordials.parse(question)
    if (!secret) start(request.secret)
    const reply = (/** @type {object} */ outcome) => sendSealed(question, request.id, withRefusal(outcome), () => {})
    try {
      const value = (handlers[request.ask] || further[request.ask] || common[request.ask])(request)
      if (!(value instanceof primordials.Promise)) return reply({ value: value })
      primordials.then(value, (resolved) => reply({ value: resolved }), (error) => reply(describeFailure(error)))
    } catch (error) {
      reply(describeFailure(error))
    }
  })
  process.on('disconnect', () => primordials.exit())
  // ignores Ctrl-C, which signals the whole process group: the measuring process decides when this process ends
  process.on('SIGINT', () => {})
  process.on('uncaughtException', (error) => die(error))
  process.on('unhandledRejection', (error) => die(error))

  /** @param {string} given */
  function start (given) {
    secret = given
    // reads process.send only now, because a profiler may replace process.send before the first request
    send = process.send
    guard.start({ mayKill: Boolean(options && options.mayKill) })
  }

  /** @param {string} question @param {number} id of the question, or 0 @param {object} outcome @param {() => void} sent */
  function sendSealed (question, id, outcome, sent) {
    const text = stringify(outcome)
    if (!process.connected || !send) return
    const sealed = primordials.seal(secret, question + '\n' + text) + ' ' + id + ' ' + text
    primordials.apply(send, process, [sealed, undefined, undefined, sent])
  }

  function die (error) {
    const described = describe(error)
    primordials.complain(described.stack + '\n')
    if (!process.connected) primordials.exit(1)
    const refusal = guard.explainDenial(error)
    sendSealed('', 0, refusal ? { refusal: refusal } : { fatal: described }, () => primordials.exit(1))
  }
}

/** @param {object} outcome */
function withRefusal (outcome) {
  const refusal = guard.findTampering()
  return refusal ? { refusal: refusal } : outcome
}

/** @param {Parameters<typeof guard.explainDenial>[0]} error */
function describeFailure (error) {
  const refusal = guard.explainDenial(error)
  return refusal ? { refusal: refusal } : { error: describe(error) }
}

/** @typedef {NodeJS.ErrnoException} Thrown */

/** @param {unknown} thrown possibly no Error */
function describe (thrown) {
  const error = /** @type {Thrown} */ (thrown instanceof primordials.Error ? thrown : new primordials.Error(primordials.String(thrown)))
  return { code: error.code, message: error.message, name: error.name, stack: error.stack }
}

module.exports = { answer: answer, further: further }
