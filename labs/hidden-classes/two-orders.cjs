'use strict'

module.exports = function closest (rows) {
  const points = []
  for (let i = 0; i < rows.length; i++) {
    const { label = null, colour = null, size = null, at } = rows[i]
    points.push(i % 2 ? { label, colour, size, x: at[0], y: at[1] } : { label, colour, size, y: at[1], x: at[0] })
  }
  let least = Infinity
  for (let i = 0; i < points.length; i++) {
    for (let j = 0; j < i; j++) {
      const dx = points[i].x - points[j].x
      const dy = points[i].y - points[j].y
      const distance = dx * dx + dy * dy
      if (distance < least) least = distance
    }
  }
  return least
}
