'use strict'

module.exports = function sum (column) {
  const fields = column.split('\n')
  let total = 0
  // the column ends with a line's end, so that its last piece is empty
  for (let i = 0; i < fields.length - 1; i++) total += parseInt(fields[i], 10)
  return total
}
