import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findExerciseFiles } from 'hotpath/lab'
import { listFilesOfVariant } from 'hotpath/sources'
import { listTemplateCopies, readTextWithUnixLineEnds } from './scaffold.js'

/** @import { Lab } from 'hotpath/lab' */

/** @param {Lab} lab @returns {string} unified diff from the template to the solution, with the files that only the solution needs */
export function diffTemplateAndSolution (lab) {
  const { template, solution } = findExerciseFiles(lab)
  const known = listFilesOfVariant(template)
  const added = listFilesOfVariant(solution).slice(1).filter((path) => !known.includes(path))
  return [
    formatPatch(basename(template), basename(solution), readFileSync(template, 'utf8'), readFileSync(solution, 'utf8')),
    ...added.map((path) => formatPatch('(nothing)', path, '', readFileSync(join(lab.folder, path), 'utf8'))),
  ].join('\n')
}

/** @param {Lab} lab @returns {string} diff from the template, with its copied files, to the attendee's files; empty without a change */
export function diffTemplateAndAttempt (lab) {
  return listTemplateCopies(lab)
    .map(({ from, to }) => ({ from, to, before: readTextWithUnixLineEnds(from), after: existsSync(to) ? readTextWithUnixLineEnds(to) : '' }))
    .filter(({ before, after }) => before !== after)
    .map(({ from, to, before, after }) => formatPatch(basename(from), basename(to), before, after)).join('\n')
}

/** @param {string} oldName @param {string} newName @param {string} before @param {string} after */
function formatPatch (oldName, newName, before, after) {
  return createTwoFilesPatch(oldName, newName, before, after, undefined, undefined, { headerOptions: FILE_HEADERS_ONLY }).replace(/\n$/, '')
}
