'use strict'

const primordials = require('./primordials.cjs')

/**
 * Measures the resolution of the system's CPU clock (one tick): microseconds on Linux and macOS. On Windows and in some sandboxes a tick
 * is longer than a timed block of calls.
 *
 * @returns {number} ms
 */
module.exports = function cpuTickMs () {
  let least = Infinity
  // measures the tick twice, because the first result includes V8's work on new code
  for (let i = 0; i < 2; i++) {
    const from = primordials.cpuMs()
    let to = from
    while (to === from) to = primordials.cpuMs()
    least = Math.min(least, to - from)
  }
  return least
}
