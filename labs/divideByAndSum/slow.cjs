'use strict'

module.exports = function divideByAndSum (num, array) {
  return array
    .map((item) => item / num)
    .reduce((sum, item) => sum + item, 0)
}
