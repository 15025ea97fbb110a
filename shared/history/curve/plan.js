import { isLatency } from 'hotpath/lab'
import { STEADY_CURVE_CRITERIA } from './pair.js'
import { listCurvesToRecord } from './track.js'

/** @import { Lab, Manifest } from 'hotpath/lab' */

/** Clock time of a pair, as a multiple of its sides' CPU time: on a quiet machine 1.2, for latency more. */
const OVERHEAD = { works: 1.5, waits: 2.2 }

/** Seconds before the first pair, for services and one default measurement. */
const SECONDS_BEFORE = 4

/** Smallest number of pairs when time is short: with three, the interval is twice as wide as with five. */
export const MIN_CURVE_PAIRS = 3

/** Smallest CPU time of a side in seconds, because most servers need more to warm up. */
const LEAST_SECONDS = { function: 1, server: 2.5 }

/**
 * @param {Manifest} manifest
 * @param {boolean} full
 * @returns {{ each: number, known: number, least: number }} `each`: seconds of a pair for one CPU second
 *   per side; `known`: CPU seconds until a shape can be known; `least`: minimum CPU seconds
 */
function estimateNeeds (manifest, full) {
  const tracks = listCurvesToRecord(manifest)
  const sides = [...new Set(tracks.map(({ side }) => side))]
  const kind = manifest.kind === 'function' ? 'function' : 'server'
  const waits = (/** @type {string} */ side) => tracks.some((track) => track.side === side && isLatency(track.metric))
  const each = sides.reduce((sum, side) => sum + OVERHEAD[waits(side) ? 'waits' : 'works'], 0)
  return { each, known: full ? Infinity : STEADY_CURVE_CRITERIA.leastSeconds[kind], least: LEAST_SECONDS[kind] }
}

/**
 * Estimates the seconds of a curve record: `usual` if every shape is known early, `most` if no shape is.
 *
 * @param {Lab} lab
 * @param {number} pairs
 * @param {number} seconds of CPU that a side may take
 * @param {boolean} [full] use all of `seconds`
 */
export function estimateCurveRecordingSeconds ({ manifest }, pairs, seconds, full = false) {
  const { each, known } = estimateNeeds(manifest, full)
  return { usual: SECONDS_BEFORE + each * pairs * Math.min(seconds, known), most: SECONDS_BEFORE + each * pairs * seconds }
}

/**
 * Reduces a curve record until it fits a time limit: first the number of pairs, then the CPU time of each side.
 *
 * @param {Lab} lab
 * @param {{ pairs: number, seconds: number, timeSeconds: number, full?: boolean }} wanted at most
 * @returns {{ pairs: number, seconds: number }}
 */
export function fitCurveRecordingIntoTime ({ manifest }, { pairs, seconds, timeSeconds, full = false }) {
  const { each, known, least } = estimateNeeds(manifest, full)
  const left = Math.max(0, timeSeconds - SECONDS_BEFORE)
  const fit = Math.max(Math.min(MIN_CURVE_PAIRS, pairs), Math.min(pairs, Math.floor(left / (each * Math.min(seconds, known)))))
  return { pairs: fit, seconds: Math.min(seconds, Math.max(least, left / (each * fit))) }
}
