import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '@hotpath-labs/project'

/** @param {string} name @returns {string} where the raw results of one kind of validation are kept, one JSON object a line */
export const journalFile = (name) => join(ROOT, 'docs', 'validation', `${name}.jsonl`)

/** @param {string} file @returns {any[]} */
export function readJournal (file) {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line))
}

/** @param {string} file @param {object} row */
export function appendJournal (file, row) {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, JSON.stringify(row) + '\n')
}

/**
 * The cell that has the fewest rows for its weight; among equals any, so that slow drifts of the machine meet all alike.
 *
 * @template {{ weight: number }} Cell
 * @param {Cell[]} cells
 * @param {any[]} rows
 * @param {string[]} fields by which a row belongs to a cell
 * @returns {Cell}
 */
export function scarcest (cells, rows, fields) {
  const keyOf = (/** @type {any} */ one) => fields.map((field) => one[field]).join()
  /** @type {Map<string, number>} */
  const count = new Map()
  for (const row of rows) count.set(keyOf(row), (count.get(keyOf(row)) ?? 0) + 1)
  const share = (/** @type {Cell} */ cell) => (count.get(keyOf(cell)) ?? 0) / cell.weight
  const least = Math.min(...cells.map(share))
  const candidates = cells.filter((cell) => share(cell) === least)
  return candidates[Math.floor(Math.random() * candidates.length)]
}
