'use strict'

module.exports = function closest (rows) {
  const points = []
  for (let i = 0; i < rows.length; i++) {
    const point = {}
    if (rows[i].label) point.label = rows[i].label
    if (rows[i].colour) point.colour = rows[i].colour
    if (rows[i].size) point.size = rows[i].size
    point.x = rows[i].at[0]
    point.y = rows[i].at[1]
    points.push(point)
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
