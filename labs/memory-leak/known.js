const known = new Map()

/** @param {string} name @returns {number} how often it has been remembered, this time included */
export function remember (name) {
  const entry = known.get(name) ?? { times: 0, last: null }
  entry.times++
  entry.last = new Date()
  known.set(name, entry)
  return entry.times
}
