import { existsSync } from 'node:fs'

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
