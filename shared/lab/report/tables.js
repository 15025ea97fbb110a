import { parseSide } from '@hotpath-labs/engine/figures.js'
import { capitalize, formatPercent, formatSeconds, makeVerdictPainters, roundRatio } from '@hotpath-labs/terminal/numbers.js'
import colors from 'picocolors'
import { NO_BREAK_SPACE, formatColumns, wrapWithHangingIndent } from '@hotpath-labs/terminal/lines.js'
import { groupByTheme } from '../manifest.js'
import { listVariants } from '../plans.js'
import { formatLabCount, listLabNames } from './words.js'
import { findMetric } from '../metrics.js'
import { findMetricVerb } from '../phrase.js'
import { explainMissingFigures } from './verdict.js'

/**
 * @import { Interval } from '@hotpath-labs/terminal/numbers.js'
 * @import { LabPlan } from '../plans.js'
 * @import { Result } from './result-schema.js'
 */

/**
 * @typedef {{ variant: string, name: string, cost: number, formattedCost: string }} Row `name`: the program, and its requests if the
 *   table has several kinds
 *
 * @typedef {object} CostTable the variants by one metric
 * @property {string} heading of the metric
 * @property {Row[]} rows in the manifest's order, the limit last
 * @property {number} most the largest cost: the end of the scale
 */

/** Significant digits of a cost. A third digit would be noise. */
const DIGITS = 2

/** @param {number} cost @returns {number} as tables show it */
const roundCost = (cost) => Number(cost.toPrecision(DIGITS))

/**
 * Builds a table of costs for each group of variants that the claims compare.
 *
 * @param {Result} result
 * @param {Pick<LabPlan, 'programs'>} plan
 * @returns {CostTable[]} the lab's lower bound is in the first table
 */
