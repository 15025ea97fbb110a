import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @import { Lab } from 'hotpath/lab' */

/** @param {Lab} lab @returns {string[]} paragraphs of the README's section "The fix"; none without that section */
export function readSolutionExplanation (lab) {
  const readme = join(lab.folder, 'README.md')
  const fix = existsSync(readme) && readFileSync(readme, 'utf8').match(/<summary>The fix<\/summary>\s*([^]*?)\s*<\/details>/)
  if (!fix) return []
  // joins each paragraph into one line, so that the paragraph can be wrapped to the terminal's width
  // leaves out pictures, which a terminal cannot show
  return fix[1].split(/\n\n|\n(?=- )/).map((text) => text.replace(/\s*\n\s*/g, ' ').replaceAll('**', '').trim()).filter((text) => !text.startsWith('!['))
}
