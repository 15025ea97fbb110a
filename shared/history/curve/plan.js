import { isLatencyMetric } from 'hotpath/lab'
import { COMPLETE_CURVE_CRITERIA } from './pair.js'
import { listCurvesToRecord } from './track.js'

/** @import { Lab, Manifest } from 'hotpath/lab' */

/**
 * Elapsed seconds to expect for each CPU second of a program that mostly computes, and of a program that mostly waits. On a quiet machine,
 * a program that computes takes 1.2 elapsed seconds.
 */
const OVERHEAD = { works: 1.5, waits: 2.2 }

/** Estimated seconds before the recording begins, to start services such as a database, and to measure the lab once as `pnpm lab` does. */
const SECONDS_BEFORE = 4

/** Minimum number of pairs of processes, even if time is short. Three pairs give a confidence interval twice as wide as five pairs. */
export const MIN_CURVE_PAIRS = 3

/** Minimum CPU seconds per process, even if time is short. Servers get more than functions, because most servers take longer to warm up. */
const LEAST_SECONDS = { function: 1, server: 2.5 }

/**
 * @param {Manifest} manifest
 * @param {boolean} full
 * @returns {{ each: number, known: number, least: number }} `each`: seconds of a pair for one CPU second
 *   per side; `known`: CPU seconds until a curve can be complete; `least`: minimum CPU seconds
 */
function estimateNeeds (manifest, full) {
  const tracks = listCurvesToRecord(manifest)
  const sides = [...new Set(tracks.map(({ side }) => side))]
  const kind = manifest.kind === 'function' ? 'function' : 'server'
  const waits = (/** @type {string} */ side) => tracks.some((track) => track.side === side && isLatencyMetric(track.metric))
  const each = sides.reduce((sum, side) => sum + OVERHEAD[waits(side) ? 'waits' : 'works'], 0)
  return { each, known: full ? Infinity : COMPLETE_CURVE_CRITERIA.leastSeconds[kind], least: LEAST_SECONDS[kind] }
}

/**
 * Estimates how many seconds a recording takes: `usual` if every curve is complete early, `most` if every process uses all its CPU time.
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
 * Fits a recording of curves into a time limit: first reduces the number of pairs, then the CPU time of each process.
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
