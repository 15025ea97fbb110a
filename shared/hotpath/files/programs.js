import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Pattern of folders that npx and pnpm put on the PATH only while one command runs. */
const TEMPORARY = /[\\/](_npx|node_modules)[\\/]/

/** @param {string} [path] @returns {string} the PATH of the user's shell, without folders that are there for one command only */
export function findLastingPath (path = process.env.PATH ?? '') {
  return path.split(delimiter).filter((folder) => !TEMPORARY.test(folder)).join(delimiter)
}

/** @param {string} name @param {string} [path] @returns {boolean} whether the PATH has the program */
export function isProgramOnPath (name, path = process.env.PATH ?? '') {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : ['']
  return path.split(delimiter).some((folder) => endings.some((ending) => existsSync(join(folder, name + ending))))
}
