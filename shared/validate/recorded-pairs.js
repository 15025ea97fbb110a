import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeMachine, listAllowedProcessors } from '@hotpath-labs/engine/machine.js'
import { roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { listTestedCombinations } from './journal.js'
import { NOISE_KINDS } from './noise.js'
import { PROBE_KINDS } from './probe.js'
import { judgeLabWithKnownRatio } from './trial.js'

/**
 * @import { Limits } from './journal.js'
 * @import { Noise } from './noise.js'
 * @import { Kind } from './probe.js'
 */

/**
 * Folder of recorded measurements of pairs of processes, with a folder for each machine. Tests replay them: the noise is real, and a replay
 * takes no time.
 */
const BANKS = fileURLToPath(new URL('banks/', import.meta.url))

/** True ratios to record: 1 (equal programs), and the smallest difference that hotpath must find. */
export const KNOWN_RATIOS_TO_RECORD = [1, 1.1]

const WEIGHTS = Object.fromEntries(KNOWN_RATIOS_TO_RECORD.map((ratio) => [ratio, 1]))

/** Number of pairs to record for each noise and ratio. Functions get the most, because a pair of servers takes a second to measure. */
const WANTED = { function: 300, server: 120, heap: 60 }

/** Number of pairs per run: so few that a verdict hardly ever ends a run early. Runs that end early would bias the recorded pairs. */
const PAIRS_IN_A_RUN = 5

/**
 * @typedef {object} Recorded
 * @property {Noise} noise
 * @property {number} ratio the true ratio
 * @property {number[]} values log-ratio of each pair, in the order of measurement
 * @property {number[]} [spreads] standard error of each pair, from the scatter of its blocks; missing before 2026-11
 *
 * @typedef {object} Bank recorded pairs of one machine
 * @property {Kind} kind
 * @property {string} node
 * @property {ReturnType<typeof describeMachine>} machine
 * @property {boolean} [together] true if both sides of a pair were pinned to one CPU
 * @property {Recorded[]} cells
 */

/** @param {string} folder @param {Kind} kind */
const bankFile = (folder, kind) => join(BANKS, folder, `${kind}.json`)

/** Returns the name of this machine's processor in a form for file names. */
export const formatProcessorForFileName = () => describeMachine().cpu.toLowerCase().replace(/\W+/g, '-').replace(/^-|-$/g, '')

/** @param {Kind} kind @returns {Bank} of this machine, empty without a recording */
function ownBank (kind) {
  const file = bankFile(formatProcessorForFileName(), kind)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  return { kind, node: process.version, machine: describeMachine(), together: listAllowedProcessors().length > 1, cells: [] }
}

/** @param {Kind} kind @returns {(Bank & { name: string })[]} banks of all machines */
export function readRecordedProcessPairs (kind) {
  return readdirSync(BANKS).filter((name) => existsSync(bankFile(name, kind)))
    .map((name) => ({ name, ...JSON.parse(readFileSync(bankFile(name, kind), 'utf8')) }))
}

/**
 * Measures and records a few more pairs, for the combination of program, noise and ratio with the largest share of pairs still to record.
 *
 * @param {Limits & { seconds: number }} limits begins no pair after `seconds`
 * @returns {Promise<string | undefined>} a sentence about the pairs; undefined if nothing is lacking
 */
export async function recordMissingPairs ({ seconds, ...limits }) {
  const banks = Object.fromEntries(PROBE_KINDS.map((kind) => [kind, ownBank(kind)]))
  const cells = listTestedCombinations(PROBE_KINDS, NOISE_KINDS, WEIGHTS, limits).map(({ kind, noise, ratio }) => {
    const cell = banks[kind].cells.find((cell) => cell.noise === noise && cell.ratio === ratio) ?? { noise, ratio, values: [], spreads: [] }
    return { kind, cell, lacks: 1 - cell.values.length / WANTED[kind] }
  })
  const [{ kind, cell, lacks }] = cells.sort((a, b) => b.lacks - a.lacks)
  if (lacks <= 0) return undefined

  const { noise, ratio } = cell
  const probe = { kind, noise, ratio, atLeast: ratio, seed: drawSeed(), seconds, mostPairs: PAIRS_IN_A_RUN }
  const { values, spreads } = await judgeLabWithKnownRatio(probe)
  if (cell.values.length === 0) banks[kind].cells.push(cell)
  cell.values.push(...values.map((value) => roundToDecimals(value, 4)))
  cell.spreads?.push(...spreads.map((spread) => roundToDecimals(spread, 4)))
  mkdirSync(join(BANKS, formatProcessorForFileName()), { recursive: true })
  writeFileAtomically(bankFile(formatProcessorForFileName(), kind), formatBank(banks[kind]))
  return `${kind}, ${noise}, true ratio ${ratio}×: ${cell.values.length} of ${WANTED[kind]} pairs are recorded`
}

/** Formats recorded pairs with one line for each noise and ratio, so that a diff can be read. @param {Bank} bank */
function formatBank ({ cells, ...rest }) {
  const head = JSON.stringify(rest).slice(0, -1)
  return `${head},"cells":[\n${cells.map((cell) => JSON.stringify(cell)).join(',\n')}\n]}\n`
}
