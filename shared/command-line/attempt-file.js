import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { wrapCodeLine, wrapText } from '@hotpath-labs/terminal/lines.js'
import { VERDICT_SIGNS } from '@hotpath-labs/terminal/numbers.js'
import { quoteArgument } from '@hotpath-labs/terminal/paths.js'
import { findTerminalOptions, makeCommand, makeTextPainter } from '@hotpath-labs/terminal/terminal.js'
import stringWidth from 'fast-string-width'
import { locateAttemptError } from '@hotpath-labs/workshop/attempt/locate-error.js'
import { nameProgramsOfDifference } from '@hotpath-labs/workshop/attempt/name-programs.js'
import { findAttemptPaths, formatPath, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { isAttemptUnchanged } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { planAttempt } from '@hotpath-labs/lab/plans.js'
import { describeStartingFile } from '@hotpath-labs/lab/exercise.js'
import { explainReadErrors } from './usage.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 */

/** Begins the second and each further part of a folded line, in the place of + or -. */
const FOLDED = '>'

/** @param {string} diff unified @returns {string} in colours, and in lines that fit */
export function formatDiff (diff, { width } = findTerminalOptions(), paint = makeTextPainter()) {
  /** @type {[string, (text: string) => string][]} */
  const painters = [['---', paint.bold], ['+++', paint.bold], ['@@', paint.cyan], ['-', paint.red], ['+', paint.green]]
  const given = diff.split('\n')
  const lines = given.flatMap((line) => {
    const painter = painters.find(([start]) => line.startsWith(start))?.[1] ?? String
    // folds a long line of the diff; a part of it is no line of its own
    return wrapCodeLine(line.slice(1), width - 1).map((part, index) => painter((index ? FOLDED : line.slice(0, 1)) + part))
  })
  const legend = lines.length > given.length ? [paint.dim(wrapText(`${FOLDED} goes on with the line above`, '', width))] : []
  return [...lines, ...legend].join('\n')
}

/**
 * Formats the error of an attendee's file, with the file's path and line number, on one line if the terminal is wide enough.
 *
 * @param {Pick<import('@hotpath-labs/lab/report/result-schema.js').Result, 'failure' | 'oracle'>} result
 * @param {import('@hotpath-labs/lab/load.js').Lab} lab
 * @returns {string | undefined} undefined if the file has no error
 */
export function formatAttemptError ({ failure, oracle }, lab) {
  const mine = findAttemptPaths(lab)
  if (failure?.part === 'mine') {
    const { file, line, what } = locateAttemptError(failure, mine)
    // a busy machine is no error of the file
    if (failure.code === 'STARVED') {
      const sign = makeTextPainter().yellow(VERDICT_SIGNS['cannot run'])
      return formatError(formatPath(mine.file), `${what}. ${failure.advice}`, sign)
    }
    return formatError(`${formatPath(file)}${line ? `:${line}` : ''}`, `${what}${adviseOnMissingImport(what, lab)}`)
  }
  if (oracle?.verdict !== 'different') return
  return formatError(`${formatPath(mine.file)}  wrong answer`, nameProgramsOfDifference(String(oracle.difference), 'yours', lab.manifest))
}

/** @param {string} message of Node @param {Lab} lab @returns {string} for a program of the lab that was copied without what it imports */
function adviseOnMissingImport (message, lab) {
  const { folder } = findAttemptPaths(lab)
  const [, missing] = message.match(/Cannot find module '([^']+)'/) ?? []
  const from = missing && join(lab.folder, missing.startsWith('.') ? missing : relative(folder, missing))
  return from && missing && existsSync(from) ? `. The lab has this file: copy ${formatPath(from)} to ${formatPath(folder)}, too.` : ''
}

/** @param {string} place @param {string} message @param {string} [sign] */
function formatError (place, message, sign = makeTextPainter().red(VERDICT_SIGNS.broken)) {
  const { width } = findTerminalOptions()
  const head = `${sign} ${makeTextPainter().bold(place)}`
  const line = `${head}  ${message}`
  return stringWidth(line) <= width ? line : `${head}\n${wrapText(message, '  ', width)}`
}

/** @param {Lab} lab @returns {string} the attendee's file, which exists */
export function findAttemptFile (lab) {
  const { file } = findAttemptPaths(lab)
  if (!existsSync(file)) throw new UsageError(`You have not started ${lab.name}. Type: ${makeCommand(`lab ${formatLabArgument(lab)} start`)}`)
  return file
}

/** Throws if the attendee's file is still an unchanged copy of the lab's template. @param {Lab} lab @param {string} file */
export function refuseUnchangedCopy (lab, file) {
  if (!explainReadErrors(file, () => isAttemptUnchanged(lab))) return
  throw new UsageError(`Nothing changed yet: ${formatPath(file)} is still a copy of ${describeStartingFile(lab.manifest)}. Edit your file, or type: ${makeCommand(`lab ${formatLabArgument(lab)} hint`)}`)
}

/**
 * Plans the measurements that judge an attendee's file. Throws if the lab does not compare `slow` with `fast`.
 *
 * @param {Lab} lab
 * @param {string} file
 * @returns {LabPlan[]} one for each workload
 */
export function planAttemptMeasurements (lab, file) {
  const plans = planAttempt(lab, file)
  if (plans.length) return plans
  throw new UsageError(`${lab.name} does not compare the variants slow and fast, so mine cannot judge your file. Type: ${makeCommand(`lab ${formatLabArgument(lab)} --with ${quoteArgument(formatPath(file))}`)}`)
}
