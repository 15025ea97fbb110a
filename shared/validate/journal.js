import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'

/** @import { Noise } from './noise.js' */

/** @typedef {{ kind?: string, noise?: string }} Limits of a validation: only this kind of program, only in this noise */

/** Folder with a file for each validation, such as `live`. Each line of a file is a JSON object. */
const FOLDER = join(ROOT, 'docs', 'validation')

/** @param {string} name of a validation @param {string} [folder] @returns {any[]} rows, none without the file */
export function readValidationResults (name, folder = FOLDER) {
  const file = join(folder, `${name}.jsonl`)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line))
}

/** @param {string} name of a validation @param {object} row @param {string} [folder] */
export function appendValidationResult (name, row, folder = FOLDER) {
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${name}.jsonl`), JSON.stringify(row) + '\n')
}

/** @param {string} name of a validation @param {object[]} rows that replace those in its file */
export function writeValidationResults (name, rows) {
  writeFileAtomically(join(FOLDER, `${name}.jsonl`), rows.map((row) => JSON.stringify(row) + '\n').join(''))
}

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
