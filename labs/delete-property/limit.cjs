'use strict'

// no object at all
module.exports = function points (rows) {
  let total = 0
  for (let i = 0; i < rows.length; i++) total += rows[i][2] + rows[i][3]
  return total
}
