'use strict'

const primordials = require('./primordials.cjs')

/**
 * How finely CPU time is told here: in µs on Linux and macOS; on Windows, and in some sandboxes, in ticks of the scheduler, as long as a block and longer.
 *
 * @returns {number} ms
 */
module.exports = function cpuTickMs () {
  let least = Infinity
  // the first includes what V8 does when this code is new
  for (let i = 0; i < 2; i++) {
    const from = primordials.cpuMs()
    let to = from
    while (to === from) to = primordials.cpuMs()
    least = Math.min(least, to - from)
  }
  return least
}
