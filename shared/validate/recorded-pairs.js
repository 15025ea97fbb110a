import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { machine, processorsHere, rounded } from 'hotpath/measure'
import { writeWhole } from 'hotpath/files'
import { cellsWithin } from './journal.js'
import { NOISES } from './noise.js'
import { KINDS } from './probe.js'
import { anySeed } from 'hotpath/stats'
import { tried } from './trial.js'

/** @import { Limits } from './journal.js' */

/** Real pairs, recorded once and replayed by the tests, a folder for each machine: its noise without its clock. */
const BANKS = fileURLToPath(new URL('banks/', import.meta.url))

/** Nothing differs, and a true 1.10. */
export const RECORDED_RATIOS = [1, 1.1]

const WEIGHTS = Object.fromEntries(RECORDED_RATIOS.map((ratio) => [ratio, 1]))

/** Pairs of every cell: a few hundred, and fewer where each takes a second. */
const WANTED = { function: 300, server: 120, heap: 60 }

/** So few in a run that hardly ever a verdict ends it, which would be a choice among the pairs. */
const PAIRS_IN_A_RUN = 5

/**
 * @typedef {object} Recorded
 * @property {import('./noise.js').Noise} noise
 * @property {number} ratio the true one
 * @property {number[]} values log-ratios, one a pair, in the order in which they came
 * @property {number[]} [spreads] their standard errors, by the scatter of the blocks; banks from before 2026-11 have none
 *
 * @typedef {object} Bank of one machine
 * @property {import('./probe.js').Kind} kind
 * @property {string} node
 * @property {ReturnType<typeof machine>} machine
 * @property {boolean} [together] whether both sides of a pair ran on one processor
 * @property {Recorded[]} cells
 */

/** @param {string} folder @param {import('./probe.js').Kind} kind */
const fileOf = (folder, kind) => join(BANKS, folder, `${kind}.json`)

/** This machine, as the name of a file. */
export const here = () => machine().cpu.toLowerCase().replace(/\W+/g, '-').replace(/^-|-$/g, '')

/** @param {import('./probe.js').Kind} kind @returns {Bank} this machine's: an empty one where none has been recorded */
function ownBank (kind) {
  const file = fileOf(here(), kind)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { kind, node: process.version, machine: machine(), together: processorsHere().length > 1, cells: [] }
}

/** @param {import('./probe.js').Kind} kind @returns {(Bank & { name: string })[]} of every machine on which some were recorded */
export function banksOf (kind) {
  return readdirSync(BANKS).filter((name) => existsSync(fileOf(name, kind))).map((name) => ({ name, ...JSON.parse(readFileSync(fileOf(name, kind), 'utf8')) }))
}

/**
 * Records a few more pairs, in the cell that lacks the most.
 *
 * @param {Limits & { seconds: number }} limits begins no pair after `seconds`
 * @returns {Promise<string | undefined>} a sentence about the pairs; undefined if nothing is lacking
 */
export async function recordMore ({ seconds, ...limits }) {
  const banks = Object.fromEntries(KINDS.map((kind) => [kind, ownBank(kind)]))
  const cells = cellsWithin(KINDS, NOISES, WEIGHTS, limits).map(({ kind, noise, ratio }) => {
    const cell = banks[kind].cells.find((cell) => cell.noise === noise && cell.ratio === ratio) ?? { noise, ratio, values: [], spreads: [] }
    return { kind, cell, lacks: 1 - cell.values.length / WANTED[kind] }
  })
  const [{ kind, cell, lacks }] = cells.sort((a, b) => b.lacks - a.lacks)
  if (lacks <= 0) return undefined

  const { noise, ratio } = cell
  const { values, spreads } = await tried({ kind, noise, ratio, floor: ratio, seed: anySeed(), seconds, mostPairs: PAIRS_IN_A_RUN })
  if (cell.values.length === 0) banks[kind].cells.push(cell)
  cell.values.push(...values.map((value) => rounded(value, 4)))
  cell.spreads?.push(...spreads.map((spread) => rounded(spread, 4)))
  mkdirSync(join(BANKS, here()), { recursive: true })
  writeWhole(fileOf(here(), kind), written(banks[kind]))
  return `${kind}, ${noise}, true ratio ${ratio}×: ${cell.values.length} of ${WANTED[kind]} pairs`
}

/** One line a cell, so that a difference between two versions can be read. @param {Bank} bank */
function written ({ cells, ...rest }) {
  const head = JSON.stringify(rest).slice(0, -1)
  return `${head},"cells":[\n${cells.map((cell) => JSON.stringify(cell)).join(',\n')}\n]}\n`
}
