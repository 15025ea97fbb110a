import { findProgramName } from '../lab/sides.js'
import { parseSide } from '../measure/figures.js'
import { findMetricWords } from './words.js'
import { formatMegabytes } from './numbers.js'
/** @import { Manifest } from '../lab/manifest.js' */
/** @import { Result } from './result-schema.js' */

/**
 * @typedef {ReturnType<typeof describeRow>} Row
 *
 * @typedef {object} CostTable the variants by one metric
 * @property {string} heading of the metric
 * @property {Row[]} rows in the manifest's order, the limit last
 * @property {number} most the largest cost: the end of the scale
 */

/** Significant digits of a cost. A third digit would be noise. */
const DIGITS = 2

/** @param {number} cost @returns {number} as tables show it */
export const roundCost = (cost) => Number(cost.toPrecision(DIGITS))

/**
 * Builds a table of costs for each group of variants that the claims compare.
 *
 * @param {Result} result
 * @param {Manifest} manifest
 * @returns {CostTable[]} the lab's lower bound is in the first table
 */
export function tabulateCosts (result, manifest) {
  const metrics = [...new Set(result.claims.map(({ metric }) => metric))]
  const groups = metrics.flatMap((metric) => groupConnected(result.claims.filter((claim) => claim.metric === metric)))
  const tables = groups.map((claims, index) => buildCostTable(result, manifest, claims, index === 0 && result.limit !== null))
  return tables.filter(({ rows, most }) => rows.length && most > 0)
}

/**
 * Groups claims that share a variant. The ratios of such a group put the costs of all its variants on one scale.
 *
 * @param {Result['claims']} claims
 * @returns {Result['claims'][]}
 */
function groupConnected (claims) {
  /** @type {Result['claims'][]} */
  const groups = []
  for (const claim of claims) {
    const sides = [claim.slower, claim.faster]
    const touched = groups.filter((group) => group.some(({ slower, faster }) => sides.includes(slower) || sides.includes(faster)))
    for (const group of touched) groups.splice(groups.indexOf(group), 1)
    groups.push([...touched.flat(), claim])
  }
  return groups
}

/**
 * @param {Result} result
 * @param {Manifest} manifest
 * @param {Result['claims']} claims of one metric
 * @param {boolean} hasLimit
 * @returns {CostTable}
 */
function buildCostTable (result, manifest, claims, hasLimit) {
  const [{ metric: key }] = claims
  const metric = findMetricWords(key)
  const costs = deriveCosts(result, claims, key)
  if (hasLimit && result.variants.fast) {
    const fast = costs.get('fast') ?? readFigure(result, 'fast', key)
    costs.set('limit', fast * Number(result.limit?.fraction))
  }
  const requests = new Map(claims.flatMap(({ slower, faster, requests: labels }) => [
    [slower, labels.slower],
    [faster, labels.faster],
  ]))
  const isOfOneKind = new Set(requests.values()).size < 2
  // Find a name for the lab's main requests in any claim, because a claim that compares only these requests may give them no name.
  const ownKind = claims.flatMap(({ slower, faster, requests: labels }) => [
    parseSide(slower).workload === null ? labels.slower : null,
    parseSide(faster).workload === null ? labels.faster : null,
  ]).find(Boolean) ?? null
  const order = [...Object.keys(manifest.variants), 'limit']
  const rows = [...costs].map(([side, cost]) => {
    const { variant, workload } = parseSide(side)
    const label = findProgramName(manifest, variant)
    const kind = requests.get(side) ?? (workload === null ? ownKind : null)
    const name = isOfOneKind || !kind ? label : `${label}, ${kind}`
    return describeRow({ variant, name, cost }, metric, result.variants[side])
  }).sort((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant))
  const [label] = requests.values()
  const heading = isOfOneKind && label ? `${label}: ${metric.name}` : metric.name
  return { heading, rows, most: Math.max(...rows.map(({ cost }) => cost)) }
}

/**
 * Makes a table's row: a variant's name, and its cost with a unit.
 *
 * @param {{ variant: string, name: string, cost: number }} costed `name`: the program, and the requests if the table has several kinds
 * @param {{ format: (cost: number) => string }} metric
 * @param {{ heapBytesBefore?: any, heapBytesAfter?: any }} memory
 */
function describeRow ({ variant, name, cost }, metric, { heapBytesBefore, heapBytesAfter }) {
  return {
    variant,
    name,
    cost,
    formattedCost: metric.format(roundCost(cost)),
    beside: heapBytesAfter ? `${formatMegabytes(heapBytesBefore)} → ${formatMegabytes(heapBytesAfter)}` : '',
  }
}

/**
 * Derives the costs of all variants from the claims' ratios. The measured median costs would contradict these ratios a little.
 *
 * @param {Result} result
 * @param {Result['claims']} claims of one metric
 * @param {string} figure of the metric
 * @returns {Map<string, number>}
 */
function deriveCosts (result, claims, figure) {
  /** @type {Map<string, number>} */
  const costs = new Map()
  const sides = [...new Set(claims.flatMap(({ slower, faster }) => [slower, faster]))].filter((side) => result.variants[side])
  const anchors = ['fast', ...sides]
  for (const anchor of anchors) {
    if (!sides.includes(anchor) || costs.has(anchor)) continue
    costs.set(anchor, readFigure(result, anchor, figure))
    const reached = [anchor]
    for (const side of reached) {
      for (const { slower, faster, ratio } of claims) {
        const [other, times] = slower === side ? [faster, 1 / ratio] : faster === side ? [slower, ratio] : []
        if (other === undefined || costs.has(other) || !result.variants[other]) continue
        costs.set(other, Number(costs.get(side)) * Number(times))
        reached.push(other)
      }
    }
  }
  return costs
}

/** @param {Result} result @param {string} side @param {string} figure */
function readFigure ({ variants }, side, figure) {
  return Math.max(0, variants[side].latencyMs?.[figure] ?? variants[side][figure])
}
