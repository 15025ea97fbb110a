'use strict'

module.exports = function divideByAndSum (num, array) {
  try {
    return array
      .map((item) => item / num)
      .reduce((sum, item) => sum + item, 0)
  } catch (error) {
    throw new TypeError('cannot divide and sum: ' + error.message)
  }
}
