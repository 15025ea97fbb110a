'use strict'

module.exports = function divideByAndSum (num, array) {
  let sum = 0
  try {
    for (let i = 0; i < array.length; i++) {
      if (array[i] !== undefined) sum += array[i] / num
    }
  } catch (error) {
    throw new TypeError('cannot divide and sum: ' + error.message)
  }
  return sum
}
