'use strict'

/**
 * Counts the calls of one function, in place of which a counting one stands until `stop`.
 *
 * @param {string} path `Object.setPrototypeOf`, or `package:member.member` for a package's export
 * @param {(name: string) => any} load loads a package as the variant would
 * @returns {{ calls: () => number, stop: () => void }} `stop` puts the function back
 */
function count (path, load) {
  const parts = path.split(':')
  const members = parts[parts.length - 1].split('.')
  const name = String(members.pop())
  const holder = members.reduce((object, member) => object && object[member], parts.length > 1 ? load(parts[0]) : /** @type {any} */ (global))
  const original = holder && holder[name]
  if (typeof original !== 'function') throw new Error('there is no function ' + path + ' to count')

  let calls = 0
  holder[name] = Object.assign(/** @this {any} */ function () {
    calls++
    return original.apply(this, arguments)
  }, original)
  return { calls: () => calls, stop: () => { holder[name] = original } }
}

module.exports = { count: count }
