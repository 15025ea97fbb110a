'use strict'

// Node loads this file before the worker (--require). V8 keeps inlined functions apart only in code that it compiles under the profiler,
// so the profiler runs from the start. Only the time after the message `profileFrom` is written.

const { Session } = require('inspector')
const { writeFileSync } = require('fs')
const { channel: { further }, loopFor } = require('hotpath/worker')

const INTERVAL_US = 250

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US })
session.post('Profiler.start')
const started = process.hrtime.bigint()

// calls two other functions first, because V8 inlines a loop's only callee, and then the callee's frame is missing
for (const args of [[0], [0, 0], [0, 0, 0]]) {
  for (const other of [() => 1, () => 2]) loopFor([args])(other, [args], [], 2000)
}

/** @type {string | undefined} undefined once the profile is written */
let file = process.env.HOTPATH_PROFILE
let warmUpUs = 0

further.profileFrom = () => {
  warmUpUs = Number(process.hrtime.bigint() - started) / 1000
}

further.profileTo = () => {
  try {
    writeProfile()
  } catch (error) {
    return { problem: error.message }
  }
  return {}
}

// a variant that dies early leaves the part of its profile before its end
process.on('exit', () => { if (file) writeProfile() })

function writeProfile () {
  const path = /** @type {string} */ (file)
  file = undefined
  /** @type {any} */
  let outcome
  // a session in the same process calls back before `post` returns, and the caller would not catch an error of the callback
  session.post('Profiler.stop', (error, stopped) => { outcome = { error, stopped } })
  if (outcome.error) throw outcome.error
  // writes synchronously: nobody reads the file before this process answers or exits
  writeFileSync(path, JSON.stringify(cutWarmUp(outcome.stopped.profile)))
}

/** @param {any} profile @returns {any} */
function cutWarmUp ({ nodes, startTime, endTime, samples, timeDeltas }) {
  let us = 0
  const first = timeDeltas.findIndex((delta) => (us += delta) >= warmUpUs)
  return { nodes, startTime: startTime + warmUpUs, endTime, samples: samples.slice(first), timeDeltas: timeDeltas.slice(first) }
}
