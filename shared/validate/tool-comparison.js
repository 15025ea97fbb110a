import { drawSeed, createRandom, shuffle } from '@hotpath-labs/engine/stats/random.js'
import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
import { roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { THIS_ENGINE_NAME, hashEngineSettings } from './engine.js'
import { listTestedCombinations, chooseLeastTestedCombination } from './journal.js'
import { startNoise } from './noise.js'
import { drawProbeInput, writeProbeProgram } from './probe.js'
import { judgeLabWithKnownRatio } from './trial.js'

/**
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { Noise } from './noise.js'
 */

/**
 * Other benchmark tools: the kind of program that each tool measures, and the Node options that it needs. peers/ has a file for each tool.
 *
 * @type {Record<string, { kind: 'function' | 'server', flags?: string[] }>}
 */
export const COMPARED_TOOLS = {
  benchmark: { kind: 'function' },
  tinybench: { kind: 'function' },
  mitata: { kind: 'function' },
  'bench-node': { kind: 'function', flags: ['--allow-natives-syntax'] },
  'node-core': { kind: 'function' },
  autocannon: { kind: 'server' },
}

/** True ratios, all tested equally often. */
const RATIOS = { 1: 1, 1.1: 1, 1.5: 1 }
const KINDS = /** @type {const} */ (['function', 'server'])
export const NOISES_OF_TOOLS = /** @type {const} */ (['quiet', 'one busy'])

/** Seconds that a tool gets for an answer. Servers get more than functions: autocannon takes one sample per second and needs several. */
const SECONDS = { function: 3, server: 8 }

/** Another tool is asked until it has this many rows for a combination. A new version of our engine then starts again alone. */
const ENOUGH_ROWS = 10

/** Time limit in ms for a tool's answer. No tool has needed a minute. */
const MOST_MS = 60_000

/**
 * @typedef {object} PeerRow
 * @property {string} tool
 * @property {'function' | 'server'} kind
 * @property {Noise} noise
 * @property {number} ratio the true ratio
 * @property {number} budget seconds that the tool was given
 * @property {'faster' | 'slower' | 'undecided'} says of the side with less work; of either side, if both do the same work
 * @property {number} seconds that the tool took
 * @property {string} node
 * @property {string} [engine] hash of this engine
 */

/**
 * Asks one tool after the other, in random order, which of two programs is faster.
 *
 * @param {PeerRow[]} known
 * @param {{ kind?: string, noise?: string, seconds?: number }} limits
 * @returns {Promise<PeerRow[]>}
 */
export async function askAllTools (known, { seconds, ...limits }) {
  const cells = listTestedCombinations(KINDS, NOISES_OF_TOOLS, RATIOS, limits)
    .map((cell) => ({ ...cell, budget: seconds ?? SECONDS[cell.kind] }))
  const cell = chooseLeastTestedCombination(cells, known.filter(({ tool }) => tool === THIS_ENGINE_NAME), ['kind', 'noise', 'ratio', 'budget'])
  const random = createRandom(drawSeed())
  const countRows = (/** @type {string} */ tool) =>
    known.filter((row) => row.tool === tool && (/** @type {const} */ (['kind', 'noise', 'ratio', 'budget'])).every((field) => row[field] === cell[field])).length
  const peers = Object.keys(COMPARED_TOOLS).filter((peer) => COMPARED_TOOLS[peer].kind === cell.kind && countRows(peer) < ENOUGH_ROWS)
  const tools = [THIS_ENGINE_NAME, ...peers]
  /** @type {PeerRow[]} */
  const rows = []
  for (const index of shuffle(tools.length, random)) {
    const tool = tools[index]
    const isOurs = tool === THIS_ENGINE_NAME
    const answer = await (isOurs ? askEngine(cell, random) : askTool(tool, cell, random))
    rows.push({ tool, ...cell, ...answer, node: process.version, ...(isOurs && { engine: hashEngineSettings(cell.kind) }) })
  }
  return rows
}

/** @typedef {Omit<PeerRow, 'tool' | 'says' | 'seconds' | 'node'>} Cell @typedef {Pick<PeerRow, 'says' | 'seconds'>} Said */

/** @param {Cell} cell @param {Random} random @returns {Promise<Said>} */
async function askEngine ({ budget, ...cell }, random) {
  const { says, seconds } = await judgeLabWithKnownRatio({ ...cell, atLeast: 1, seed: random.int(0, 2 ** 32 - 1), seconds: budget })
  return { says, seconds }
}

/** @param {string} peer @param {Cell} cell @param {Random} random @returns {Promise<Said>} */
async function askTool (peer, { kind, noise, ratio, budget }, random) {
  const order = shuffle(2, random)
  const files = order.map((side) => writeProbeProgram(kind, side === 0 ? 1 : ratio))
  const silence = await startNoise(noise)
  const worker = new URL('peers/worker.js', import.meta.url)
  const measured = new MeasuredProcess({ variant: peer, worker, flags: COMPARED_TOOLS[peer].flags, node: process.execPath, padding: 0 })
  try {
    const started = performance.now()
    const answer = await measured.ask('decide', { peer, files, input: drawProbeInput(random), seconds: budget }, MOST_MS)
    const seconds = roundToDecimals((performance.now() - started) / 1000, 2)
    if (answer === 'neither') return { says: 'undecided', seconds }
    return { says: order[answer === 'first' ? 0 : 1] === 0 ? 'faster' : 'slower', seconds }
  } finally {
    await measured.stop()
    await silence()
  }
}
