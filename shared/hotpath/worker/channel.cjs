'use strict'

const v8 = require('v8')
const guard = require('./guard.cjs')
const primordials = require('./primordials.cjs')
const stringify = require('./serializer.cjs').stringify

/** What a module that was loaded before the worker (node --require) wants to be asked too. @type {Record<string, (request: any) => any>} */
const further = {}

const setFlags = v8.setFlagsFromString

/** What every worker is asked. @type {Record<string, (request: any) => any>} */
const everybodys = {
  flags: (request) => { for (let i = 0; i < request.flags.length; i++) setFlags(request.flags[i]) },

  /** To be compared with what the system says. */
  used: () => ({ cpuMs: primordials.cpuMs() }),
}

/**
 * Answers the measuring process over IPC, one request at a time, and dies with it. What it says is sealed with a secret that comes with the first
 * request, before any variant is loaded, and the seal is over the request too: nobody else in this process can answer, or have another request answered.
 *
 * @param {Record<string, (request: any) => any>} handlers by the request's name; what they return or resolve to is the answer
 */
function answer (handlers) {
  /** @type {string} */
  let secret
  let send

  process.on('message', (/** @type {any} */ question) => {
    // an exit from within: only then does Node write what its flags collect (--cpu-prof, --prof)
    if (question.ask === 'leave') primordials.exit()
    const request = primordials.parse(question)
    if (!secret) begin(request.secret)
    const reply = (/** @type {object} */ outcome) => say(question, request.id, guarded(outcome), () => {})
    try {
      const value = (handlers[request.ask] || further[request.ask] || everybodys[request.ask])(request)
      if (value instanceof primordials.Promise) primordials.then(value, (resolved) => reply({ value: resolved }), (error) => reply(failed(error)))
      else reply({ value: value })
    } catch (error) {
      reply(failed(error))
    }
  })
  process.on('disconnect', () => primordials.exit())
  // Ctrl-C reaches the whole process group: the measuring process decides when this one ends
  process.on('SIGINT', () => {})
  process.on('uncaughtException', (error) => die(error))
  process.on('unhandledRejection', (error) => die(error))

  /** @param {string} given */
  function begin (given) {
    secret = given
    // not before: a profiler puts its own in the place of Node's
    send = process.send
    guard.begin()
  }

  /** @param {string} question @param {number} id of it; 0 is none @param {object} outcome @param {() => void} sent */
  function say (question, id, outcome, sent) {
    const text = stringify(outcome)
    if (process.connected && send) primordials.apply(send, process, [primordials.seal(secret, question + '\n' + text) + ' ' + id + ' ' + text, undefined, undefined, sent])
  }

  function die (error) {
    const described = describe(error)
    primordials.complain(described.stack + '\n')
    if (!process.connected) primordials.exit(1)
    const refusal = guard.denied(error)
    say('', 0, refusal ? { refusal: refusal } : { fatal: described }, () => primordials.exit(1))
  }
}

/** @param {object} outcome */
function guarded (outcome) {
  const refusal = guard.seen()
  return refusal ? { refusal: refusal } : outcome
}

/** @param {any} error */
function failed (error) {
  const refusal = guard.denied(error)
  return refusal ? { refusal: refusal } : { error: describe(error) }
}

/** @param {any} thrown whatever was thrown, be it no Error */
function describe (thrown) {
  const error = thrown instanceof primordials.Error ? thrown : new primordials.Error(primordials.String(thrown))
  return { message: error.message, name: error.name, stack: error.stack }
}

module.exports = { answer: answer, further: further }
