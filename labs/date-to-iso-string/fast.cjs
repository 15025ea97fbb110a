'use strict'

const three = Array.from({ length: 1000 }, (_, number) => ('00' + number).slice(-3))

let second = NaN
let before = ''

function iso (date) {
  const time = date.getTime()
  const now = Math.floor(time / 1000)
  // NaN is equal to nothing, so that a date that is none comes here and throws
  if (now !== second) {
    before = date.toISOString().slice(0, -'000Z'.length)
    second = now
  }
  return before + three[time - now * 1000] + 'Z'
}

module.exports = function log (times) {
  const lines = []
  for (let i = 0; i < times.length; i++) lines.push(iso(new Date(times[i])))
  return lines.join('\n')
}
