import { formatClaimOutcome } from '@hotpath-labs/history'
import { capitalize, findMetricWords, formatMultiple } from 'hotpath/report'
import { makeLogarithmicAxis, makeAxisOfNames, widenLogarithmicRange } from '../chart/scale.js'
import { renderSvgPicture, drawSvgChart, roundToTenth } from '../chart/still.js'
import { escapeHtml } from '../data.js'
import { listChartPoints } from '../lab/figures.js'

/** @import { ClaimOverVersions } from '@hotpath-labs/history' */

/** Size of the picture and position of its axes, in SVG units. */
const SIZE = { width: 760, height: 400 }
const BOX = { left: 64, right: 736, top: 78, bottom: 326 }

/** Distance in SVG units from the first Node's tick to a vertical line left of it. The line means that this Node changed the ratio. */
const CHANGE_OFFSET = 21

/** Smallest ratio of the axis's upper end to its lower end, so that a change of a few percent looks flat. */
const LEAST_SPAN = 2

/** Numbers of characters that fit on a line of plain text and on a line of a bold headline. */
const TEXT_CHARACTERS = 108
const HEADLINE_CHARACTERS = 84

/**
 * Draws a claim's chart on a logarithmic axis: the published ratio, and the recorded ratio with its range on each version of Node.
 *
 * @param {ClaimOverVersions} history with at least one reading
 * @returns {string} SVG, light or dark as the reader prefers
 */
export function drawClaimChart (history) {
  const { lab, claim: { id, metric, published, changes = [] }, says } = history
  const points = listChartPoints(history)
  const comparable = published?.asks === 'the same' ? published : undefined
  const columns = [...comparable ? ['published'] : [], ...points.map(({ x }) => x)]
  const x = makeAxisOfNames(columns, [BOX.left, BOX.right], (column) => column === 'published' ? column : `Node ${column}`, 0.6)
  const values = [1, ...comparable ? [comparable.ratio] : [], ...points.flatMap(({ low, high }) => [low, high])]
  const y = makeLogarithmicAxis(widenLogarithmicRange(values, LEAST_SPAN), [BOX.bottom, BOX.top], (ratio) => `${ratio}×`, 8)
  const uprights = changes.filter(({ node }) => columns.includes(node)).map(({ node }) => {
    const before = columns[columns.indexOf(node) - 1]
    return { kind: 'change', at: before && before !== 'published' ? (x.at(before) + x.at(node)) / 2 : x.at(node) - CHANGE_OFFSET }
  })
  const [diamondX, diamondY] = comparable ? [roundToTenth(x.at('published')), roundToTenth(y.at(comparable.ratio))] : []
  const diamond = comparable && `<path class="first" d="M${diamondX},${roundToTenth(Number(diamondY) - 7)}l7,7l-7,7l-7,-7z"><title>published: ${escapeHtml(comparable.figures)}, Node ${escapeHtml(comparable.node)}</title></path><text class="first" x="${diamondX}" y="${roundToTenth(Number(diamondY) - 13)}" text-anchor="middle">${formatMultiple(comparable.ratio)}</text>`
  return renderSvgPicture({
    ...SIZE,
    label: `${lab} ${id}: ${says}; ${formatClaimOutcome(history)}`,
    body: `<text class="head" x="16" y="26">${escapeHtml(shorten(capitalize(says), HEADLINE_CHARACTERS))}</text>
<text class="quiet" x="16" y="46">${escapeHtml(shorten(`${lab} · ${findMetricWords(metric).name} · ${formatClaimOutcome(history)}`, TEXT_CHARACTERS))}</text>
${drawSvgChart({ box: BOX, x, y, lines: [{ kind: 'steady', points }], uprights })}
${diamond ?? ''}
<text class="quiet" x="16" y="${SIZE.height - 16}">${escapeHtml(shorten(changes.map(({ node, says }) => `Node ${node}: ${says}.`).join(' '), TEXT_CHARACTERS))}</text>`,
  })
}

/** @param {string} text @param {number} most characters @returns {string} */
const shorten = (text, most) => text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text
