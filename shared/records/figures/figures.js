import { describeClaim, findClaimSides } from '@hotpath-labs/lab/sides.js'
import { hashVariantSources } from '@hotpath-labs/lab/sources.js'
import { invertInterval, doIntervalsNearlyOverlap, formatFreshAndWarmRatios } from '@hotpath-labs/lab/report/statement.js'
import { formatRange } from '@hotpath-labs/terminal/numbers.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { listWarmRuns, readLabRecords, summarizeClaimRuns, sortNodeMajors } from '../records.js'

/**
 * @import { Claim } from '@hotpath-labs/lab/manifest.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Steady } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { RunSummary } from '../records.js'
 */

/**
 * @typedef {object} RecordedClaim
 * @property {Claim} claim
 * @property {string} says the claim, in a sentence
 * @property {RunSummary[]} early runs with the default warm-up, the oldest Node first
 * @property {{ node: number, pairs: number, steady: Steady }[]} steady warm runs, the oldest Node first
 */

/** Collects the recorded runs of claims. @param {Lab} lab @param {Claim[]} [claims] its own by default @returns {RecordedClaim[]} */
export function collectRecordedClaims (lab, claims = lab.manifest.claims) {
  const runs = readLabRecords(lab.folder)
  const sources = hashVariantSources(lab)
  return claims.map((claim) => ({
    claim,
    says: describeClaim(lab.manifest, claim),
    early: summarizeClaimRuns(runs, claim.id),
    steady: listWarmRuns(runs, { id: claim.id, ...findClaimSides(claim) }, sources),
  }))
}

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

/** @typedef {[number, number]} Range */

/**
 * Computes each variant's cost as a multiple of the cost of the main claim's faster program, by multiplying recorded ratios. Uses
 * only ratios with the main claim's metric and workload.
 *
 * @param {RecordedClaim[]} claims of the lab
 * @param {RecordedClaim} main
 * @param {number} node major version
 * @returns {Map<string, Range>} lowest and highest cost of each variant, as a multiple; the faster side has [1, 1]
 */
export function computeCostsRelativeToBaseline (claims, main, node) {
  const { variant, workload } = parseSide(findClaimSides(main.claim).faster)
  // the main claim comes first, so that its own recorded ratio is used, and not a product of other ratios
  const known = [main, ...claims.filter((one) => one !== main)]
    .flatMap((recorded) => findComparison(recorded, main, workload, node) ?? [])
  /** @type {Map<string, Range>} */
  const costs = new Map([[variant, [1, 1]]])
  for (const [name, cost] of costs) {
    for (const { costly, cheap, range } of known) {
      if (cheap === name && !costs.has(costly)) costs.set(costly, multiply(cost, range))
      if (costly === name && !costs.has(cheap)) costs.set(cheap, multiply(cost, invertInterval(range)))
    }
  }
  return costs
}

/**
 * @param {RecordedClaim} recorded
 * @param {RecordedClaim} main
 * @param {string | null} workload
 * @param {number} node
 * @returns {{ costly: string, cheap: string, range: Range } | undefined} undefined for a claim that measures something else
 */
function findComparison (recorded, main, workload, node) {
  const { claim } = recorded
  const { slower, faster } = findClaimSides(claim)
  const [costly, cheap] = [slower, faster].map(parseSide)
  const figure = formatSteadyFigure(recorded, node)
  if (!figure || claim.metric !== main.claim.metric || costly.workload !== workload || cheap.workload !== workload) return undefined
  return { costly: costly.variant, cheap: cheap.variant, range: isRatioShownInverted(claim) ? invertInterval(figure.range) : figure.range }
}

/** @param {Range} one @param {Range} other @returns {Range} */
function multiply ([low, high], [from, to]) {
  return [low * from, high * to]
}
