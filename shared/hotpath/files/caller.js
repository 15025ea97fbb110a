import { resolve } from 'node:path'

/**
 * Resolves a path that a user typed, relative to the user's own folder: pnpm starts each script in the project's folder.
 *
 * @param {string} path
 * @returns {string} absolute
 */
export function resolveFromCaller (path) {
  return resolve(process.env.INIT_CWD ?? '', path)
}
