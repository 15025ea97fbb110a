'use strict'

const v8 = require('v8')

/** What a module that was loaded before the worker (node --require) wants to be asked too. @type {Record<string, (request: any) => any>} */
const further = {}

/** What every worker is asked. @type {Record<string, (request: any) => any>} */
const everybodys = {
  flags: (request) => { request.flags.forEach((flag) => v8.setFlagsFromString(flag)) },
}

/**
 * Answers the measuring process over IPC, one request at a time, and dies with it.
 *
 * @param {Record<string, (request: any) => any>} handlers by the request's name; what they return or resolve to is the answer
 */
function answer (handlers) {
  const send = (/** @type {object} */ message, /** @type {() => void} */ sent) => { if (process.connected && process.send) process.send(message, undefined, undefined, sent) }

  process.on('message', (/** @type {any} */ request) => {
    // an exit from within: only then does Node write what its flags collect (--cpu-prof, --prof)
    if (request.ask === 'leave') process.exit()
    Promise.resolve(request)
      .then(handlers[request.ask] || further[request.ask] || everybodys[request.ask])
      .then(
        (value) => send({ id: request.id, value: value }, () => {}),
        (error) => send({ id: request.id, error: describe(error) }, () => {})
      )
  })
  process.on('disconnect', () => process.exit())
  // Ctrl-C reaches the whole process group: the measuring process decides when this one ends
  process.on('SIGINT', () => {})
  process.on('uncaughtException', (error) => die(error))
  process.on('unhandledRejection', (error) => die(error))

  function die (error) {
    process.stderr.write(describe(error).stack + '\n')
    if (!process.connected) process.exit(1)
    send({ fatal: describe(error) }, () => process.exit(1))
  }
}

/** @param {any} thrown whatever was thrown, be it no Error */
function describe (thrown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  return { message: error.message, name: error.name, stack: error.stack }
}

module.exports = { answer: answer, further: further }
