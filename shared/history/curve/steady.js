import { roundToDecimals } from 'hotpath/measure'
import { judgeRatios, median, estimateNoisePrior } from 'hotpath/stats'
import { parseVariantFromSideName, formatCurveName } from './track.js'

/** @import { Age, CurveRecord, ShapeClass } from './summary.js' */

/** Classes of warm-up curves by shape, the worst first. A claim compares two programs, so the worse of their two classes counts. */
const WORST_FIRST = /** @type {const} */ (['never steady', 'slows down', 'warms up', 'flat'])

/** A warm-up curve is long enough if it covers at least this many times the CPU time that its program uses in `pnpm lab`. */
const LONG_RECORDING = 2

/**
 * @typedef {object} TrackSummary a curve, over its pairs
 * @property {string} side
 * @property {string} metric
 * @property {ShapeClass} class of most pairs
 * @property {number} alike pairs of this class
 * @property {number} pairs
 * @property {Age} steadyFrom
 * @property {Age} end
 * @property {number} gets first cost over last cost
 */

/** @param {CurveRecord} record @returns {TrackSummary[]} */
export function summarizeCurves ({ tracks, pairs }) {
  return tracks.map((track) => {
    const curves = pairs.map(({ curves }) => curves[formatCurveName(track)])
    const counted = WORST_FIRST.map((name) => ({ class: name, alike: curves.filter((curve) => curve.class === name).length }))
    const most = counted.reduce((a, b) => b.alike > a.alike ? b : a)
    const medianAge = (/** @type {'steadyFrom' | 'end'} */ when) => ({
      cpuSeconds: median(curves.map((curve) => curve[when].cpuSeconds)),
      operations: Math.round(median(curves.map((curve) => curve[when].operations))),
    })
    const gets = median(curves.map(({ gets }) => gets))
    return { ...track, ...most, pairs: curves.length, steadyFrom: medianAge('steadyFrom'), end: medianAge('end'), gets }
  })
}

/**
 * Computes a claim's steady ratio: the ratio of its two programs' costs once neither program gets faster any more.
 *
 * @param {CurveRecord} record
 * @param {{ id: string, metric: string, slower: string, faster: string }} claim
 * @returns {{ ratio: number, interval: [number, number] } | null} null without a record of this claim, or of a long run
 */
export function computeSteadyRatio (record, { id, metric, slower, faster }) {
  const ratios = record.pairs.flatMap(({ ratios }) => Object.hasOwn(ratios, id) ? [ratios[id]] : [])
  const sides = summarizeCurves(record).filter((track) => track.metric === metric && [slower, faster].includes(track.side))
  const isShort = sides.some(({ side, end }) => end.cpuSeconds < LONG_RECORDING * (record.looks[side]?.cpuSeconds ?? 0))
  return ratios.length < 2 || sides.length < new Set([slower, faster]).size || isShort ? null : estimateRatioOfPairs(ratios)
}

/**
 * Estimates a ratio and its 95 % interval from the ratios of all pairs of processes.
 *
 * @param {number[]} ratios
 * @returns {{ ratio: number, interval: [number, number] }}
 */
export function estimateRatioOfPairs (ratios) {
  const { ratio, interval: [low, high] } = judgeRatios(ratios.map(Math.log), { same: true }, estimateNoisePrior())
  return { ratio: roundToDecimals(ratio, 4), interval: [roundToDecimals(low, 4), roundToDecimals(high, 4)] }
}

/**
 * Returns true if a program's source has changed since the recording.
 *
 * @param {Record<string, string>} recorded
 * @param {Record<string, string>} now
 * @param {string} side
 */
export function hasVariantChanged (recorded, now, side) {
  const variant = parseVariantFromSideName(side)
  return recorded[variant] !== now[variant]
}
