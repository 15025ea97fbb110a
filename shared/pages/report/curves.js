import { formatCurveName, formatWarmUpSentence, summarizeCurves, computeMedianCurve } from '@hotpath-labs/history'
import { escapeHtml } from '../data.js'
import { findMetricWords, formatSeconds, formatSignificantDigits } from 'hotpath/report'
import { makeLogarithmicAxis, widenLogarithmicRange } from '../chart/scale.js'
import { drawSvgChart } from '../chart/still.js'

/** @import { CurveRecord, TrackSummary } from '@hotpath-labs/history' */
/** @import { Manifest } from 'hotpath/lab' */

/** Size of a chart and position of its axes, in SVG units. */
const SIZE = { width: 560, height: 240 }
const BOX = { left: 78, right: 544, top: 8, bottom: 208 }

/** Number of line styles in the style sheet, each with a colour and dashes. */
const STROKES = 5

/** @param {CurveRecord} record @param {Manifest} manifest @returns {string} HTML: cost against CPU time, a chart for each metric */
export function renderCurveFigures (record, manifest) {
  const { node, machine, pairs, recorded, tracks } = record
  const summaries = summarizeCurves(record)
  const metrics = [...new Set(tracks.map(({ metric }) => metric))]
  return `<figure><figcaption>Node ${escapeHtml(node.replace(/^v/, ''))}, ${escapeHtml(machine.cpu)}, ${pairs.length} pairs, recorded ${escapeHtml(recorded)}: ${escapeHtml(formatWarmUpSentence(summaries, manifest))}</figcaption>
<div class="charts">${metrics.map((metric) => chart(record, metric, summaries.filter((one) => one.metric === metric))).join('\n')}</div></figure>`
}

/** @param {CurveRecord} record @param {string} metric @param {TrackSummary[]} tracks of its sides */
function chart ({ pairs }, metric, tracks) {
  const { name, format } = findMetricWords(metric)
  const sides = tracks.map((one, index) => ({ ...one, kind: `side${index % STROKES}`, points: computeMedianCurve(pairs.map(({ curves }) => curves[formatCurveName(one)].points)) }))
  const points = sides.flatMap((side) => side.points)
  const { left, right, top, bottom } = BOX
  const x = makeLogarithmicAxis(widenLogarithmicRange(points.map(({ cpuSeconds }) => cpuSeconds)), [left, right], (seconds) => seconds < 100 ? `${formatSignificantDigits(seconds)} s` : formatSeconds(seconds))
  const y = makeLogarithmicAxis(widenLogarithmicRange(points.flatMap(({ least, most }) => [least, most])), [bottom, top], format)
  const drawn = drawSvgChart({
    box: BOX,
    x: { ...x, hasRules: true },
    y,
    lines: sides.map(({ kind, points }) => ({
      kind,
      points: points.map(({ cpuSeconds, cost, least, most }) => ({ x: cpuSeconds, y: cost, low: least, high: most })),
    })),
    uprights: sides.filter(({ class: shape }) => shape === 'warms up' || shape === 'slows down').map(({ kind, steadyFrom }) => ({ kind: `${kind} from`, at: x.at(steadyFrom.cpuSeconds) })),
  })
  return `<div class="chart"><p>${escapeHtml(name)} ${sides.map(({ side, kind }) => `<span class="key"><svg aria-hidden="true"><line class="${kind}" y1="50%" x2="100%" y2="50%"/></svg> ${escapeHtml(side)}</span>`).join(' ')}</p>
<svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" preserveAspectRatio="xMinYMid" role="img" aria-label="${escapeHtml(`${name} against seconds of CPU: ${sides.map(({ side }) => side).join(', ')}`)}">${drawn}</svg></div>`
}
