/**
 * @typedef {object} Growth how a program's cost grows with the size of its input
 * @property {number} exponent of the size, up to the cliff or the last size
 * @property {{ after: number, before: number, times: number, exponent: number | null } | null} cliff between two neighbouring sizes, with
 *   the factor of the costs there, and the exponent from there on; null if there are no sizes beyond
 */

/** A step between two sizes is a cliff if the cost grows by this factor more than the steepest other step explains. */
const CLIFF = 3

/**
 * Finds out how costs grow with the size: the exponent, and a cliff if there is one.
 *
 * @param {number[]} sizes from the smallest
 * @param {number[]} costs of each
 * @returns {Growth}
 */
export function describeGrowth (sizes, costs) {
  const grow = (/** @type {number[]} */ values, /** @type {number} */ index) => Math.log(values[index + 1] / values[index])
  const steps = sizes.slice(1).map((_, index) => ({ size: grow(sizes, index), cost: grow(costs, index) }))
  const at = steps.findIndex((step) => {
    const steepest = Math.max(1, ...steps.filter((other) => other !== step).map(({ cost, size }) => cost / size))
    return step.cost > Math.log(CLIFF) + steepest * step.size
  })
  if (at < 0) return { exponent: /** @type {number} */ (fitExponent(steps)), cliff: null }
  const [before, after] = [steps.slice(0, at), steps.slice(at + 1)].map(fitExponent)
  // a cliff at the first step leaves no smaller sizes
  const exponent = before ?? after ?? 1
  return { exponent, cliff: { after: sizes[at], before: sizes[at + 1], times: Math.exp(steps[at].cost), exponent: after } }
}

/** @param {{ size: number, cost: number }[]} steps @returns {number | null} null without a step */
function fitExponent (steps) {
  const sum = (/** @type {'size' | 'cost'} */ key) => steps.reduce((total, step) => total + step[key], 0)
  return steps.length ? sum('cost') / sum('size') : null
}
