import { isDeepStrictEqual } from 'node:util'
import { splitSide } from 'hotpath/lab'
import { rounded } from 'hotpath/measure'
import { judge, median, priorOf, standardDeviation } from 'hotpath/stats'
import { nameOf } from './pair.js'

/** From the worst on: of two sides the worse says how the claim goes. */
const WORST_FIRST = /** @type {const} */ (['never steady', 'slows down', 'warms up', 'flat'])

/** A run is long when both sides became so many times as old as the default measurement sees them; before, it is that measurement once more. */
const OLDER = 2

/**
 * @typedef {import('hotpath/stats').ShapeClass} ShapeClass
 * @typedef {import('hotpath/measure').Age} Age
 *
 * @typedef {import('hotpath/measure').Steady} Steady
 *
 * @typedef {object} Told a curve, over its pairs
 * @property {string} side
 * @property {string} metric
 * @property {ShapeClass} class that most of the pairs have
 * @property {number} alike how many of them
 * @property {number} pairs
 * @property {Age} steadyFrom
 * @property {Age} end
 * @property {number} gets how many times as cheap it has become at the end
 */

/** @param {import('./record.js').CurveRecord} record @returns {Told[]} */
export function toldOf ({ tracks, pairs }) {
  return tracks.map((track) => {
    const curves = pairs.map(({ curves }) => curves[nameOf(track)])
    const counted = WORST_FIRST.map((name) => ({ name, alike: curves.filter((curve) => curve.class === name).length }))
    const most = counted.reduce((a, b) => b.alike > a.alike ? b : a)
    const usual = (/** @type {'steadyFrom' | 'end'} */ when) => ({
      cpuSeconds: median(curves.map((curve) => curve[when].cpuSeconds)),
      operations: Math.round(median(curves.map((curve) => curve[when].operations))),
    })
    return { ...track, class: most.name, alike: most.alike, pairs: curves.length, steadyFrom: usual('steadyFrom'), end: usual('end'), gets: median(curves.map(({ gets }) => gets)) }
  })
}

/**
 * @param {import('./record.js').CurveRecord} record
 * @param {{ id: string, metric: string, base: string, against: string }} claim
 * @param {Record<string, string>} [sources] hashes of the variants as they are now
 * @returns {Steady | null} null where the record says nothing of it, or not of a long run, or asked something else under its name
 */
export function steadyOf (record, { id, metric, base, against }, sources = record.sources) {
  if (record.claims && !isDeepStrictEqual(record.claims[id], [base, against, metric])) return null
  const values = record.pairs.flatMap(({ ratios }) => Object.hasOwn(ratios, id) ? [Math.log(ratios[id])] : [])
  const sides = toldOf(record).filter((told) => told.metric === metric && [base, against].includes(told.side))
  if (values.length < 2 || sides.length < new Set([base, against]).size || sides.some(({ side, end }) => end.cpuSeconds < OLDER * (record.looks[side]?.cpuSeconds ?? 0))) return null
  const { ratio, interval: [low, high] } = judge(values, { same: true }, priorOf())
  const isStale = [base, against].some((side) => sources[splitSide(side).variant] !== record.sources[splitSide(side).variant])
  return {
    ratio: rounded(ratio, 4),
    interval: [rounded(low, 4), rounded(high, 4)],
    node: record.node,
    cpuSeconds: rounded(Math.min(...sides.map(({ end }) => end.cpuSeconds)), 1),
    class: /** @type {ShapeClass} */ (WORST_FIRST.find((name) => sides.some((told) => told.class === name))),
    processor: record.machine.cpu,
    ...(isStale && { stale: true }),
  }
}

/**
 * @param {import('./record.js').CurveRecord} record of two pairs or more
 * @param {string} id of a claim
 * @returns {number} how far apart its pairs are: the standard deviation of their log-ratios
 */
export function scatterOf ({ pairs }, id) {
  return standardDeviation(pairs.map(({ ratios }) => Math.log(ratios[id])))
}
