import { invertInterval, doIntervalsNearlyOverlap, formatRange, formatFreshAndWarmRatios } from 'hotpath/report'
import { sortNodeMajors } from '../records/records.js'

/** @import { Claim } from 'hotpath/lab' */
/** @import { RecordedClaim } from './recorded.js' */
/** @typedef {Pick<RecordedClaim, 'early' | 'steady'> & { claim?: RecordedClaim['claim'] }} Recorded */
/** @typedef {{ ratio: number, interval: [number, number] }} Estimate */

/** Major version of the newest Node with long-term support. A table that shows only one version of Node shows this version. */
export const NEWEST_LTS_MAJOR = 26

/**
 * Returns true if tables show the inverse of a claim's ratio, because its minimum is below 1: a minimum of 0.5 means "at most 2× as much".
 *
 * @param {Claim} claim
 */
export const isRatioShownInverted = (claim) => 'atLeast' in claim && claim.atLeast < 1

/**
 * @typedef {object} Figure of a claim on one Node
 * @property {string} text such as 6–9×, or 18× at first, 6–9× once warm
 * @property {[number, number]} range of the steady ratios over the machines on record; without a curve, of the recorded runs
 */

/**
 * Formats a claim's ratio on one version of Node, once both programs are warm. Adds the ratio of the first seconds if it differs.
 *
 * @param {Recorded} recorded
 * @param {number} node major version
 * @returns {Figure | undefined} undefined where nothing is recorded
 */
export function formatSteadyFigure ({ claim, early, steady }, node) {
  const orient = (/** @type {Estimate} */ { ratio, interval }) =>
    claim && isRatioShownInverted(claim) ? { ratio: 1 / ratio, interval: invertInterval(interval) } : { ratio, interval }
  const [runs] = early.filter((one) => one.node === node).map(orient)
  const curves = steady.filter((one) => one.node === node && !one.steady.stale).map(({ steady }) => orient(steady).interval)
  if (curves.length === 0) return runs && { range: runs.interval, text: formatRange(runs.interval) }
  /** @type {[number, number]} */
  const range = [Math.min(...curves.map(([low]) => low)), Math.max(...curves.map(([, high]) => high))]
  const isOneFigure = !runs || doIntervalsNearlyOverlap(runs.interval, range)
  return { range, text: isOneFigure ? formatRange(range) : formatFreshAndWarmRatios(runs, { interval: range }) }
}

/** @param {Recorded} recorded @returns {(Figure & { node: number })[]} on each recorded Node, the oldest first */
export function listFiguresByNode (recorded) {
  return sortNodeMajors([...recorded.early, ...recorded.steady].map(({ node }) => node)).flatMap((node) => {
    const figure = formatSteadyFigure(recorded, node)
    return figure ? [{ node, ...figure }] : []
  })
}

/** Returns a claim's published figure if its source measured the same thing as the lab. @param {Claim} claim */
export function findComparablePublishedFigure ({ published }) {
  return published?.asks === 'the same' ? published : undefined
}
