import { createRequire } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Makes Node's flag that imports a package before the perf files, on both sides the one of head: base may not have it.
 *
 * @param {string} name of the package, such as tsx
 * @param {string} folder of head
 * @returns {string | undefined} undefined where head's packages have none, or only one for `import`, and for a module of Node
 */
export function findImportFlag (name, folder) {
  try {
    const file = createRequire(join(folder, 'package.json')).resolve(name)
    return isAbsolute(file) ? `--import=${pathToFileURL(file)}` : undefined
  } catch {
    return undefined
  }
}

/**
 * Makes Node's flag from the option --import. Both sides load a relative path from the user's folder.
 *
 * @param {string} module a package or a relative path
 * @param {string} folder of head
 * @returns {string}
 */
export function makeImportFlag (module, folder) {
  if (/^\.{1,2}[\\/]/.test(module)) return `--import=${pathToFileURL(resolve(module)).href}`
  return findImportFlag(module, folder) ?? `--import=${module}`
}
