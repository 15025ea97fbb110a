import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its parents one by one. Node's recursive mkdir never returns if an existing folder answers ENOENT, as in /proc.
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
    // another command may just have made it
    if (error.code !== 'EEXIST') throw error
  }
}
