import { structuredPatch } from 'diff'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { copies, textOf } from './copy.js'
import { neededBy } from 'hotpath/sources'

/** @typedef {import('hotpath/lab').Lab} Lab */

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

/** @param {Lab} lab @returns {string} a unified diff from slow, and what was copied with it, to the attendee's files; empty where nothing changed */
export function changes (lab) {
  return copies(lab)
    .map(({ from, to }) => ({ from, to, before: textOf(from), after: existsSync(to) ? textOf(to) : '' }))
    .filter(({ before, after }) => before !== after)
    .map(({ from, to, before, after }) => patch(basename(from), basename(to), before, after)).join('\n')
}

/** @param {string} oldName @param {string} newName @param {string} before @param {string} after */
function patch (oldName, newName, before, after) {
  const { hunks } = structuredPatch(oldName, newName, before, after)
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines])
  return [`--- ${oldName || '(nothing)'}`, `+++ ${newName}`, ...lines].join('\n')
}
