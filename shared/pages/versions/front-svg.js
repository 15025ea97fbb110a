import { escapeHtml } from '../data.js'
import { NEWEST_LTS_MAJOR } from '@hotpath-labs/history'
import { findMetricWords, formatRange } from 'hotpath/report'
import { makeLogarithmicAxis, makeAxisOfNames, widenLogarithmicRange } from '../chart/scale.js'
import { renderSvgPicture, drawSvgChart, roundToTenth } from '../chart/still.js'
import { listChartPoints } from '../lab/figures.js'

/** @import { ClaimOverVersions } from '@hotpath-labs/history' */

/** Sizes in SVG units: of the picture, which has two columns of panels, of a panel, and of the chart inside a panel. */
const WIDTH = 860
const PANEL = { width: 410, height: 236, gap: 20, top: 78 }
const PICTURE_BOX = { left: 48, right: 386, top: 84, bottom: 208 }

/** Number of characters that fit on a line under a panel's headline. */
const LINE_CHARACTERS = 58

/** Claims that surprise readers most. The README's picture shows each claim under a headline. */
export const README_PICTURE_CLAIMS = [
  { lab: 'divideByAndSum', id: 'try-catch', takeaway: 'try/catch no longer costs anything' },
  { lab: 'private-fields', id: 'underscore', takeaway: '#private fields are free' },
  { lab: 'http-baseline', id: 'framework', takeaway: 'Express has come close to fastify' },
  { lab: 'divideByAndSum', id: 'book-ladder', takeaway: 'A famous rewrite gains less than it did' },
]

/**
 * Draws the README's picture: a panel for each claim, with the claim's ratio from the oldest Node to the newest.
 *
 * @param {{ takeaway: string, history: ClaimOverVersions }[]} claims each with two readings or more
 * @returns {string} SVG, light or dark as the reader prefers
 */
export function drawReadmePicture (claims) {
  const height = PANEL.top + Math.ceil(claims.length / 2) * (PANEL.height + PANEL.gap) + 26
  const panels = claims.map(({ takeaway, history }, index) => `<g transform="translate(${20 + (index % 2) * (PANEL.width + PANEL.gap)},${PANEL.top + Math.floor(index / 2) * (PANEL.height + PANEL.gap)})">${panel(takeaway, history)}</g>`)
  return renderSvgPicture({
    width: WIDTH,
    height,
    label: `Four claims over versions of Node: ${claims.map(({ takeaway, history }) => `${takeaway}: ${history.says}, ${describeEnds(history).join(', ')}`).join('; ')}`,
    body: `<text class="title" x="20" y="36">What changed, from old Node to Node ${NEWEST_LTS_MAJOR}</text>
<text class="quiet" x="20" y="58">How many times as much one program costs as another. 1× is no difference.</text>
${panels.join('\n')}
<text class="quiet" x="20" y="${height - 14}">Steady ratios, measured by pairs of fresh processes. All claims: docs/then-and-now.md</text>`,
  })
}

/** @param {string} takeaway @param {ClaimOverVersions} history @returns {string} */
function panel (takeaway, history) {
  const points = listChartPoints(history)
  const x = makeAxisOfNames(points.map(({ x }) => x), [PICTURE_BOX.left, PICTURE_BOX.right], String)
  const axisEnds = widenLogarithmicRange([1, ...points.flatMap(({ low, high }) => [low, high])], 2)
  const y = makeLogarithmicAxis(axisEnds, [PICTURE_BOX.bottom, PICTURE_BOX.top], String)
  // puts the label of an end point above that point and its neighbour, because the label is wide enough to cover both
  const ends = [points.slice(0, 2), points.slice(-2)].map((near, index) => {
    const { x: node, low, high } = near[index]
    return `<text class="number" x="${roundToTenth(x.at(node) + (index ? 8 : -6))}" y="${roundToTenth(Math.min(...near.map(({ high }) => y.at(high))) - 9)}" text-anchor="${index ? 'end' : 'start'}">${formatRange([low, high])}</text>`
  })
  return `<text class="head" x="0" y="18">${escapeHtml(takeaway)}</text>
${wrapText(`${findMetricWords(history.claim.metric).name}: ${history.names.slower} against ${history.names.faster}`).map((line, index) => `<text class="quiet small" x="0" y="${36 + 15 * index}">${escapeHtml(line)}</text>`).join('')}
${drawSvgChart({ box: PICTURE_BOX, x, y: { ...y, ticks: [{ value: 1, text: '1×' }] }, lines: [{ kind: 'steady', points }] })}
${ends.join('')}
<text class="quiet small" x="0" y="${PICTURE_BOX.bottom + 18}">Node</text>`
}

/** @param {ClaimOverVersions} history @returns {string[]} its figures on the oldest Node and on the newest */
function describeEnds (history) {
  const points = listChartPoints(history)
  return [points[0], points[points.length - 1]].map(({ x, low, high }) => `${formatRange([low, high])} on Node ${x}`)
}

/** @param {string} text @returns {string[]} in lines that fit a panel */
function wrapText (text) {
  return text.match(new RegExp(`.{1,${LINE_CHARACTERS}}(?= |$)`, 'g'))?.map((line) => line.trim()) ?? []
}
