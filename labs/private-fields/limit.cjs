'use strict'

// no object that would keep a sum
module.exports = function sum (numbers) {
  let even = 0
  let odd = 0
  for (let i = 0; i < numbers.length; i++) {
    if (i % 2) odd += numbers[i]
    else even += numbers[i]
  }
  return [even, odd]
}
