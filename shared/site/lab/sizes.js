import { groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { findDefaultMetric } from '@hotpath-labs/lab/metrics.js'
import { findMetric } from '@hotpath-labs/lab/metrics.js'
import { makeLogarithmicAxis, widenLogarithmicRange } from '../chart/scale.js'
import { drawSvgChart, renderSvgPicture } from '../chart/still.js'
import { escapeHtml } from '../html.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { SizeRecord } from '@hotpath-labs/records/sizes/record.js'
 */

/** Sizes in SVG units, as narrow as a lab's chart, so that text is readable on a phone. */
const WIDTH = 420
const BOX = { left: 88, right: 404, top: 40, bottom: 240 }
const ROW = 26

const CSS = `
text { font-size: 17px; } .legend { stroke-width: 2.5; }`

/**
 * Draws how the costs of a lab's variants grow with the size of the input, on two logarithmic axes.
 *
 * @param {Pick<Lab, 'name' | 'manifest'>} lab
 * @param {SizeRecord} record
 * @returns {string} SVG
 */
export function drawSizesChart ({ name, manifest }, { sizes, costs }) {
  const { name: metric, format } = findMetric(findDefaultMetric(manifest.kind))
  const unit = manifest.sizes?.unit
  const x = makeLogarithmicAxis(widenLogarithmicRange(sizes), [BOX.left, BOX.right], groupDigits, 3)
  const y = makeLogarithmicAxis(widenLogarithmicRange(Object.values(costs).flat(), 10), [BOX.bottom, BOX.top], format, 4)
  const lines = Object.values(costs).map((all, index) => ({
    kind: `side${index}`,
    points: all.map((cost, at) => ({ x: sizes[at], y: cost, low: cost, high: cost })),
  }))
  const legend = Object.keys(costs).map((variant, index) => {
    const at = BOX.bottom + 62 + ROW * index
    return `<line class="legend side${index}" x1="16" x2="66" y1="${at - 6}" y2="${at - 6}"/><text x="78" y="${at}">${escapeHtml(manifest.variants[variant])}</text>`
  })
  return renderSvgPicture({
    width: WIDTH,
    height: BOX.bottom + 62 + ROW * legend.length,
    label: `${name}: ${metric}, by the number of ${unit}`,
    css: CSS,
    body: `<text class="quiet" x="16" y="24">${escapeHtml(metric)}, by ${escapeHtml(String(unit))}</text>\n${drawSvgChart({ box: BOX, x, y, lines })}\n${legend.join('\n')}`,
  })
}
