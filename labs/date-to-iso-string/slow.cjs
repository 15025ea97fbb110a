'use strict'

module.exports = function log (times) {
  const lines = []
  for (let i = 0; i < times.length; i++) lines.push(new Date(times[i]).toISOString())
  return lines.join('\n')
}
