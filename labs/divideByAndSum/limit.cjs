'use strict'

// every number is read and added, and nothing else is done to it
module.exports = function divideByAndSum (num, array) {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let i = 0
  for (; i + 3 < array.length; i += 4) {
    a += array[i]
    b += array[i + 1]
    c += array[i + 2]
    d += array[i + 3]
  }
  for (; i < array.length; i++) a += array[i]
  return (a + b + c + d) / num
}
