'use strict'

const ZERO = 48
const LINE_END = 10

// trusts every character to be a digit or the end of a line
module.exports = function sum (column) {
  let total = 0
  let number = 0
  for (let i = 0; i < column.length; i++) {
    const code = column.charCodeAt(i)
    if (code !== LINE_END) {
      number = number * 10 + (code - ZERO)
    } else {
      total += number
      number = 0
    }
  }
  return total
}
