import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param {string} folder of a lab @returns {string[]} the numbered paragraphs of its hints.md, from where to look to what to write; none without that file */
export function hintsIn (folder) {
  const file = join(folder, 'hints.md')
  if (!existsSync(file)) return []
  const [, ...hints] = readFileSync(file, 'utf8').split(/^\d+\. /m)
  return hints.map((hint) => hint.replace(/\s+/g, ' ').trim())
}
