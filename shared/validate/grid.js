import { ENGINES } from 'hotpath/measure'
import { anySeed } from 'hotpath/stats'
import { engineOf } from './engine.js'
import { scarcest } from './journal.js'
import { tried } from './trial.js'

const { cheapest, dearest } = ENGINES.function.SETTINGS.blockNs

/** The engine's own settings, and others that differ from them in one thing. @type {Record<import('./probe.js').Kind, Record<string, object>>} */
export const GRID = {
  function: {
    'as it is': {},
    'half as many blocks': { blocks: ENGINES.function.SETTINGS.blocks / 2 },
    'twice as many blocks': { blocks: ENGINES.function.SETTINGS.blocks * 2 },
    'blocks of a quarter': { blockNs: { cheapest: { ...cheapest, target: cheapest.target / 4 }, dearest } },
    'blocks of four times': { blockNs: { cheapest: { ...cheapest, target: cheapest.target * 4 }, dearest: { ...dearest, target: dearest.target * 4 } } },
    'a quarter of the warm-up': { warmUp: scaled(ENGINES.function.SETTINGS.warmUp, 1 / 4) },
    'four times the warm-up': { warmUp: scaled(ENGINES.function.SETTINGS.warmUp, 4) },
    'both sides at once': { atOnce: true },
    'each side where it likes': { pinned: false },
  },
  server: {
    'as it is': {},
    'half as many blocks': { blocks: ENGINES.server.SETTINGS.blocks / 2 },
    'twice as many blocks': { blocks: ENGINES.server.SETTINGS.blocks * 2 },
    'blocks of half': { block: { ...ENGINES.server.SETTINGS.block, target: ENGINES.server.SETTINGS.block.target / 2 } },
    'blocks of twice': { block: { ...ENGINES.server.SETTINGS.block, target: ENGINES.server.SETTINGS.block.target * 2 } },
    'half the warm-up': { warmUp: scaled(ENGINES.server.SETTINGS.warmUp, 1 / 2) },
    'twice the warm-up': { warmUp: scaled(ENGINES.server.SETTINGS.warmUp, 2) },
    'both sides at once': { atOnce: true },
    'each side where it likes': { pinned: false },
  },
  heap: {
    'as it is': {},
    'half as many stretches': { stretches: ENGINES.heap.SETTINGS.stretches / 2 },
    'twice as many stretches': { stretches: ENGINES.heap.SETTINGS.stretches * 2 },
    'half the warm-up': { warmUpStretches: ENGINES.heap.SETTINGS.warmUpStretches / 2 },
  },
}

/**
 * @template {Record<string, number>} WarmUp
 * @param {WarmUp} warmUp
 * @param {number} times
 * @returns {WarmUp}
 */
function scaled (warmUp, times) {
  return /** @type {WarmUp} */ (Object.fromEntries(Object.entries(warmUp).map(([name, amount]) => [name, amount * times])))
}

/** The difference that is the least to be found always. */
const TRUE_RATIO = 1.1

/** Of a run, whose start is shared by so many. */
const PAIRS_IN_A_RUN = 6

/** Longer than any setting takes for them. */
const MOST_SECONDS = 60

/**
 * @typedef {object} GridRow
 * @property {import('./probe.js').Kind} kind
 * @property {import('./noise.js').Noise} noise
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
  const cells = /** @type {import('./probe.js').Kind[]} */ (Object.keys(GRID)).filter((kind) => !onlyKind || kind === onlyKind).flatMap((kind) =>
    Object.keys(GRID[kind]).map((setting) => ({ kind, noise: /** @type {import('./noise.js').Noise} */ (noise), setting, weight: 1 })))
  const { weight, ...cell } = scarcest(cells, known, ['kind', 'noise', 'setting'])
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
