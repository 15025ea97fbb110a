'use strict'

// There is a loop for each number of arguments, because spreading arguments would take longer than many measured functions.
// Results are stored, so that no compiler drops the call. Inputs change, so that no compiler moves the call out of the loop.

const loops = [
  null,
  (fn, inputs, results, calls) => {
    for (let i = 0, k = 0; i < calls; i++) {
      results[k] = fn(inputs[k][0])
      if (++k === inputs.length) k = 0
    }
  },
  (fn, inputs, results, calls) => {
    for (let i = 0, k = 0; i < calls; i++) {
      results[k] = fn(inputs[k][0], inputs[k][1])
      if (++k === inputs.length) k = 0
    }
  },
  (fn, inputs, results, calls) => {
    for (let i = 0, k = 0; i < calls; i++) {
      results[k] = fn(inputs[k][0], inputs[k][1], inputs[k][2])
      if (++k === inputs.length) k = 0
    }
  },
]

/**
 * Chooses the loop that calls a function with a given number of arguments.
 *
 * @param {any[][]} inputs argument lists, all of one length
 * @returns {(fn: Function, inputs: any[][], results: any[], calls: number) => void}
 */
function chooseLoop (inputs) {
  const loop = loops[inputs[0].length]
  if (!loop) throw new Error('expected inputs of one to ' + (loops.length - 1) + ' arguments, but there are ' + inputs[0].length)
  return loop
}

module.exports = { chooseLoop: chooseLoop }
