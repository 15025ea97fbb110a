/** Resolves `hotpath` to the running copy of this package (hooks of module.register, for Node before 22.15). */

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
