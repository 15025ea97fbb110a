'use strict'

module.exports = function divideByAndSum (num, array) {
  const inverse = 1 / num
  let sum = 0
  for (let i = 0; i < array.length; i++) {
    if (array[i] !== undefined) sum += array[i] * inverse
  }
  return sum
}
