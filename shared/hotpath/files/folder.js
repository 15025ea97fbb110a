import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents one by one: Node's recursive mkdir never returns under /proc, where mkdir fails with ENOENT.
 *
 * @param {string} folder absolute
 */
export function makeFolder (folder) {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    // EEXIST is no failure: another process may have made the same folder at the same time
    if (error.code !== 'EEXIST') throw error
  }
}
