import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Pattern for Node's errors about TypeScript that needs more than the removal of types. */
const TYPESCRIPT_ERROR = /does not load a file of this type|Unknown file extension "\.[cm]?tsx?"|not supported in strip-only mode|Unexpected .* in JSX|ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX/

/** Pattern for Node's error about an import of a file by the name that its JavaScript would have. */
const MISSING_SCRIPT = /Cannot find module '([^']+\.)([cm]?)jsx?'/

/**
 * Returns true if a file did not load because Node cannot load its TypeScript, such as an enum, or `./parse.js` where there is parse.ts.
 *
 * @param {string} message of Node
 */
export function isTypeScriptError (message) {
  const [, path, letter] = message.match(MISSING_SCRIPT) ?? []
  return TYPESCRIPT_ERROR.test(message) || (path !== undefined && ['ts', 'tsx'].some((end) => existsSync(path + letter + end)))
}

/**
 * Finds the package tsx, which loads all of TypeScript, in the packages of a project.
 *
 * @param {string} folder of a side
 * @returns {string | undefined} a flag for Node
 */
export function findTsxFlag (folder) {
  try {
    return `--import=${pathToFileURL(createRequire(join(folder, 'package.json')).resolve('tsx'))}`
  } catch {
    return undefined
  }
}
