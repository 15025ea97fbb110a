import { readFileSync } from 'node:fs'
import Module from 'node:module'
import { fileURLToPath } from 'node:url'

/** URL of the module that a perf file gets if it imports `hotpath`. */
const OWN = new URL('../perf-file.js', import.meta.url).href

/** Name by which perf files import this package. */
const NAME = 'hotpath'

/** @param {string} file @returns {boolean} true if it finds this copy of `hotpath` by itself, or one with the same text */
function findsOwnPackage (file) {
  try {
    return readFileSync(Module.createRequire(file).resolve(NAME)).equals(readFileSync(new URL(OWN)))
  } catch {
    return false
  }
}

/**
 * Lets perf files import `hotpath` even if it is not installed, for example in an older revision of the user's repository.
 *
 * @param {string} [file] the perf file, absolute
 */
export function resolveHotpathImports (file) {
  /** @type {any} */
  const hooks = Module
  if (hooks.registerHooks) {
    hooks.registerHooks({
      resolve: (/** @type {string} */ specifier, /** @type {object} */ context, /** @type {Function} */ next) =>
        specifier === NAME ? { url: OWN, format: 'module', shortCircuit: true } : next(specifier, context),
    })
    return
  }
  // Hooks run in a thread of their own here, which takes a third of the time in which a process starts.
  if (file === undefined || !findsOwnPackage(file)) Module.register(new URL('resolve-own.mjs', import.meta.url), { data: { own: OWN } })
  const resolveFilename = hooks._resolveFilename
  hooks._resolveFilename = function (/** @type {string} */ specifier, /** @type {any[]} */ ...others) {
    return specifier === NAME ? fileURLToPath(OWN) : resolveFilename.call(this, specifier, ...others)
  }
}
