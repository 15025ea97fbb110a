'use strict'

// Node loads this file with --require before the worker. It records a CPU profile, and cuts off the time before the message `profileFrom`.
// The profiler nevertheless runs from the start, because V8 shows inlined functions only in code that it compiles while the profiler runs.

const { Session } = require('inspector')
const { writeFileSync } = require('fs')
const { channel: { further }, chooseLoop } = require('@hotpath-labs/engine/worker/index.cjs')

const INTERVAL_US = 250

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US })
session.post('Profiler.start')
const started = process.hrtime.bigint()

// runs the measuring loop with two other functions first: V8 would inline the loop's only callee, and the profile would lack its frame
for (const args of [[0], [0, 0], [0, 0, 0]]) {
  for (const other of [() => 1, () => 2]) chooseLoop([args])(other, [args], [], 2000)
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

// also writes the profile at exit, so that a variant that dies early still leaves a profile
process.on('exit', () => { if (file) writeProfile() })

function writeProfile () {
  const path = /** @type {string} */ (file)
  file = undefined
  /** @type {any} */
  let outcome
  // throws here instead of in the callback, because an error from the callback would not reach this function's caller
  session.post('Profiler.stop', (error, stopped) => { outcome = { error, stopped } })
  if (outcome.error) throw outcome.error
  // writes synchronously, so that the file is complete when this process answers or exits
  writeFileSync(path, JSON.stringify(cutWarmUp(outcome.stopped.profile)))
}

/** @typedef {Required<import('inspector').Profiler.Profile>} Profile */

/** @param {Profile} profile @returns {Profile} */
function cutWarmUp ({ nodes, startTime, endTime, samples, timeDeltas }) {
  let us = 0
  const first = timeDeltas.findIndex((delta) => (us += delta) >= warmUpUs)
  return { nodes, startTime: startTime + warmUpUs, endTime, samples: samples.slice(first), timeDeltas: timeDeltas.slice(first) }
}
