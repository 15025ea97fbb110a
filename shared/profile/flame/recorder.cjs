'use strict'

// Loaded into the profiled process before the worker (node --require): V8's own CPU profiler, as --cpu-prof starts it, from the first
// moment, because what V8 inlines is told apart only in code that it compiles while it is profiled. Written is what came after a
// question for it, without start-up and warm-up.

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

// the loop that calls a function under test calls two others first, or else V8 would inline the function into it and its frame would be gone
for (const args of [[0], [0, 0], [0, 0, 0]]) {
  for (const other of [() => 1, () => 2]) loopFor([args])(other, [args], [], 2000)
}

/** @type {string | undefined} where to write, until it is written */
let file = process.env.HOTPATH_PROFILE
let leftOutUs = 0

further.profileFrom = () => {
  leftOutUs = Number(process.hrtime.bigint() - started) / 1000
}

further.profileTo = () => {
  try {
    write()
  } catch (error) {
    return { problem: error.message }
  }
  return {}
}

// a variant that dies leaves what there was until then
process.on('exit', () => { if (file) write() })

function write () {
  const to = /** @type {string} */ (file)
  file = undefined
  /** @type {any} */
  let outcome
  // within its own process a session answers before post returns
  session.post('Profiler.stop', (error, stopped) => { outcome = { error, stopped } })
  if (outcome.error) throw outcome.error
  // nobody reads it before this process has answered or ended
  writeFileSync(to, JSON.stringify(cut(outcome.stopped.profile)))
}

/** @param {any} profile @returns {any} without what was to be left out */
function cut (profile) {
  let at = 0
  const first = profile.timeDeltas.findIndex((us) => (at += us) >= leftOutUs)
  const { nodes, startTime, endTime, samples, timeDeltas } = profile
  return { nodes, startTime: startTime + leftOutUs, endTime, samples: samples.slice(first), timeDeltas: timeDeltas.slice(first) }
}
