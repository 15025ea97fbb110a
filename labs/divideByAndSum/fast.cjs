'use strict'

/* eslint-disable no-var -- as in the steps before: on Node 6 a sum in a let costs four times as much */
const oneByOne = require('./one-division.cjs')

module.exports = function divideByAndSum (num, array) {
  const inverse = 1 / num
  var a = 0
  var b = 0
  var c = 0
  var d = 0
  var i = 0
  for (; i + 3 < array.length; i += 4) {
    a += array[i] * inverse
    b += array[i + 1] * inverse
    c += array[i + 2] * inverse
    d += array[i + 3] * inverse
  }
  for (; i < array.length; i++) a += array[i] * inverse
  const sum = a + b + c + d
  // a hole makes it NaN: rare enough to begin again with care
  return sum === sum ? sum : oneByOne(num, array) // eslint-disable-line no-self-compare
}
