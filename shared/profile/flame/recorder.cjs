'use strict'

// Loaded into the profiled process before the worker (node --require): V8's own CPU profiler, from a question to another, so that
// neither start-up nor warm-up is in the profile, as they would be with --cpu-prof.

const { writeFileSync } = require('node:fs')
const { Session } = require('node:inspector')
const { further } = require('../../worker/channel.cjs')

const session = new Session()
/** @type {string | undefined} where to write, while it records */
let file

further.startProfile = (request) => {
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: request.intervalUs })
  session.post('Profiler.start')
  file = request.file
}

further.stopProfile = () => {
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
  // within its own process a session answers before post returns
  session.post('Profiler.stop', (error, stopped) => {
    if (error) throw error
    writeFileSync(to, JSON.stringify(stopped.profile))
  })
}
