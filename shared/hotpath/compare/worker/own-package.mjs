import Module from 'node:module'
import { fileURLToPath } from 'node:url'

/** The file that a perf file means by `hotpath`. */
const OWN = new URL('../perf-file.js', import.meta.url).href

/**
 * Lets perf files import `hotpath` where it is not installed: in an older revision, or in a folder with another version of a package.
 */
export function resolveOwnPackage () {
  /** @type {any} */
  const hooks = Module
  if (hooks.registerHooks) {
    hooks.registerHooks({
      resolve: (/** @type {string} */ specifier, /** @type {object} */ context, /** @type {Function} */ next) =>
        specifier === 'hotpath' ? { url: OWN, format: 'module', shortCircuit: true } : next(specifier, context),
    })
    return
  }
  Module.register(new URL('resolve-own.mjs', import.meta.url), { data: { own: OWN } })
  const resolveFilename = hooks._resolveFilename
  hooks._resolveFilename = function (/** @type {string} */ specifier, /** @type {any[]} */ ...others) {
    return specifier === 'hotpath' ? fileURLToPath(OWN) : resolveFilename.call(this, specifier, ...others)
  }
}
