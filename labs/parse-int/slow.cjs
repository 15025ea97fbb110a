'use strict'

module.exports = function sum (column) {
  const fields = column.split('\n')
  let total = 0
  // a number ends with a line's end: an unfinished last line does not count
  for (let i = 0; i < fields.length - 1; i++) total += parseInt(fields[i], 10)
  return total
}
