import { findClaimSides } from 'hotpath/lab'
import { computeMedianCurve } from './median-curve.js'
import { computeSteadyRatio } from './steady.js'
import { formatCurveName } from './track.js'

/** @import { Claim } from 'hotpath/lab' */
/** @import { CurveRecord } from './summary.js' */

/** Two ratios that differ by at most this factor (15 %) count as equal. */
const NEAR = 1.15

/** CPU seconds to try in addition to the usual warm-up: 0, 0.1 and so on, up to 1. */
const TRIED = Array.from({ length: 11 }, (_, step) => step / 10)

/**
 * Suggests a longer warm-up if at most one more CPU second brings a claim's ratio within 15 % of its final, steady value.
 *
 * @param {CurveRecord} record
 * @param {Claim[]} claims
 * @returns {{ more: number, warmUpMs: number, ids: string[] } | undefined} `more`: seconds of CPU; `ids` of the claims that come near
 */
export function suggestWarmUp (record, claims) {
  const known = claims.flatMap((claim) => {
    const { slower, faster } = findClaimSides(claim)
    const steady = computeSteadyRatio(record, { ...claim, slower, faster })
    return steady && record.looks[slower] && record.looks[faster] ? [{ id: claim.id, metric: claim.metric, slower, faster, steady }] : []
  })
  const tried = TRIED.map((more) => ({
    more,
    near: known.filter(({ metric, slower, faster, steady }) => {
      const sideCost = (/** @type {string} */ side) =>
        costAt(record, formatCurveName({ side, metric }), record.looks[side].cpuSeconds + more)
      const [costly, cheap] = [sideCost(slower), sideCost(faster)]
      return costly && cheap && Math.abs(Math.log(costly / cheap / steady.ratio)) <= Math.log(NEAR)
    }),
  }))
  const { more, near } = tried.reduce((a, b) => b.near.length > a.near.length ? b : a)
  if (more === 0) return
  const oldest = Math.max(...near.flatMap(({ slower, faster }) => [slower, faster]).map((side) => record.looks[side].cpuSeconds))
  const ids = near.filter((claim) => !tried[0].near.includes(claim)).map(({ id }) => id)
  return { more, warmUpMs: Math.ceil(10 * (oldest + more)) * 100, ids }
}

/** @param {CurveRecord} record @param {string} track @param {number} age in seconds of CPU */
function costAt ({ pairs }, track, age) {
  return computeMedianCurve(pairs.flatMap(({ curves }) => curves[track] ? [curves[track].points] : []), [age])[0]?.cost
}
