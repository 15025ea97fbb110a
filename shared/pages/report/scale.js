import { scaleLog } from 'd3'

/**
 * A logarithmic scale as wide as what is drawn, from 0 to 1, so that twice is as far everywhere.
 *
 * @param {number[]} values that it must show
 * @param {(value: number) => string} format
 * @param {number} [most] ticks
 * @returns {{ at: (value: number) => number, ticks: { at: number, told: string }[] }}
 */
export function logScale (values, format, most = 5) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // what lies at an end is not cut, and equal values have a scale too
  const margin = Math.max(1.08, (high / low) ** 0.06)
  const scale = scaleLog([low / margin, high * margin], [0, 1])
  const ticks = [[1, 2, 3, 5], [1, 2, 5], [1, 3], [1]].map((leading) => scale.ticks(20).filter((/** @type {number} */ tick) => leading.some((digit) => Number(tick.toExponential().split('e')[0]) === digit)))
  const chosen = ticks.find((some) => some.length > 1 && some.length <= most) ?? thinned(scale.ticks(most), most)
  return { at: scale, ticks: chosen.map((/** @type {number} */ tick) => ({ at: scale(tick), told: format(tick) })) }
}

/** @template T @param {T[]} ticks @param {number} most @returns {T[]} */
function thinned (ticks, most) {
  const every = Math.ceil(ticks.length / most)
  return ticks.filter((_, index) => index % every === 0)
}

/** @param {number} share of what is drawn in, 0..1 @returns {string} as an attribute of SVG takes it */
export function along (share) {
  return `${Number((100 * share).toFixed(1))}%`
}
