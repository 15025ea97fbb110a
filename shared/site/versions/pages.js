import { NEWEST_LTS_MAJOR } from '@hotpath-labs/records/figures/figures.js'
import { findMetric } from '@hotpath-labs/lab/metrics.js'
import { formatRange, capitalize, formatMultiple } from '@hotpath-labs/terminal/numbers.js'
import { formatClaimOutcome } from '@hotpath-labs/records/versions/screen.js'
import { OUTCOMES_BY_READER_ACTION } from '@hotpath-labs/records/versions/outcome.js'
import { renderClaimsByReaderAction, renderClaimOverVersions, renderRecordedLabsTable } from '@hotpath-labs/records/versions/markdown.js'
import { escapeHtml } from '../html.js'
import { makeLogarithmicAxis, makeAxisOfNames, widenLogarithmicRange } from '../chart/scale.js'
import { renderSvgPicture, drawSvgChart, roundToTenth } from '../chart/still.js'
import { wrapText } from '../lab/chart.js'
import { listChartPoints } from '../lab/figures.js'

/** @import { ClaimOverVersions, LabOverVersions } from '@hotpath-labs/records/versions/results.js' */

/** Sizes in SVG units: of the picture, which has two columns of panels, of a panel, and of the chart inside a panel. */
const WIDTH = 860
const PANEL = { width: 410, height: 236, gap: 20, top: 78 }
const PICTURE_BOX = { left: 48, right: 386, top: 84, bottom: 208 }

/** Number of characters that fit on a line under a panel's headline. */
const LINE_CHARACTERS = 58

/** Claims that surprise readers most. The README's picture shows each claim under a headline. */
const README_PICTURE_CLAIMS = [
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
<text class="quiet" x="20" y="${height - 14}">Steady ratios, measured by pairs of fresh processes.</text>`,
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
${wrapText(`${findMetric(history.claim.metric).name}: ${history.names.slower} against ${history.names.faster}`, LINE_CHARACTERS).map((line, index) => `<text class="quiet small" x="0" y="${36 + 15 * index}">${escapeHtml(line)}</text>`).join('')}
${drawSvgChart({ box: PICTURE_BOX, x, y: { ...y, ticks: [{ value: 1, text: '1×' }] }, lines: [{ kind: 'steady', points }] })}
${ends.join('')}
<text class="quiet small" x="0" y="${PICTURE_BOX.bottom + 18}">Node</text>`
}

/** @param {ClaimOverVersions} history @returns {string[]} its figures on the oldest Node and on the newest */
function describeEnds (history) {
  const points = listChartPoints(history)
  return [points[0], points[points.length - 1]].map(({ x, low, high }) => `${formatRange([low, high])} on Node ${x}`)
}

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
  const diamond = comparable && `<path class="second" d="M${diamondX},${roundToTenth(Number(diamondY) - 7)}l7,7l-7,7l-7,-7z"><title>published: ${escapeHtml(comparable.figures)}, Node ${escapeHtml(comparable.node)}</title></path><text class="second" x="${diamondX}" y="${roundToTenth(Number(diamondY) - 13)}" text-anchor="middle">${formatMultiple(comparable.ratio)}</text>`
  return renderSvgPicture({
    ...SIZE,
    label: `${lab} ${id}: ${says}; ${formatClaimOutcome(history)}`,
    body: `<text class="head" x="16" y="26">${escapeHtml(shorten(capitalize(says), HEADLINE_CHARACTERS))}</text>
<text class="quiet" x="16" y="46">${escapeHtml(shorten(`${lab} · ${findMetric(metric).name} · ${formatClaimOutcome(history)}`, TEXT_CHARACTERS))}</text>
${drawSvgChart({ box: BOX, x, y, lines: [{ kind: 'steady', points }], uprights })}
${diamond ?? ''}
<text class="quiet" x="16" y="${SIZE.height - 16}">${escapeHtml(shorten(changes.map(({ node, says }) => `Node ${node}: ${says}.`).join(' '), TEXT_CHARACTERS))}</text>`,
  })
}

/** @param {string} text @param {number} most characters @returns {string} */
const shorten = (text, most) => text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text

/** Paths of the page about versions of Node and of the README's picture, relative to the repository. */
export const VERSIONS_PAGE_FILE = 'docs/then-and-now.md'
export const README_PICTURE_FILE = 'docs/then-and-now.svg'

/** Pattern of the marked parts of docs/then-and-now.md that `pnpm versions write` fills with recorded ratios. */
const BLOCK = /(<!-- versions: ([^>]*?) -->\n)[^]*?(<!-- end of versions -->)/g

/**
 * @param {string} page as it is
 * @param {LabOverVersions[]} labs
 * @returns {Map<string, string>} every file that is made from records, by its path in the project
 * @throws {Error} if a block names no claim
 */
export function renderVersionPages (page, labs) {
  /** @type {Map<string, string>} */
  const files = new Map()
  const claims = labs.flatMap((lab) => lab.claims)
  const written = page.replaceAll(BLOCK, (whole, start, what, end) => `${start}\n${renderBlock(what, labs, claims, files)}\n\n${end}`)
  files.set(VERSIONS_PAGE_FILE, written)
  const shown = README_PICTURE_CLAIMS.flatMap(({ lab, id, takeaway }) => {
    const history = claims.find((history) => history.lab === lab && history.claim.id === id)
    return history && history.readings.length > 1 ? [{ takeaway, history }] : []
  })
  if (shown.length) files.set(README_PICTURE_FILE, drawReadmePicture(shown))
  return files
}

/** @param {string} what @param {LabOverVersions[]} labs @param {ClaimOverVersions[]} claims @param {Map<string, string>} files */
function renderBlock (what, labs, claims, files) {
  const [kind, name, ...rest] = what.split(' ')
  if (kind === 'all') return renderRecordedLabsTable(labs)
  if (kind === 'to' && Object.hasOwn(OUTCOMES_BY_READER_ACTION, name)) return renderClaimsByReaderAction(/** @type {keyof typeof OUTCOMES_BY_READER_ACTION} */ (name), claims)
  const lab = labs.find(({ lab }) => lab.name === name)
  const history = lab?.claims.find(({ claim }) => claim.id === rest[0])
  if (kind !== 'claim' || !lab || !history) throw new Error(`${VERSIONS_PAGE_FILE} has the block <!-- versions: ${what} -->, but no lab has this claim. Expected: <!-- versions: claim LAB CLAIM -->`)
  const picture = `versions/${name}-${rest[0]}.svg`
  if (history.readings.length) files.set(`docs/${picture}`, drawClaimChart(history))
  return renderClaimOverVersions(history, name, picture)
}
