import { ENGINES } from 'hotpath/measure'
import { anySeed } from 'hotpath/stats'
import { engineOf } from './engine.js'
import { pickScarcest } from './journal.js'
import { tried } from './trial.js'

/** @import { Noise } from './noise.js' */
/** @import { Kind } from './probe.js' */

const { function: { SETTINGS: FUNCTION }, server: { SETTINGS: SERVER }, heap: { SETTINGS: HEAP } } = ENGINES
const { cheapest, dearest } = FUNCTION.blockNs

/** Settings that functions and servers have in common, in which a setting differs from the engine's own. */
const ELSEWHERE = { 'both sides at once': { atOnce: true }, 'each side where it likes': { placed: false } }

/** The engine's own settings, and others that differ from them in one thing. @type {Record<Kind, Record<string, object>>} */
export const GRID = {
  function: {
    'as it is': {},
    'half as many blocks': { blocks: FUNCTION.blocks / 2 },
    'twice as many blocks': { blocks: FUNCTION.blocks * 2 },
    'blocks of a quarter': { blockNs: { cheapest: { ...cheapest, target: cheapest.target / 4 }, dearest } },
    'blocks of four times': { blockNs: { cheapest: { ...cheapest, target: cheapest.target * 4 }, dearest: { ...dearest, target: dearest.target * 4 } } },
    'a quarter of the warm-up': { warmUp: scaled(FUNCTION.warmUp, 1 / 4) },
    'four times the warm-up': { warmUp: scaled(FUNCTION.warmUp, 4) },
    ...ELSEWHERE,
  },
  server: {
    'as it is': {},
    'half as many blocks': { blocks: SERVER.blocks / 2 },
    'twice as many blocks': { blocks: SERVER.blocks * 2 },
    'blocks of half': { block: { ...SERVER.block, target: SERVER.block.target / 2 } },
    'blocks of twice': { block: { ...SERVER.block, target: SERVER.block.target * 2 } },
    'half the warm-up': { warmUp: scaled(SERVER.warmUp, 1 / 2) },
    'twice the warm-up': { warmUp: scaled(SERVER.warmUp, 2) },
    ...ELSEWHERE,
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

/** The difference that is the least to be found always. */
const TRUE_RATIO = 1.1

/** Of a run, whose start is shared by so many. */
const PAIRS_IN_A_RUN = 6

/** Longer than any setting takes for them. */
const MOST_SECONDS = 60

/**
 * @typedef {object} GridRow
 * @property {Kind} kind
 * @property {Noise} noise
 * @property {string} setting
 * @property {number[]} values log-ratios, one a pair
 * @property {number[]} spreads of the pairs, each by its blocks
 * @property {number} first seconds until the first pair was there
 * @property {number} each seconds of a further one
 * @property {string} node
 * @property {string} engine of which the settings are these, but for one
 */

/**
 * Measures a few pairs with whatever setting has been tried least.
 *
 * @param {GridRow[]} known
 * @param {{ kind?: string, noise?: string }} limits
 * @returns {Promise<GridRow>}
 */
export async function tryOne (known, { kind: onlyKind, noise = 'quiet' }) {
  const cells = /** @type {Kind[]} */ (Object.keys(GRID)).filter((kind) => !onlyKind || kind === onlyKind).flatMap((kind) =>
    Object.keys(GRID[kind]).map((setting) => ({ kind, noise: /** @type {Noise} */ (noise), setting })))
  const cell = pickScarcest(cells, known, ['kind', 'noise', 'setting'])
  const { values, spreads, seconds, firstSeconds, node } = await tried({
    ...cell,
    settings: GRID[cell.kind][cell.setting],
    ratio: TRUE_RATIO,
    // what is asked is how much pairs tell, so none may end it
    floor: TRUE_RATIO,
    seed: anySeed(),
    seconds: MOST_SECONDS,
    mostPairs: PAIRS_IN_A_RUN,
  })
  return { ...cell, values, spreads, first: firstSeconds, each: (seconds - firstSeconds) / (values.length - 1), node, engine: engineOf(cell.kind) }
}
