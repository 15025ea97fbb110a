/** Module hooks that resolve `hotpath` to the running copy of this package, for module.register in Node before 22.15. */

/** @type {string} */
let own

/** @param {{ own: string }} data */
export function initialize (data) {
  own = data.own
}

/** @param {string} specifier @param {object} context @param {Function} next */
export function resolve (specifier, context, next) {
  return specifier === 'hotpath' ? { url: own, format: 'module', shortCircuit: true } : next(specifier, context)
}
