'use strict'

/** Does a number of turns. Each turn needs the result of the turn before it, so no processor can shorten the work. */
module.exports = function work (n, turns) {
  let x = n | 0
  for (let i = 0; i < turns; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0
  return x
}
