import { area, line } from 'd3'
import { nameOf, sentence, toldOf, usualCurve } from '@hotpath-labs/history'
import { escaped } from '../data.js'
import { metricNamed, secondsTold, significant } from 'hotpath/report'
import { along, logScale } from './scale.js'

/** What is drawn in has so many units each way: a whole one is finer than a pixel. */
const UNITS = 1000

/** Left and below there is room for what stands at the ticks. */
const LEFT = 0.14
const BELOW = 0.12

/** Lines are told apart by colour and by stroke. */
const STROKES = 5

/** @typedef {import('@hotpath-labs/history').CurveRecord} CurveRecord */

/** @param {CurveRecord} record @param {import('hotpath/lab').Manifest} manifest @returns {string} HTML: cost against age, a chart for each metric */
export function curveFigures (record, manifest) {
  const { node, machine, pairs, recorded, tracks } = record
  const told = toldOf(record)
  const metrics = [...new Set(tracks.map(({ metric }) => metric))]
  return `<figure><figcaption>Node ${escaped(node.replace(/^v/, ''))}, ${escaped(machine.cpu)}, ${pairs.length} pairs, recorded ${escaped(recorded)}: ${escaped(sentence(told, manifest))}</figcaption>
<div class="charts">${metrics.map((metric) => chart(record, metric, told.filter((one) => one.metric === metric))).join('\n')}</div></figure>`
}

/** @param {CurveRecord} record @param {string} metric @param {import('@hotpath-labs/history').Told[]} told of its sides */
function chart ({ pairs }, metric, told) {
  const { name, format } = metricNamed(metric)
  const sides = told.map((one) => ({ ...one, points: usualCurve(pairs.map(({ curves }) => curves[nameOf(one)].points)) }))
  const points = sides.flatMap((side) => side.points)
  const ages = logScale(points.map(({ cpuSeconds }) => cpuSeconds), (seconds) => seconds < 100 ? `${significant(seconds)} s` : secondsTold(seconds))
  const costs = logScale(points.flatMap(({ least, most }) => [least, most]), format)
  const x = (/** @type {{ cpuSeconds: number }} */ { cpuSeconds }) => Math.round(UNITS * ages.at(cpuSeconds))
  const y = (/** @type {'cost' | 'least' | 'most'} */ which) => (/** @type {import('@hotpath-labs/history').UsualPoint} */ point) => Math.round(UNITS * (1 - costs.at(point[which])))
  const inside = { left: LEFT, width: 0.97 - LEFT, top: 0.03, height: 0.97 - BELOW }
  const lines = sides.map(({ points, steadyFrom, class: shape }, index) => {
    const side = `side${index % STROKES}`
    const steady = shape === 'warms up' || shape === 'slows down' ? `<line class="${side} from" x1="${x(steadyFrom)}" x2="${x(steadyFrom)}" y2="${UNITS}"/>` : ''
    return `<path class="${side} shade" d="${area(x, y('least'), y('most'))(points)}"/><path class="${side}" d="${line(x, y('cost'))(points)}"/>${steady}`
  })
  const grid = [
    ...ages.ticks.map(({ at, told }) => `<text class="below" x="${along(inside.left + at * inside.width)}" y="97%">${told}</text>`),
    ...costs.ticks.map(({ at, told }) => `<text class="beside" x="${along(inside.left - 0.015)}" y="${along(inside.top + (1 - at) * inside.height)}">${told}</text>`),
  ]
  const rules = [
    ...ages.ticks.map(({ at }) => `<line class="rule" x1="${Math.round(UNITS * at)}" x2="${Math.round(UNITS * at)}" y2="${UNITS}"/>`),
    ...costs.ticks.map(({ at }) => `<line class="rule" y1="${Math.round(UNITS * (1 - at))}" y2="${Math.round(UNITS * (1 - at))}" x2="${UNITS}"/>`),
  ]
  return `<div class="chart"><p>${escaped(name)} ${sides.map(({ side }, index) => `<span class="key"><svg aria-hidden="true"><line class="side${index % STROKES}" y1="50%" x2="100%" y2="50%"/></svg> ${escaped(side)}</span>`).join(' ')}</p>
<svg role="img" aria-label="${escaped(`${name} against seconds of CPU: ${sides.map(({ side }) => side).join(', ')}`)}">${grid.join('')}<svg x="${along(inside.left)}" y="${along(inside.top)}" width="${along(inside.width)}" height="${along(inside.height)}" viewBox="0 0 ${UNITS} ${UNITS}" preserveAspectRatio="none">${rules.join('')}${lines.join('')}</svg></svg></div>`
}
