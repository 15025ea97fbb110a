import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants, gunzipSync, gzipSync } from 'node:zlib'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'

/** @import { Noise } from './noise.js' */

/** @typedef {{ kind?: string, noise?: string }} Limits of a validation: only this kind of program, only in this noise */

/** Folder with a file for each validation, such as `live`. */
const FOLDER = join(ROOT, 'docs', 'validation')

/** @param {string} name of a validation @param {string} folder */
const findFile = (name, folder) => join(folder, `${name}.jsonl.gz`)

/** @param {string} file compressed, each line a JSON object @returns {any[]} none without the file */
export function readRows (file) {
  if (!existsSync(file)) return []
  return gunzipSync(readFileSync(file)).toString().split('\n').filter(Boolean).map((line) => JSON.parse(line))
}

/** @param {string} file @param {object[]} rows */
export function writeRows (file, rows) {
  mkdirSync(dirname(file), { recursive: true })
  // Rows that are compressed one by one take four times as many bytes.
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  writeFileAtomically(file, gzipSync(lines, { level: constants.Z_BEST_COMPRESSION }))
}

/** @param {string} name of a validation @param {string} [folder] @returns {any[]} rows, none without the file */
export const readValidationResults = (name, folder = FOLDER) => readRows(findFile(name, folder))

/** @param {string} name of a validation @param {object} row @param {string} [folder] */
export function appendValidationResult (name, row, folder = FOLDER) {
  const file = findFile(name, folder)
  writeRows(file, [...readRows(file), row])
}

/** @param {string} name of a validation @param {object[]} rows that replace those in its file */
export const writeValidationResults = (name, rows) => writeRows(findFile(name, FOLDER), rows)

/**
 * Lists the combinations that a validation tests: each kind of program with each noise and each true ratio. `limits` may name the only
 * kind and the only noise to test.
 *
 * @template {string} Kind
 * @param {readonly Kind[]} kinds
 * @param {readonly Noise[]} noises
 * @param {Record<number, number>} ratios weight of each true ratio
 * @param {Limits} limits
 * @returns {{ kind: Kind, noise: Noise, ratio: number, weight: number }[]}
 */
export function listTestedCombinations (kinds, noises, ratios, { kind: onlyKind, noise: onlyNoise }) {
  return kinds.filter((kind) => !onlyKind || kind === onlyKind).flatMap((kind) =>
    noises.filter((noise) => !onlyNoise || noise === onlyNoise).flatMap((noise) =>
      Object.entries(ratios).map(([ratio, weight]) => ({ kind, noise, ratio: Number(ratio), weight }))))
}

/**
 * Chooses the combination to test next: the combination with the fewest results in relation to its weight. Draws one at random if several
 * have equally few, so that slow changes of the machine affect all combinations alike.
 *
 * @template {Record<string, any>} Cell `weight`: 1 by default
 * @param {Cell[]} cells
 * @param {any[]} rows
 * @param {(keyof Cell)[]} fields that a row and its cell share
 * @returns {Omit<Cell, 'weight'>}
 */
export function chooseLeastTestedCombination (cells, rows, fields) {
  const shares = cells.map((cell) => rows.filter((row) => fields.every((field) => row[field] === cell[field])).length / (cell.weight ?? 1))
  const least = Math.min(...shares)
  const candidates = cells.filter((_, index) => shares[index] === least)
  const { weight, ...cell } = candidates[Math.floor(Math.random() * candidates.length)]
  return cell
}