export function tabulateCosts (result, plan) {
  const metrics = [...new Set(result.claims.map(({ metric }) => metric))]
  const groups = metrics.flatMap((metric) => groupConnected(result.claims.filter((claim) => claim.metric === metric)))
  const tables = groups.map((claims, index) => buildCostTable(result, plan, claims, index === 0 && result.limit !== null))
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
 * @param {Pick<LabPlan, 'programs'>} plan
 * @param {Result['claims']} claims of one metric
 * @param {boolean} hasLimit
 * @returns {CostTable}
 */
function buildCostTable (result, plan, claims, hasLimit) {
  const [{ metric: key }] = claims
  const metric = findMetric(key)
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
  const order = [...listVariants(plan), 'limit']
  const rows = [...costs].map(([side, cost]) => {
    const { variant, workload } = parseSide(side)
    const label = plan.programs[variant]?.title ?? variant
    const kind = requests.get(side) ?? (workload === null ? ownKind : null)
    const name = isOfOneKind || !kind ? label : `${label}, ${kind}`
    return { variant, name, cost, formattedCost: metric.format(roundCost(cost)) }
  }).sort((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant))
  const [label] = requests.values()
  const heading = isOfOneKind && label ? `${label}: ${metric.name}` : metric.name
  return { heading, rows, most: Math.max(...rows.map(({ cost }) => cost)) }
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

/**
 * Writes how much a lab's lower bound costs, as a share of the cost of `fast`. The lower bound does only unavoidable work.
 *
 * @param {Result} result
 * @param {Pick<LabPlan, 'programs'>} plan
 * @returns {string} such as: bare node:http needs about 95 % of the CPU per request of fastify; empty without a measured lower bound
 */
export function formatLowerBound (result, plan) {
  const { limit, claims } = result
  const { fast, limit: bound } = plan.programs
  if (!limit || !bound) return ''
  const [{ metric }] = claims
  const [verb, cost] = [findMetricVerb(metric), findMetric(metric).name]
  if (limit.fraction >= 1) return `${fast.title} ${verb} no more ${cost} than ${bound.title}`
  const share = roundShare(computeShownShare(result, plan) ?? limit.fraction)
  if (share >= 1) return `${fast.title} ${verb} about as much ${cost} as ${bound.title}`
  return `${bound.title} ${verb} about ${formatPercent(share)} of the ${cost} of ${fast.title}`
}

/**
 * Divides the rounded costs that the table shows. The share of the exact costs would contradict the table: 16.6 of 19.4 is 86 %, but 17 of
 * 19 is 89 %.
 *
 * @param {Result} result
 * @param {Pick<LabPlan, 'programs'>} plan
 * @returns {number | undefined} undefined if a table does not show both
 */
function computeShownShare (result, plan) {
  const [table] = tabulateCosts(result, plan)
  const [limit, fast] = ['limit', 'fast'].map((variant) => table?.rows.find((row) => row.variant === variant)?.cost)
  return limit && fast ? roundCost(limit) / roundCost(fast) : undefined
}

/** Rounds a share to a multiple of 5 %, or below 20 % to a multiple of 1 %, because a report rounds the costs too. @param {number} share */
function roundShare (share) {
  return share < 0.2 ? Math.max(0.01, Math.round(share * 100) / 100) : Math.round(share * 20) / 20
}

/** Minimum width of a terminal, in columns, for tables that show claims as sentences. */
const ROOM_FOR_WORDS = 100

/**
 * Formats a table of all claims. Below the table, a line for each lab without figures says why there are none.
 *
 * @param {Result[]} results
 * @param {{ verdict: Result['verdict'], seconds: number }} total
 * @param {{ color: boolean, width: number }} options `width` in columns
 * @returns {string}
 */
export function formatClaimsTable (results, { verdict, seconds }, { color, width }) {
  const paint = colors.createColors(color)
  const painters = makeVerdictPainters(paint)
  const names = listLabNames(results)
  const rows = results.flatMap((result, place) => {
    if (result.claims.length === 0) return [[paint.bold(names[place]), '', painters[result.verdict](result.verdict), '', '']]
    return result.claims.map(({ id, required, verdict, says, ...claim }, index) => [
      index ? '' : paint.bold(names[place]),
      id,
      required ? painters[verdict](verdict) : '',
      formatRatio(claim),
      paint.dim(says),
    ])
  })
  const table = width >= ROOM_FOR_WORDS
    ? formatColumns(rows, width, [4, 1, 0])
    : formatColumns(rows.map((cells) => cells.slice(0, 4)), width, [1, 0])
  const reasons = results.flatMap((result, place) => result.claims.length
    ? []
    : [wrapWithHangingIndent(`${painters[result.verdict](names[place])}${NO_BREAK_SPACE} ${explainMissingFigures(result)}`, width)])
  const labs = `${formatLabCount(results)} in ${formatSeconds(seconds)}`
  return [table, reasons.join('\n'), `${painters[verdict](paint.bold(verdict.toUpperCase()))}  ${labs}`].filter(Boolean).join('\n\n')
}

/**
 * Formats a table of all labs by theme, with their last results.
 *
 * @param {{ lab: string, title: string, theme: string, last: Result | undefined, state?: string, isDemonstration?: boolean }[]} labs
 *   `state` of the exercise, such as passed; `isDemonstration`: there is none
 * @param {{ color: boolean, width: number }} options `width` in columns
 * @returns {string} with the ratio of one claim, or of all if there is room
 */
export function formatLabsTable (labs, { color, width }) {
  const paint = colors.createColors(color)
  const isWide = width >= ROOM_FOR_WORDS
  const rows = groupByTheme(labs).flatMap(([theme, own]) => [[paint.dim(capitalize(theme)), '', ''], ...own.map(({ lab, title, last, state, isDemonstration }) => {
    const claims = last?.claims ?? []
    const ratios = isWide ? claims.map((claim) => `${claim.id} ${formatRatio(claim)}`).join(', ') : claims.slice(0, 1).map(formatRatio).join()
    const verdict = last && makeVerdictPainters(paint)[last.verdict](`${last.verdict} ${ratios}`.trim())
    const reached = state === 'passed' ? paint.green(state) : state && paint.dim(state)
    return [`  ${paint.bold(lab)}`, title, [verdict, reached].filter(Boolean).join(', ') || paint.dim(isDemonstration ? 'no exercise' : 'not run yet')]
  })])
  return formatColumns(rows, width, isWide ? [2, 1, 0] : [1, 0])
}

/** @param {{ ratio: number, interval: Interval }} claim @returns {string} such as 8× */
const formatRatio = ({ ratio, interval }) => `${roundRatio(ratio, interval)}×`
