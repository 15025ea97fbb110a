import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents. Node's recursive mkdir never returns under /proc, where an existing folder answers ENOENT.
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
    // another command may have made the folder a moment ago
    if (error.code !== 'EEXIST') throw error
  }
}
