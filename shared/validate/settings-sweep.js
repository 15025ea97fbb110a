import { MEASURING_MODULES_BY_LAB_KIND } from 'hotpath/measure'
import { drawSeed } from 'hotpath/stats'
import { hashEngineSettings } from './engine.js'
import { chooseLeastTestedCombination } from './journal.js'
import { judgeLabWithKnownRatio } from './trial.js'

/** @import { Noise } from './noise.js' */
/** @import { Kind } from './probe.js' */

const { MEASURING_SETTINGS: FUNCTION } = MEASURING_MODULES_BY_LAB_KIND.function
const { MEASURING_SETTINGS: SERVER } = MEASURING_MODULES_BY_LAB_KIND.server
const { MEASURING_SETTINGS: HEAP } = MEASURING_MODULES_BY_LAB_KIND.heap
const { cheapest, dearest } = FUNCTION.blockNs

/** Unusual ways to run the two functions or servers of a pair: both at the same time, or without pinning them to a CPU. */
const PLACEMENTS = { 'both sides at once': { atOnce: true }, 'each side where it likes': { pinned: false } }

/**
 * Settings to try, by kind of program: the engine's own settings, and variations that change one of these settings.
 * @type {Record<Kind, Record<string, object>>}
 */
export const MEASURING_SETTINGS_TO_TRY = {
  function: {
    'as it is': {},
    'half as many blocks': { blocks: FUNCTION.blocks / 2 },
    'twice as many blocks': { blocks: FUNCTION.blocks * 2 },
    'blocks of a quarter': { blockNs: { cheapest: { ...cheapest, target: cheapest.target / 4 }, dearest } },
    'blocks of four times': { blockNs: { cheapest: { ...cheapest, target: cheapest.target * 4 }, dearest: { ...dearest, target: dearest.target * 4 } } },
    'a quarter of the warm-up': { warmUp: scaled(FUNCTION.warmUp, 1 / 4) },
    'four times the warm-up': { warmUp: scaled(FUNCTION.warmUp, 4) },
    ...PLACEMENTS,
  },
  server: {
    'as it is': {},
    'half as many blocks': { blocks: SERVER.blocks / 2 },
    'twice as many blocks': { blocks: SERVER.blocks * 2 },
    'blocks of half': { block: { ...SERVER.block, target: SERVER.block.target / 2 } },
    'blocks of twice': { block: { ...SERVER.block, target: SERVER.block.target * 2 } },
    'half the warm-up': { warmUp: scaled(SERVER.warmUp, 1 / 2) },
    'twice the warm-up': { warmUp: scaled(SERVER.warmUp, 2) },
    ...PLACEMENTS,
  },
  heap: {
    'as it is': {},
    'half as many stretches': { stretches: HEAP.stretches / 2 },
    'twice as many stretches': { stretches: HEAP.stretches * 2 },
    'half the warm-up': { warmUpStretches: HEAP.warmUpStretches / 2 },
  },
}

/** @param {Record<string, number>} settings @param {number} factor */
function scaled (settings, factor) {
  return Object.fromEntries(Object.entries(settings).map(([name, amount]) => [name, amount * factor]))
}

/** True ratio of the two measured programs' costs: the smallest ratio that hotpath must always find. */
const TRUE_RATIO = 1.1

/** Number of pairs per run. Several pairs per run save time, because all share one start-up. */
const PAIRS_IN_A_RUN = 6

/** Time limit of a run in seconds. No setting makes a run take a minute. */
const MOST_SECONDS = 60

/**
 * @typedef {object} GridRow
 * @property {Kind} kind
 * @property {Noise} noise
 * @property {string} setting its name
 * @property {number[]} values log-ratio of each pair
 * @property {number[]} spreads standard error of each pair
 * @property {number} first seconds to the first pair
 * @property {number} each seconds for each further pair
 * @property {string} node
 * @property {string} engine hash of the engine whose settings were varied
 */

/**
 * Measures a few pairs with the setting that was measured least often so far.
 *
 * @param {GridRow[]} known
 * @param {{ kind?: string, noise?: string }} limits
 * @returns {Promise<GridRow>}
 */
export async function measureSettingWithFewestPairs (known, { kind: onlyKind, noise = 'quiet' }) {
  const kinds = /** @type {Kind[]} */ (Object.keys(MEASURING_SETTINGS_TO_TRY)).filter((kind) => !onlyKind || kind === onlyKind)
  const cells = kinds.flatMap((kind) =>
    Object.keys(MEASURING_SETTINGS_TO_TRY[kind]).map((setting) => ({ kind, noise: /** @type {Noise} */ (noise), setting })))
  const cell = chooseLeastTestedCombination(cells, known, ['kind', 'noise', 'setting'])
  const { values, spreads, seconds, firstSeconds, node } = await judgeLabWithKnownRatio({
    ...cell,
    settings: MEASURING_SETTINGS_TO_TRY[cell.kind][cell.setting],
    ratio: TRUE_RATIO,
    // a claimed minimum equal to the true ratio is the hardest to judge, so a verdict hardly ever ends the run early
    atLeast: TRUE_RATIO,
    seed: drawSeed(),
    seconds: MOST_SECONDS,
    mostPairs: PAIRS_IN_A_RUN,
  })
  const each = values.length > 1 ? (seconds - firstSeconds) / (values.length - 1) : seconds
  return { ...cell, values, spreads, first: firstSeconds, each, node, engine: hashEngineSettings(cell.kind) }
}
