import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads a lab's hints.
 *
 * @param {string} folder of a lab
 * @returns {string[]} the numbered paragraphs of its hints.md, from vague to precise; none without that file
 */
export function readHints (folder) {
  const file = join(folder, 'hints.md')
  if (!existsSync(file)) return []
  const [, ...hints] = readFileSync(file, 'utf8').split(/^\d+\. /m)
  return hints.map((hint) => hint.replace(/\s+/g, ' ').trim())
}
