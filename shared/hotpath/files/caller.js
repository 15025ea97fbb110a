import { resolve } from 'node:path'

/**
 * Resolves a path relative to the folder where the user typed the command, because pnpm starts each script in the project's folder.
 *
 * @param {string} path
 * @returns {string} absolute
 */
export function resolveUserPath (path) {
  return resolve(process.env.INIT_CWD ?? '', path)
}
