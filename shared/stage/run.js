/** @import { Result } from 'hotpath/measure' */

/**
 * @typedef {{ id: string, ratio: number, interval: (number | null)[], verdict: string, pair: number | null }} SeenClaim after a pair; `pair` is the ratio of that one alone, and an
 *   interval's end is null where one pair has none
 * @typedef {Record<string, Record<string, number>>} SeenSides figures of each side
 *
 * @typedef {{ type: 'waiting', what: string }
 *   | { type: 'comparing' }
 *   | { type: 'block', ratios: Record<string, number>, sides: SeenSides }
 *   | { type: 'pair', pairs: number, claims: SeenClaim[], sides: SeenSides }
 *   | { type: 'result', result: Result }
 *   | { type: 'failed', what: string }} StageEvent progress of a run; a recording keeps these with their times
 *
 * @typedef {object} Line of the chart, for one claim: points in time
 * @property {[number, number][]} blocks seconds and ratio
 * @property {[number, number | null, number, number | null, number | null][]} pairs seconds, ratio of the pair alone, of all so far, and the interval
 *
 * @typedef {object} RunView state of a run on a page
 * @property {'idle' | 'waiting' | 'comparing' | 'measuring' | 'done' | 'failed'} phase
 * @property {string} told reason why the run waits or failed
 * @property {number} seconds since its start, at the last event
 * @property {number} pairs
 * @property {SeenSides} sides
 * @property {Record<string, Line>} lines by claim
 * @property {Omit<SeenClaim, 'pair'>[]} claims
 * @property {Result | null} result
 */

/** @returns {RunView} of a run that has not started */
export function blankRun () {
  return { phase: 'idle', told: '', seconds: 0, pairs: 0, sides: {}, lines: {}, claims: [], result: null }
}

/**
 * Adds an event, of a measurement or of a recording, to the state of a run.
 *
 * @param {RunView} view
 * @param {StageEvent} event
 * @param {number} ms since the start of the run
 * @returns {RunView}
 */
export function addEvent (view, event, ms) {
  const seconds = ms / 1000
  const next = { ...view, seconds }
  switch (event.type) {
    case 'waiting': return { ...next, phase: 'waiting', told: event.what }
    case 'comparing': return { ...next, phase: 'comparing', told: '' }
    case 'block': return { ...next, phase: 'measuring', told: '', sides: { ...view.sides, ...event.sides }, lines: addBlocks(view.lines, event.ratios, seconds) }
    case 'pair': return {
      ...next,
      phase: 'measuring',
      told: '',
      pairs: event.pairs,
      sides: { ...view.sides, ...event.sides },
      claims: event.claims.map(({ pair, ...claim }) => claim),
      lines: addPairs(view.lines, event.claims, seconds),
    }
    case 'result': return { ...next, phase: 'done', told: '', result: event.result, claims: event.result.claims, sides: figuresBySide(event.result) }
    case 'failed': return { ...next, phase: 'failed', told: event.what }
  }
}

/** @param {Record<string, Line>} lines @param {string} id @returns {Line} */
const findLine = (lines, id) => lines[id] ?? { blocks: [], pairs: [] }

/** @param {Record<string, Line>} lines @param {Record<string, number>} ratios @param {number} seconds */
function addBlocks (lines, ratios, seconds) {
  const changed = { ...lines }
  for (const [id, ratio] of Object.entries(ratios)) {
    const line = findLine(lines, id)
    changed[id] = { ...line, blocks: [...line.blocks, [seconds, ratio]] }
  }
  return changed
}

/** @param {Record<string, Line>} lines @param {SeenClaim[]} claims @param {number} seconds */
function addPairs (lines, claims, seconds) {
  const changed = { ...lines }
  for (const { id, pair, ratio, interval: [low, high] } of claims) {
    // a decided claim is measured no more
    if (pair === null) continue
    const line = findLine(lines, id)
    changed[id] = { ...line, pairs: [...line.pairs, [seconds, pair, ratio, low, high]] }
  }
  return changed
}

/** @param {Result} result @returns {SeenSides} */
function figuresBySide ({ variants }) {
  return Object.fromEntries(Object.entries(variants).map(([side, { latencyMs, ...figures }]) => [side, { ...figures, ...latencyMs }]))
}
