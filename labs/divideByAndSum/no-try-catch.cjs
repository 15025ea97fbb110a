'use strict'

module.exports = function divideByAndSum (num, array) {
  let sum = 0
  for (let i = 0; i < array.length; i++) sum += array[i] / num
  // a hole makes it NaN: rare enough to begin again as before
  return sum === sum ? sum : array.reduce((sum, item) => sum + item / num, 0) // eslint-disable-line no-self-compare
}
