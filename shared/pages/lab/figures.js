import { NEWEST_LTS_MAJOR, collectLabResultsByNode, formatSteadyFigure, computeCostsRelativeToBaseline } from '@hotpath-labs/history'
import { describeClaim, findClaimSides, findProgramName, parseSide } from 'hotpath/lab'
import { capitalize, formatRequiredRatio, formatRange } from 'hotpath/report'
import { CHART_TITLES } from './takeaways.js'

/** @import { ClaimOverVersions } from '@hotpath-labs/history' */
/** @import { Lab } from 'hotpath/lab' */
/** @import { Point } from '../chart/still.js' */

/** If a variant's relative cost differs from 1 by less than this share, the difference is noise, and the chart shows 1×. */
const NOISE = 0.05

/**
 * @typedef {object} ChartFigures what a lab's chart shows
 * @property {string} title a sentence, with the ratio of the claim
 * @property {ClaimOverVersions} history of the claim
 * @property {number} node major version that the bars are of
 * @property {boolean} isEarly whether all figures are of the first requests
 * @property {{ name: string, cost: number, text: string, side: 'slower' | 'faster' | null }[]} bars in the order of the lab
 * @property {string} reference name of the program that counts as 1×
 * @property {Point<string>[]} points the ratio on each Node on record
 * @property {number | null} bound the ratio that the lab requires
 * @property {string} requirement the same in words; empty for a claim for information
 */

/**
 * Collects the figures that a lab's chart shows.
 *
 * @param {Lab} lab
 * @returns {ChartFigures | undefined} undefined where nothing is on record
 * @throws {Error} if the claim to show is not in the lab
 */
export function collectChartFigures (lab) {
  const takeaway = Object.hasOwn(CHART_TITLES, lab.name) ? CHART_TITLES[lab.name] : undefined
  const { claims } = collectLabResultsByNode(lab)
  const histories = takeaway?.isEarly ? claims.map(keepEarly) : claims
  const history = takeaway ? histories.find(({ claim }) => claim.id === takeaway.claim) : histories[0]
  if (!history) {
    throw new Error(`shared/pages/lab/takeaways.js names the claim ${takeaway?.claim} of ${lab.name}. Expected one of: ${claims.map(({ claim }) => claim.id).join(', ')}.`)
  }
  const points = listChartPoints(history)
  const { claim, recorded } = history
  const nodes = [NEWEST_LTS_MAJOR, ...[...recorded.early, ...recorded.steady].map(({ node }) => node).sort((a, b) => b - a)]
  const node = nodes.find((node) => formatSteadyFigure(recorded, node))
  if (!node) return undefined
  const ratio = formatRange(/** @type {import('@hotpath-labs/history').Figure} */ (formatSteadyFigure(recorded, node)).range)
  const isRequired = !('dependsOn' in claim)
  return {
    title: takeaway?.takeaway.replace('{ratio}', ratio) ?? capitalize(describeClaim(lab.manifest, claim)),
    history,
    node,
    isEarly: takeaway?.isEarly ?? false,
    bars: listBars(lab, histories, history, node),
    reference: history.names.faster,
    points,
    bound: 'atLeast' in claim && claim.atLeast >= 1 ? claim.atLeast : null,
    requirement: isRequired ? formatRequiredRatio({ required: true, ...claim }) : '',
  }
}

/**
 * @param {Lab} lab
 * @param {ClaimOverVersions[]} histories
 * @param {ClaimOverVersions} main
 * @param {number} node
 * @returns {ChartFigures['bars']}
 */
function listBars ({ manifest }, histories, main, node) {
  const costs = computeCostsRelativeToBaseline(histories.map(({ recorded }) => recorded), main.recorded, node)
  const { slower, faster } = findClaimSides(main.claim)
  const sides = { [parseSide(slower).variant]: /** @type {const} */ ('slower'), [parseSide(faster).variant]: /** @type {const} */ ('faster') }
  return Object.keys(manifest.variants).flatMap((variant) => {
    const range = costs.get(variant)
    if (!range) return []
    const side = sides[variant] ?? null
    const cost = Math.sqrt(range[0] * range[1])
    const text = side === 'slower' ? formatRange(range) : `${roundCost(cost)}×`
    return [{ name: findProgramName(manifest, variant), cost, text, side }]
  })
}

/** Rounds a variant's relative cost to two digits. @param {number} cost @returns {number} 1 if the difference is noise */
function roundCost (cost) {
  return Math.abs(cost - 1) < NOISE ? 1 : Number(cost.toPrecision(2))
}

/** @param {ClaimOverVersions} history @returns {Point<string>[]} its ratio on every Node, with its figure */
export function listChartPoints ({ readings, recorded }) {
  return readings.map(({ major, late }) => {
    const [low, high] = formatSteadyFigure(recorded, major)?.range ?? late.interval
    return { x: `${major}`, y: Math.sqrt(low * high), low, high, title: `Node ${major}: ${formatRange([low, high])}` }
  })
}

/**
 * Copies a claim's recorded ratios with early measurements in place of all later ones, for labs about a process's first requests.
 *
 * @param {ClaimOverVersions} history
 * @returns {ClaimOverVersions}
 */
function keepEarly (history) {
  return {
    ...history,
    readings: history.readings.map((reading) => ({ ...reading, late: reading.early })),
    recorded: { ...history.recorded, steady: [] },
  }
}
