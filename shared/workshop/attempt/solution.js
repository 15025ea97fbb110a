import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {import('hotpath/lab').Lab} Lab */

/** @param {Lab} lab @returns {string[]} paragraphs of its README: why fast is faster; none where the README does not say */
export function explanation (lab) {
  const readme = join(lab.folder, 'README.md')
  const fix = existsSync(readme) && readFileSync(readme, 'utf8').match(/<summary>The fix<\/summary>\s*([^]*?)\s*<\/details>/)
  if (!fix) return []
  // a paragraph or an item of a list is one text, however the file breaks its lines
  return fix[1].split(/\n\n|\n(?=- )/).map((text) => text.replace(/\s*\n\s*/g, ' ').replaceAll('**', '').trim())
}
