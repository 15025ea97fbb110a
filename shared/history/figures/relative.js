import { findClaimSides, parseSide } from 'hotpath/lab'
import { invertInterval } from 'hotpath/report'
import { formatSteadyFigure, isRatioShownInverted } from './figure.js'

/** @import { RecordedClaim } from './recorded.js' */
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
