import { sidesOf } from 'hotpath/lab'
import { nameOf } from './pair.js'
import { steadyOf } from './steady.js'
import { usualCurve } from './usual.js'

/** A ratio that lies no further off than this is the same for a reader. */
export const NEAR = 1.15

/** So much more CPU a process may be given, in seconds, and so finely it is tried. */
const MORE = { most: 1, step: 0.1 }

/**
 * How much older processes would have to be for the default measurement to see what a long run sees, by the curve.
 *
 * @param {import('./record.js').CurveRecord} record
 * @param {import('hotpath/lab').Claim[]} claims
 * @returns {{ more: number, warmUpMs: number, ids: string[] } | undefined} seconds of CPU more, with what to give to --warm-up, and which claims come near by it; nothing where
 *   all are near as it is, or a second more brings none of the others
 */
export function nearer (record, claims) {
  const known = claims.flatMap((claim) => {
    const sides = sidesOf(claim)
    const steady = steadyOf(record, { ...claim, ...sides })
    return steady && record.looks[sides.base] && record.looks[sides.against] ? [{ ...claim, ...sides, steady }] : []
  })
  const nearAt = (/** @type {number} */ more) => known.filter((claim) => {
    const [base, against] = [claim.base, claim.against].map((side) => costAt(record, nameOf({ side, metric: claim.metric }), record.looks[side].cpuSeconds + more))
    return base && against && Math.abs(Math.log(base / against / claim.steady.ratio)) <= Math.log(NEAR)
  })
  const tried = Array.from({ length: Math.round(MORE.most / MORE.step) + 1 }, (_, step) => {
    const more = step * MORE.step
    return { more, near: nearAt(more) }
  })
  const best = tried.reduce((a, b) => b.near.length > a.near.length ? b : a)
  if (best.more === 0) return
  const before = new Set(tried[0].near.map(({ id }) => id))
  const oldest = Math.max(...best.near.flatMap(({ base, against }) => [base, against]).map((side) => record.looks[side].cpuSeconds))
  return { more: Number(best.more.toFixed(1)), warmUpMs: Math.ceil(10 * (oldest + best.more)) * 100, ids: best.near.map(({ id }) => id).filter((id) => !before.has(id)) }
}

/** @param {import('./record.js').CurveRecord} record @param {string} name of a curve @param {number} age in seconds of CPU */
function costAt ({ pairs }, name, age) {
  const curves = pairs.flatMap(({ curves }) => curves[name] ? [curves[name].points] : [])
  return usualCurve(curves, [age])[0]?.cost
}
