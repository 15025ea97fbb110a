'use strict'

/** Answers how many times as long a call of a takes as a call of b. */
module.exports = function compare (a, b, seconds) {
  return measure(a, seconds / 2) / measure(b, seconds / 2)
}

/** Calls a function for some seconds, and returns the mean milliseconds of a call. */
function measure (run, seconds) {
  const start = performance.now()
  let calls = 0
  while (performance.now() - start < 1000 * seconds) {
    for (let i = 0; i < 100; i++) run()
    calls += 100
  }
  return (performance.now() - start) / calls
}
