'use strict'

/* eslint-disable no-var -- as the book has it: on Node 6 a sum in a let costs four times as much */
const mapAndReduce = require('./slow.cjs')

module.exports = function divideByAndSum (num, array) {
  var sum = 0
  for (var i = 0; i < array.length; i++) sum += array[i] / num
  // a hole makes it NaN: rare enough to begin again as before
  return sum === sum ? sum : mapAndReduce(num, array) // eslint-disable-line no-self-compare
}
