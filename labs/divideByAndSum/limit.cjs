'use strict'

/* eslint-disable no-var -- as in the ladder: on Node 6 a sum in a let costs four times as much */
// every number is read and added, and nothing else is done to it
module.exports = function divideByAndSum (num, array) {
  var a = 0
  var b = 0
  var c = 0
  var d = 0
  var i = 0
  for (; i + 3 < array.length; i += 4) {
    a += array[i]
    b += array[i + 1]
    c += array[i + 2]
    d += array[i + 3]
  }
  for (; i < array.length; i++) a += array[i]
  return (a + b + c + d) / num
}
