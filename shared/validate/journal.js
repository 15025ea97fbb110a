import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'

/** @import { Noise } from './noise.js' */

/** @typedef {{ kind?: string, noise?: string }} Limits of a validation: only this kind of program, only in this noise */

/** @param {string} name @returns {string} file of one validation's results, one JSON object a line */
export const findValidationResultsFile = (name) => join(ROOT, 'docs', 'validation', `${name}.jsonl`)

/** @param {string} file @returns {any[]} rows, none without the file */
export function readValidationResults (file) {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line))
}

/** @param {string} file @param {object} row */
export function appendValidationResult (file, row) {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, JSON.stringify(row) + '\n')
}

/** @param {string} file @param {object[]} rows that replace those in the file */
export function writeValidationResults (file, rows) {
  writeFileAtomically(file, rows.map((row) => JSON.stringify(row) + '\n').join(''))
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
