import { join } from 'node:path'
import { findProgramName } from 'hotpath/lab'
import { writeFileAtomically } from 'hotpath/files'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Context } from '../tool.js' */

/** @param {Lab} lab @param {string} variant @param {string[]} lines @returns {string[]} the lines below the variant's name */
export function formatVariantSection ({ manifest }, variant, lines) {
  return [`${variant}: ${findProgramName(manifest, variant)}`, ...lines.map(indent), '']
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
export function writeFunctionReports ({ lab, folder }, tool, reports, footer = []) {
  const file = join(folder, `${tool}.txt`)
  const full = reports.flatMap(({ variant, all }) => [variant, ...all.map(indent), ''])
  writeFileAtomically(file, [...full, ...footer].map((line) => `${line}\n`).join(''))
  return { file, lines: [...reports.flatMap(({ variant, own }) => formatVariantSection(lab, variant, own)), ...footer] }
}

/** @param {string} line */
function indent (line) {
  return `  ${line}`
}
