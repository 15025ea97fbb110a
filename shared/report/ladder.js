import { splitSide } from '../lab/sides.js'
import { megabytes, metricNamed, rate } from './words.js'

/**
 * @typedef {import('../measure/run.js').Result} Result
 * @typedef {import('../lab/manifest.js').Manifest} Manifest
 *
 * @typedef {object} Ladder the variants by one metric
 * @property {{ name: string }} metric
 * @property {{ variant: string, name: string, label: string, cost: number, told: string, beside: string }[]} rows in the order of the ladder, the limit last
 * @property {number} most that any of them costs: the end of the scale
 */

/** @param {Result} result @param {Manifest} manifest @returns {Ladder[]} one for each metric that is claimed something of; the limit stands in the first */
export function laddersOf (result, manifest) {
  const metrics = [...new Set(result.claims.map(({ metric }) => metric))]
  return metrics.map((metric, index) => {
    const sides = result.claims.filter((claim) => claim.metric === metric).flatMap(({ base, against }) => [base, against])
    return ladderOf(result, manifest, metric, [...new Set(index === 0 ? [...sides, 'limit'] : sides)])
  })
}

/** @param {Result} result @param {Manifest} manifest @param {string} claimed metric @param {string[]} sides @returns {Ladder} */
function ladderOf ({ variants }, manifest, claimed, sides) {
  const metric = metricNamed(claimed)
  const order = [...Object.keys(manifest.ladder), 'limit']
  const rows = sides.filter((side) => variants[side])
    .map((side) => ({ ...splitSide(side), figures: variants[side], cost: Math.max(0, variants[side].latencyMs?.[metric.figure] ?? variants[side][metric.figure]) }))
    .sort((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant))
    .map(({ variant, workload, figures, cost }) => ({
      variant,
      cost,
      name: workload ? `${variant} ${workload}` : variant,
      label: (variant === 'limit' ? manifest.limit : manifest.ladder[variant]) ?? '',
      told: metric.format(cost),
      beside: figures.heapBytesAfter ? `${megabytes(figures.heapBytesBefore)} → ${megabytes(figures.heapBytesAfter)}` : rate(figures.opsPerSecond),
    }))
  return { metric, rows, most: Math.max(...rows.map(({ cost }) => cost)) }
}
