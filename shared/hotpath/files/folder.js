import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those that it is in, one by one: Node's recursive mkdir never ends where a folder that is there says ENOENT of one in it,
 * as all in /proc do.
 *
 * @param {string} folder absolute
 */
export function makeFolder (folder) {
  if (existsSync(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder)
  } catch (error) {
    // another command may just have made it
    if (error.code !== 'EEXIST') throw error
  }
}
