/** @import { Result } from '@hotpath-labs/lab/report/result-schema.js' */

/**
 * @typedef {{ id: string, ratio: number, interval: (number | null)[], confidence: number, verdict: string, pair: number | null }} SeenClaim
 *   a claim after a pair: `pair` is the ratio of that pair alone, and the ends of an interval are null after one pair
 * @typedef {Record<string, Record<string, number>>} SeenSides figures of each side
 *
 * @typedef {{ type: 'waiting', what: string }
 *   | { type: 'comparing' }
 *   | { type: 'warming' }
 *   | { type: 'block', ratios: Record<string, number>, sides: SeenSides }
 *   | { type: 'pair', pairs: number, claims: SeenClaim[], sides: SeenSides }
 *   | { type: 'result', result: Result }
 *   | { type: 'failed', what: string }} StageEvent progress of a run; a recording keeps these with their times
 *
 * @typedef {object} Line of the chart, for one claim: points in time
 * @property {[number, number][]} blocks seconds and ratio
 * @property {[number, number | null, number, number | null, number | null][]} pairs seconds, ratio of the pair, ratio of all pairs, and its
 *   interval
 *
 * @typedef {object} RunView state of a run on a page
 * @property {'idle' | 'waiting' | 'comparing' | 'warming' | 'measuring' | 'done' | 'failed' | 'stopped'} phase
 * @property {string} problem reason why the run waits or failed
 * @property {number} seconds since its start, at the last event
 * @property {number} pairs
 * @property {SeenSides} sides
 * @property {Record<string, Line>} lines by claim
 * @property {Omit<SeenClaim, 'pair'>[]} claims
 * @property {Result | null} result
 */

/** @returns {RunView} of a run that has not started */
export function makeEmptyRunView () {
  return { phase: 'idle', problem: '', seconds: 0, pairs: 0, sides: {}, lines: {}, claims: [], result: null }
}

/**
 * Adds an event of a measurement or a recording to the state of a run that the page shows.
 *
 * @param {RunView} view
 * @param {StageEvent} event
 * @param {number} ms since the start of the run
 * @returns {RunView}
 */
export function applyEventToRunState (view, event, ms) {
  const seconds = ms / 1000
  const next = { ...view, seconds }
  switch (event.type) {
    case 'waiting': return { ...next, phase: 'waiting', problem: event.what }
    case 'comparing':
    case 'warming': return { ...next, phase: event.type, problem: '' }
    case 'block': {
      const points = Object.entries(event.ratios).map(([id, ratio]) => /** @type {[string, any]} */ ([id, [seconds, ratio]]))
      return {
        ...next,
        phase: 'measuring',
        problem: '',
        sides: { ...view.sides, ...event.sides },
        lines: addPoints(view.lines, 'blocks', points),
      }
    }
    case 'pair': {
      // adds no point for a claim that this pair of processes did not measure: a claim with a verdict is not measured again
      const measured = event.claims.filter(({ pair }) => pair !== null)
      return {
        ...next,
        phase: 'measuring',
        problem: '',
        pairs: event.pairs,
        sides: { ...view.sides, ...event.sides },
        claims: event.claims.map(({ pair, ...claim }) => claim),
        lines: addPoints(view.lines, 'pairs', measured.map(({ id, pair, ratio, interval }) => [id, [seconds, pair, ratio, ...interval]])),
      }
    }
    case 'result': return { ...next, phase: 'done', problem: '', result: event.result, claims: event.result.claims, sides: figuresBySide(event.result) }
    case 'failed': return { ...next, phase: 'failed', problem: event.what }
  }
}

/**
 * Adds points to the lines of the claims' charts.
 *
 * @param {Record<string, Line>} lines
 * @param {'blocks' | 'pairs'} kind
 * @param {[string, any][]} points each with its claim
 * @returns {Record<string, Line>}
 */
function addPoints (lines, kind, points) {
  const changed = points.map(([id, point]) => {
    const line = lines[id] ?? { blocks: [], pairs: [] }
    return [id, { ...line, [kind]: [...line[kind], point] }]
  })
  return { ...lines, ...Object.fromEntries(changed) }
}

/** @param {Result} result @returns {SeenSides} */
function figuresBySide ({ variants }) {
  return Object.fromEntries(Object.entries(variants).map(([side, { latencyMs, ...figures }]) => [side, { ...figures, ...latencyMs }]))
}
