'use strict'

const two = Array.from({ length: 100 }, (_, number) => ('0' + number).slice(-2))
const three = Array.from({ length: 1000 }, (_, number) => ('00' + number).slice(-3))

function iso (date) {
  const year = date.getUTCFullYear()
  // signs, six digits and dates that are none
  if (!(year >= 1000 && year <= 9999)) return date.toISOString()
  return `${year}-${two[date.getUTCMonth() + 1]}-${two[date.getUTCDate()]}T${two[date.getUTCHours()]}:` +
    `${two[date.getUTCMinutes()]}:${two[date.getUTCSeconds()]}.${three[date.getUTCMilliseconds()]}Z`
}

module.exports = function log (times) {
  const lines = []
  for (let i = 0; i < times.length; i++) lines.push(iso(new Date(times[i])))
  return lines.join('\n')
}
