import { resolve } from 'node:path'

/**
 * Resolves a typed path from the folder of the caller: pnpm starts a script in the project's folder.
 *
 * @param {string} path
 * @returns {string} absolute
 */
export function resolveFromCaller (path) {
  return resolve(process.env.INIT_CWD ?? '', path)
}
