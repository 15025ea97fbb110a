import { structuredPatch } from 'diff'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { neededBy } from './needs.js'

/** @typedef {import('../lab/find.js').Lab} Lab */

/** @param {Lab} lab @returns {string[]} paragraphs of its README: why fast is faster; none where the README does not say */
export function explanation (lab) {
  const readme = join(lab.folder, 'README.md')
  const fix = existsSync(readme) && readFileSync(readme, 'utf8').match(/<summary>The fix<\/summary>\s*([^]*?)\s*<\/details>/)
  if (!fix) return []
  // a paragraph or an item of a list is one text, however the file breaks its lines
  return fix[1].split(/\n\n|\n(?=- )/).map((text) => text.replace(/\s*\n\s*/g, ' ').replaceAll('**', '').trim())
}

/** @param {Lab} lab @returns {string} a unified diff from slow to fast, with the files that fast needs and slow does not */
export function difference (lab) {
  const { slow, fast } = lab.files
  const known = neededBy(slow)
  const added = neededBy(fast).slice(1).filter((path) => !known.includes(path))
  return [
    patch(basename(slow), basename(fast), readFileSync(slow, 'utf8'), readFileSync(fast, 'utf8')),
    ...added.map((path) => patch('', path, '', readFileSync(join(lab.folder, path), 'utf8'))),
  ].join('\n')
}

/** @param {string} oldName @param {string} newName @param {string} before @param {string} after */
function patch (oldName, newName, before, after) {
  const { hunks } = structuredPatch(oldName, newName, before, after)
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines])
  return [`--- ${oldName || '(nothing)'}`, `+++ ${newName}`, ...lines].join('\n')
}
