import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { machine } from '../measure/machine.js'
import { rounded } from '../measure/figures.js'
import { NOISES } from './noise.js'
import { KINDS } from './probe.js'
import { anySeed } from '../stats/random.js'
import { tried } from './trial.js'

/** Real pairs, recorded once and replayed by the tests: the noise of a machine without its clock. */
const BANKS = new URL('../../test/banks/', import.meta.url)

/** Nothing differs, and a true 1.10. */
export const RECORDED_RATIOS = [1, 1.1]

/** Pairs of every cell: a few hundred, and fewer where each takes a second. */
const WANTED = { function: 300, server: 120, heap: 60 }

/** So few in a run that hardly ever a verdict ends it, which would be a choice among the pairs. */
const PAIRS_IN_A_RUN = 5

/**
 * @typedef {{ noise: import('./noise.js').Noise, ratio: number, values: number[] }} Recorded log-ratios, one a pair, in the order in which they came
 * @typedef {{ kind: import('./probe.js').Kind, node: string, machine: ReturnType<typeof machine>, cells: Recorded[] }} Bank
 */

/** @param {import('./probe.js').Kind} kind */
const fileOf = (kind) => fileURLToPath(new URL(`${kind}.json`, BANKS))

/** @param {import('./probe.js').Kind} kind @returns {Bank} an empty one where none has been recorded */
export function bankOf (kind) {
  const file = fileOf(kind)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { kind, node: process.version, machine: machine(), cells: [] }
}

/**
 * Records a few pairs more, of whatever is lacking most.
 *
 * @param {{ kind?: import('./probe.js').Kind, noise?: import('./noise.js').Noise, seconds: number }} limits only these; begin no pair later
 * @returns {Promise<string | undefined>} what was done, in words; undefined when nothing is lacking
 */
export async function recordMore ({ kind: onlyKind, noise: onlyNoise, seconds }) {
  const wanted = KINDS.filter((kind) => !onlyKind || kind === onlyKind).flatMap((kind) => {
    const bank = bankOf(kind)
    return NOISES.filter((noise) => !onlyNoise || noise === onlyNoise).flatMap((noise) => RECORDED_RATIOS.map((ratio) => {
      const has = bank.cells.find((cell) => cell.noise === noise && cell.ratio === ratio)?.values.length ?? 0
      return { kind, noise, ratio, has, lacks: 1 - has / WANTED[kind] }
    }))
  })
  const [{ kind, noise, ratio, has, lacks }] = wanted.sort((a, b) => b.lacks - a.lacks)
  if (lacks <= 0) return undefined

  const { values } = await tried({ kind, noise, ratio, floor: ratio, seed: anySeed(), seconds, mostPairs: PAIRS_IN_A_RUN })
  const bank = bankOf(kind)
  const cell = bank.cells.find((cell) => cell.noise === noise && cell.ratio === ratio) ?? { noise, ratio, values: [] }
  if (cell.values.length === 0) bank.cells.push(cell)
  cell.values.push(...values.map((value) => rounded(value, 4)))
  mkdirSync(BANKS, { recursive: true })
  writeFileSync(fileOf(kind), written(bank))
  return `${kind}, ${noise}, ${ratio}×: ${has + values.length} of ${WANTED[kind]} pairs`
}

/** One line a cell, so that a difference between two versions can be read. @param {Bank} bank */
function written ({ cells, ...rest }) {
  const head = JSON.stringify(rest).slice(0, -1)
  return `${head},"cells":[\n${cells.map((cell) => JSON.stringify(cell)).join(',\n')}\n]}\n`
}
