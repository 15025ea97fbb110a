import stringWidth from 'string-width'
import { splitSide } from '../lab/define.js'
import { GAP, columns } from './lines.js'
import { megabytes, metricNamed, rate } from './words.js'

/** @typedef {import('../measure/run.js').Result} Result @typedef {import('../lab/define.js').Manifest} Manifest */

/** Shorter bars show no difference any more. */
const SHORTEST_BAR = 8

/** Eighths of a block, so that a bar shows a difference of half a percent of the scale. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** One scale for each metric that is claimed something of. @param {Result} result @param {Manifest} manifest @param {any} paint @param {number} width */
export function scales (result, manifest, paint, width) {
  const metrics = [...new Set(result.claims.map(({ metric }) => metric))]
  return metrics.map((metric, index) => {
    const sides = result.claims.filter((claim) => claim.metric === metric).flatMap(({ base, against }) => [base, against])
    return bars(result, manifest, metric, [...new Set(index === 0 ? [...sides, 'limit'] : sides)], paint, width)
  }).join('\n\n')
}

/** @param {Result} result @param {Manifest} manifest @param {string} claimed metric @param {string[]} sides @param {any} paint @param {number} width */
function bars ({ variants }, manifest, claimed, sides, paint, width) {
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
  const most = Math.max(...rows.map(({ cost }) => cost))
  const taken = (/** @type {'name' | 'label' | 'told' | 'beside'} */ column) => Math.max(...rows.map((row) => stringWidth(row[column]))) + GAP.length
  const left = width - taken('name') - taken('label') - taken('told')
  // what is told beside is claimed nothing of, so it goes before a label is shortened
  const hasBeside = left - taken('beside') >= SHORTEST_BAR
  const longest = Math.max(SHORTEST_BAR, hasBeside ? left - taken('beside') : left)
  const table = rows.map(({ variant, name, label, cost, told, beside }) => {
    const painter = variant === 'slow' ? paint.yellow : variant === 'fast' ? paint.green : paint.cyan
    /** @type {import('./lines.js').Cell[]} */
    const cells = [paint.bold(name), paint.dim(label), painter(bar(cost / most, longest)), { content: told, hAlign: 'right' }]
    return hasBeside ? [...cells, paint.dim(beside)] : cells
  })
  return `${paint.dim(metric.name)}\n${columns(table, width, [1, 0])}`
}

/** @param {number} share of the scale, 0..1 @param {number} width of the scale */
function bar (share, width) {
  const eighths = Math.max(1, Math.round(share * width * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
}
