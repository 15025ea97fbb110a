import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { listBenchmarks } from 'hotpath/internal/compare/benchmarks.js'
import { compareBaseAndHead } from 'hotpath/internal/compare/compare.js'
import { makeTemporaryFolder, removeTemporaryFolder } from '@hotpath-labs/engine/files.js'
import { roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { formatTodaysDate, describeMachine, listAllowedProcessors } from '@hotpath-labs/engine/machine.js'
import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { runCommand } from '@hotpath-labs/engine/process/child.js'
import { NO_NOISE_PRIOR } from '@hotpath-labs/engine/stats/rule.js'
import { createRandom, drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { mean, median, computeConfidenceInterval, estimateByMean } from '@hotpath-labs/engine/stats/sample.js'
import { DEFAULT_LEAK_MARGIN_BYTES, DEFAULT_SLOWDOWN_MARGIN } from '../compare/cells.js'
import { makeSidesOfFiles } from '../compare/proof.js'
import { hashCompareSettings } from '../engine.js'
import { chooseLeastTestedCombination } from '../journal.js'
import { formatShapePerfFile, listShapeCells } from './shapes.js'

/** @typedef {Parameters<typeof compareBaseAndHead>[0]} Sides */

const LOOP = fileURLToPath(new URL('loop.mjs', import.meta.url))

/** Usual number of pairs of processes with a plain loop. */
const LOOP_ROUNDS = 8

/** Time limit of a process with a plain loop, which takes two seconds unless a call takes long. */
const LOOP_SECONDS = 120

/**
 * @typedef {[low: number, high: number]} Interval of a ratio, at 95 %
 *
 * @typedef {object} LoopRow
 * @property {string} shape or the name of a benchmark
 * @property {number | null} ratio of the two programs' work; null where nobody knows
 * @property {string} sides such as "pg@8.11.2 → pg@8.11.3"; of a shape the version of Node
 * @property {string} verdict of `hotpath compare`
 * @property {number} difference the measured ratio
 * @property {Interval} interval
 * @property {Record<string, number> | null} costs of the sides in µs
 * @property {{ base: number, head: number } | null} collections share of garbage collections in the time
 * @property {string | null} clock
 * @property {number} seconds
 * @property {number} loop the ratio by plain loops
 * @property {Interval} loopInterval
 * @property {{ base: number, head: number }} loopCosts medians in µs
 * @property {string} engine
 * @property {string} on date
 * @property {ReturnType<typeof describeMachine>} machine
 */

const ROLES = /** @type {('base' | 'head')[]} */ (['base', 'head'])

/** Distance between the two intervals, as a share, from which a size is far out: it is then measured once more. */
const FAR = 0.1

/**
 * Measures how far apart the interval of `hotpath compare` and that of the plain loops are. They meet if the tool's interval, widened by
 * the loops' own, holds the loops' ratio.
 *
 * @param {Pick<LoopRow, 'interval' | 'loopInterval'>} row
 * @returns {number} a share of the nearer ratio; 0 where they meet
 */
export function computeGap ({ interval: [low, high], loopInterval: [loopLow, loopHigh] }) {
  return Math.max(0, loopLow / high - 1, low / loopHigh - 1)
}

/** @param {Pick<LoopRow, 'interval' | 'loopInterval'>} row */
export const isFarApart = (row) => computeGap(row) > FAR

/**
 * @typedef {object} How
 * @property {number} [seconds] for each comparison
 * @property {number} [rounds] pairs of processes with a loop
 * @property {(other: string) => void} [onWait]
 */

/** @param {LoopRow[]} rows @returns {LoopRow[]} those that today's engine measured */
export const selectCurrentLoops = (rows) => rows.filter(({ engine }) => engine === hashCompareSettings('function'))

/**
 * Measures a program of known shape with `hotpath compare` and with plain loops: one without a result, and later one whose two intervals
 * are far apart, once more.
 *
 * @param {LoopRow[]} known
 * @param {{ node?: { version: string, file: string }, filter?: string } & How} how
 * @returns {Promise<LoopRow | undefined>} undefined if nothing is left to measure
 */
export async function measureShapeBesideLoop (known, { node, filter, ...how }) {
  const cells = listShapeCells({ isOtherNode: node !== undefined, filter })
  const sides = `Node ${node?.version ?? process.versions.node}`
  const measured = known.filter((row) => row.sides === sides)
  const open = cells.filter(({ shape, ratio }) => {
    const rows = measured.filter((row) => row.shape === shape && row.ratio === ratio)
    return rows.length === 0 || (rows.length === 1 && isFarApart(rows[0]))
  })
  if (open.length === 0) return undefined
  const cell = chooseLeastTestedCombination(open, measured, ['shape', 'ratio'])
  const folder = makeTemporaryFolder()
  try {
    const write = (/** @type {string} */ side, /** @type {number} */ ratio) => {
      const file = join(folder, `${side}.perf.mjs`)
      writeFileSync(file, formatShapePerfFile({ shape: cell.shape, ratio }))
      return file
    }
    const { base, head, ...rest } = makeSidesOfFiles({ base: write('base', 1), head: write('head', cell.ratio) })
    const files = { ...rest, base: { ...base, node: node?.file }, head: { ...head, node: node?.file } }
    const [row] = await measureBesideLoops(files, how)
    return { ...row, ...cell, sides }
  } finally {
    removeTemporaryFolder(folder)
  }
}

/**
 * Measures the functions of perf files with `hotpath compare`, and each with plain loops right after it.
 *
 * @param {Sides} sides
 * @param {How & { onRow?: (row: LoopRow) => void }} how
 * @returns {Promise<LoopRow[]>}
 * @throws {Error} if a benchmark has no size
 */
export async function measureBesideLoops (sides, { seconds, rounds = LOOP_ROUNDS, onWait = () => {}, onRow = () => {} }) {
  const seed = drawSeed()
  const { benchmarks, flags } = await listBenchmarks(sides, { random: createRandom(seed), flags: [] })
  const rows = []
  for (const { kind, title, name, input = '', files } of benchmarks) {
    if (kind !== 'fn') continue
    const margins = { margin: DEFAULT_SLOWDOWN_MARGIN, marginBytes: DEFAULT_LEAK_MARGIN_BYTES }
    const { benchmarks: [judged] } = await compareBaseAndHead(sides, { seed, seconds, filter: title, all: true, ...margins, onWait })
    const { verdict, difference, interval, costs, collections, timing, reason } = judged
    if (difference === null || interval === null) throw new Error(`hotpath compare measured nothing of ${title}: ${verdict}. ${reason}`)
    const release = await lockMachine('validate loops', onWait)
    const rest = [name, input, String(seed)]
    const loops = await measureLoops(sides, { rounds, flags, files, pins: timing?.pins !== false, rest }).finally(release)
    const clock = timing?.clock ?? null
    const measured = { verdict, difference, interval: boundInterval(interval), costs, collections, clock, seconds: Number(judged.seconds) }
    const origin = { engine: hashCompareSettings('function'), on: formatTodaysDate(), machine: describeMachine() }
    const row = { shape: title, ratio: null, sides: `${sides.base.label} → ${sides.head.label}`, ...measured, ...loops, ...origin }
    rows.push(row)
    onRow(row)
  }
  return rows
}

/**
 * @param {Sides} sides
 * @param {{ rounds: number, flags: string[], files: { base: string, head: string }, pins: boolean, rest: string[] }} what `rest`:
 *   further arguments of the loop
 * @returns {Promise<Pick<LoopRow, 'loop' | 'loopInterval' | 'loopCosts'>>}
 */
async function measureLoops (sides, { rounds, flags, files, pins, rest }) {
  const costs = { base: /** @type {number[]} */ ([]), head: /** @type {number[]} */ ([]) }
  const cpu = listAllowedProcessors().at(-1)
  const pin = cpu === undefined || !pins ? [] : ['taskset', '-c', String(cpu)]
  for (let round = 0; round < rounds; round++) {
    for (const role of round % 2 ? ROLES.toReversed() : ROLES) {
      const { folder, node = process.execPath } = sides[role]
      const [command, ...args] = [...pin, node, ...flags, LOOP, pathToFileURL(files[role]).href, ...rest]
      const printed = await runCommand(command, args, { cwd: folder, seconds: LOOP_SECONDS })
      costs[role].push(Number(printed.trim().split('\n').at(-1)) / 1000)
    }
  }
  const ratios = costs.head.map((cost, round) => Math.log(cost / costs.base[round]))
  const [low, high] = computeConfidenceInterval(estimateByMean(ratios, NO_NOISE_PRIOR), 0.95)
  const findMedian = (/** @type {number[]} */ values) => Number(median(values).toPrecision(4))
  return {
    loop: roundToDecimals(Math.exp(mean(ratios)), 4),
    loopInterval: [roundToDecimals(Math.exp(low), 4), roundToDecimals(Math.exp(high), 4)],
    loopCosts: { base: findMedian(costs.base), head: findMedian(costs.head) },
  }
}

/** JSON has no infinity. @param {[number, number]} interval @returns {Interval} */
const boundInterval = ([low, high]) => [Math.max(0, low), Math.min(Number.MAX_SAFE_INTEGER, high)]
