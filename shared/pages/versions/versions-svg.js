import { formatOutcome } from '@hotpath-labs/history'
import { capitalize, nameMetric, formatMultiple } from 'hotpath/report'
import { logAxis, nameAxis, widenRange } from '../chart/scale.js'
import { renderPicture, plot, round } from '../chart/still.js'
import { escapeHtml } from '../data.js'
import { findPoints } from '../lab/figures.js'

/** @import { ClaimOverVersions } from '@hotpath-labs/history' */

/** Size of the picture in its own units. */
const SIZE = { width: 760, height: 400 }
const BOX = { left: 64, right: 736, top: 78, bottom: 326 }

/** Distance of a change from its Node, if no older Node is on the axis. */
const BEFORE = 21

/** Smallest ratio of the axis's ends, so that a change of a few percent is drawn as a flat line. */
const LEAST_SPAN = 2

/** Number of characters that fit in a line: 13 units high, and 16 units in bold. */
const LINE = 108
const HEAD = 84

/**
 * Draws a claim's chart: its steady ratio and range on every Node, on a logarithmic axis, and the published ratio.
 *
 * @param {ClaimOverVersions} history with at least one reading
 * @returns {string} SVG, light or dark as the reader prefers
 */
export function drawClaim (history) {
  const { lab, claim: { id, metric, published, changes = [] }, says } = history
  const points = findPoints(history)
  const comparable = published?.asks === 'the same' ? published : undefined
  const columns = [...comparable ? ['published'] : [], ...points.map(({ x }) => x)]
  const x = nameAxis(columns, [BOX.left, BOX.right], (column) => column === 'published' ? column : `Node ${column}`, 0.6)
  const values = [1, ...comparable ? [comparable.ratio] : [], ...points.flatMap(({ low, high }) => [low, high])]
  const y = logAxis(widenRange(values, LEAST_SPAN), [BOX.bottom, BOX.top], (ratio) => `${ratio}×`, 8)
  const uprights = changes.filter(({ node }) => columns.includes(node)).map(({ node }) => {
    const before = columns[columns.indexOf(node) - 1]
    return { kind: 'change', at: before && before !== 'published' ? (x.at(before) + x.at(node)) / 2 : x.at(node) - BEFORE }
  })
  const [diamondX, diamondY] = comparable ? [round(x.at('published')), round(y.at(comparable.ratio))] : []
  const diamond = comparable && `<path class="first" d="M${diamondX},${round(Number(diamondY) - 7)}l7,7l-7,7l-7,-7z"><title>published: ${escapeHtml(comparable.figures)}, Node ${escapeHtml(comparable.node)}</title></path><text class="first" x="${diamondX}" y="${round(Number(diamondY) - 13)}" text-anchor="middle">${formatMultiple(comparable.ratio)}</text>`
  return renderPicture({
    ...SIZE,
    label: `${lab} ${id}: ${says}; ${formatOutcome(history)}`,
    body: `<text class="head" x="16" y="26">${escapeHtml(shorten(capitalize(says), HEAD))}</text>
<text class="quiet" x="16" y="46">${escapeHtml(shorten(`${lab} · ${nameMetric(metric).name} · ${formatOutcome(history)}`, LINE))}</text>
${plot({ box: BOX, x, y, lines: [{ kind: 'steady', points }], uprights })}
${diamond ?? ''}
<text class="quiet" x="16" y="${SIZE.height - 16}">${escapeHtml(shorten(changes.map(({ node, says }) => `Node ${node}: ${says}.`).join(' '), LINE))}</text>`,
  })
}

/** @param {string} text @param {number} most characters @returns {string} */
const shorten = (text, most) => text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text
