import { join } from 'node:path'
import { DEFAULT_TEXT_WIDTH } from '@hotpath-labs/terminal/lines.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { nameVariant } from '../tool.js'
import { parseFunctionPlace, shortenFilePath } from './place.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Context } from '../tool.js'
 */

/**
 * Counts equal values.
 *
 * @template T
 * @param {T[]} values
 * @returns {Map<T, number>} in the order of their first occurrence
 */
export function countEqualValues (values) {
  const counts = new Map()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const MAX_ROWS = 10

/**
 * Formats lines for the terminal: the functions that take at least one percent of the time, largest share first.
 *
 * @param {Lab} lab
 * @param {[name: string, count: number][]} rows
 * @param {number} total of all rows
 * @returns {string[]}
 */
export function formatTimeShares ({ folder }, rows, total) {
  return rows.filter(([, count]) => count * 100 >= total).sort(([, a], [, b]) => b - a).slice(0, MAX_ROWS)
    .map(([name, count]) => `${(100 * count / total).toFixed(0).padStart(2)} %  ${shortenName(name, folder)}`.slice(0, DEFAULT_TEXT_WIDTH - 2))
}

/** @param {string} text with a place at its end, for JavaScript @param {string} folder of the lab */
function shortenName (text, folder) {
  const { name, place } = parseFunctionPlace(text) ?? {}
  return place ? `${name} ${shortenFilePath(place.file, folder)}:${place.line}:${place.column}` : text
}

/** @param {LabPlan} plan @param {string} variant @param {string[]} lines @returns {string[]} the lines below the variant's name */
export function formatVariantSection ({ programs }, variant, lines) {
  return [`${nameVariant(variant)}: ${programs[variant].title}`, ...lines.map(indent), '']
}

/**
 * Writes a report about all functions to a file, and formats a short report about the lab's own functions for the terminal.
 *
 * @param {Context} context
 * @param {string} tool that names the file
 * @param {{ variant: string, own: string[], all: string[] }[]} reports
 * @param {string[]} [footer] lines below both
 * @returns {{ file: string, lines: string[] }} `lines` for the terminal
 */
export function writeFunctionReports ({ plan, folder }, tool, reports, footer = []) {
  const file = join(folder, `${tool}.txt`)
  const full = reports.flatMap(({ variant, all }) => [variant, ...all.map(indent), ''])
  writeFileAtomically(file, [...full, ...footer].map((line) => `${line}\n`).join(''))
  return { file, lines: [...reports.flatMap(({ variant, own }) => formatVariantSection(plan, variant, own)), ...footer] }
}

/** @param {string} line */
function indent (line) {
  return `  ${line}`
}
