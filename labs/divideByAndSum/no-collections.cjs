'use strict'

const mapAndReduce = require('./slow.cjs')

module.exports = function divideByAndSum (num, array) {
  let sum = 0
  try {
    for (let i = 0; i < array.length; i++) sum += array[i] / num
  } catch (error) {
    throw new TypeError('cannot divide and sum: ' + error.message)
  }
  // a hole makes it NaN: rare enough to begin again as before
  return sum === sum ? sum : mapAndReduce(num, array) // eslint-disable-line no-self-compare
}
