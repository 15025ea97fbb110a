'use strict'

// no object that would keep it
module.exports = function sum (numbers) {
  let total = 0
  for (let i = 0; i < numbers.length; i++) total += numbers[i]
  return total
}
