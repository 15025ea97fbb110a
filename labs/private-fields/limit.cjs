'use strict'

// keeps both sums in variables, and creates no object for them
module.exports = function sum (numbers) {
  let even = 0
  let odd = 0
  for (let i = 0; i < numbers.length; i++) {
    if (i % 2) odd += numbers[i]
    else even += numbers[i]
  }
  return [even, odd]
}
