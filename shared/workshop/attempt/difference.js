import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listNeededFiles } from 'hotpath/sources'
import { listCopies, readText } from './scaffold.js'

/** @import { Lab } from 'hotpath/lab' */

/** @param {Lab} lab @returns {string} unified diff from slow to fast, with the files that only fast needs */
export function diffSlowAndFast ({ folder, files: { slow, fast } }) {
  const known = listNeededFiles(slow)
  const added = listNeededFiles(fast).slice(1).filter((path) => !known.includes(path))
  return [
    formatPatch(basename(slow), basename(fast), readFileSync(slow, 'utf8'), readFileSync(fast, 'utf8')),
    ...added.map((path) => formatPatch('(nothing)', path, '', readFileSync(join(folder, path), 'utf8'))),
  ].join('\n')
}

/** @param {Lab} lab @returns {string} unified diff from slow, with its copied files, to the attendee's files; empty without a change */
export function diffAttempt (lab) {
  return listCopies(lab)
    .map(({ from, to }) => ({ from, to, before: readText(from), after: existsSync(to) ? readText(to) : '' }))
    .filter(({ before, after }) => before !== after)
    .map(({ from, to, before, after }) => formatPatch(basename(from), basename(to), before, after)).join('\n')
}

/** @param {string} oldName @param {string} newName @param {string} before @param {string} after */
function formatPatch (oldName, newName, before, after) {
  return createTwoFilesPatch(oldName, newName, before, after, undefined, undefined, { headerOptions: FILE_HEADERS_ONLY }).replace(/\n$/, '')
}
