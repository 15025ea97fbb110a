'use strict'

// Node before 12.12 lacks syncBuiltinESMExports, but runs only function labs, which are CommonJS and have no ESM imports
// eslint-disable-next-line n/no-unsupported-features/node-builtins
const syncBuiltinESMExports = require('module').syncBuiltinESMExports

/**
 * Wraps a function to count its calls, until `stop` is called.
 *
 * @param {string} path `Object.setPrototypeOf`, or `package:member.member` for a package's export
 * @param {(name: string) => any} load loads a package as the variant would
 * @returns {{ calls: () => number, stop: () => void }}
 * @throws {Error} where there is no such function
 */
function countCalls (path, load) {
  const parts = path.split(':')
  const members = parts[parts.length - 1].split('.')
  const name = String(members.pop())
  const root = parts.length > 1 ? load(parts[0]) : /** @type {any} */ (global)
  const holder = members.reduce((object, member) => object && object[member], root)
  const original = holder && holder[name]
  if (typeof original !== 'function') throw new Error('there is no function ' + path + ' to count')

  /** Replaces the counted function, also in named ESM imports if this version of Node supports that. @param {Function} fn */
  const put = (fn) => {
    holder[name] = fn
    if (syncBuiltinESMExports) syncBuiltinESMExports()
  }

  let calls = 0
  put(Object.assign(/** @this {unknown} */ function () {
    calls++
    return original.apply(this, arguments)
  }, original))
  return { calls: () => calls, stop: () => put(original) }
}

module.exports = Object.freeze({ countCalls: countCalls })
