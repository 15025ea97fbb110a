'use strict'

// no objects: two arrays of numbers have no shapes to be compared
module.exports = function closest (rows) {
  const x = new Float64Array(rows.length)
  const y = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) {
    x[i] = rows[i].at[0]
    y[i] = rows[i].at[1]
  }
  let least = Infinity
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < i; j++) {
      const dx = x[i] - x[j]
      const dy = y[i] - y[j]
      const distance = dx * dx + dy * dy
      if (distance < least) least = distance
    }
  }
  return least
}
