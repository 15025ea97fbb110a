'use strict'

const three = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))

// no Date for a line either
module.exports = function log (times) {
  const lines = []
  let second = NaN
  let before = ''
  for (let i = 0; i < times.length; i++) {
    const now = Math.floor(times[i] / 1000)
    if (now !== second) {
      before = new Date(now * 1000).toISOString().slice(0, -'000Z'.length)
      second = now
    }
    lines.push(before + three[times[i] - now * 1000] + 'Z')
  }
  return lines.join('\n')
}
