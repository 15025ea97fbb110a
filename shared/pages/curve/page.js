import { formatJsonForScript, escapeHtml } from '../data.js'
import { renderPage } from '../frame.js'
import { CHART_MODULE_URLS, inlineModules, UPLOT_FILES } from '../chart/uplot.js'
import { chooseCurveAges, formatCurveName, formatWarmUpSentence, computeSteadyRatio, summarizeCurves, computeMedianCurve } from '@hotpath-labs/history'
import { findMetricWords, formatRange, formatSignificantDigits } from 'hotpath/report'
import { findOperationName, describeClaim, formatClaimSide, findClaimSides } from 'hotpath/lab'

/** @import { CurveRecord, RecordedPoint, TrackSummary } from '@hotpath-labs/history' */
/** @import { Lab, Manifest } from 'hotpath/lab' */

const CSS = `
.panel { min-width: 0; margin: .8rem 0; } .u-select { background: color-mix(in srgb, var(--ink) 12%, transparent); }
.uplot { font: inherit; } .u-title { font-size: 1rem; font-weight: 600; text-align: left; } .u-legend { font-size: .9rem; text-align: left; margin: 0; }
.u-legend .u-marker { width: 1.6em; height: 0; border-width: 0 0 3px !important; } .u-legend .bound { display: none; } .u-legend th { border: 0; padding: 0 .2em; } .u-legend td { border: 0; padding: 0 .6em 0 0; }
.sentence { font-size: 1.2rem; } #ages button[aria-pressed="false"] { text-decoration: none; }`

/**
 * @typedef {{ what: 'compiled' | 'thrown away' | 'collected', cpuSeconds: number, operations: number, label: string }} Mark V8's event
 *   with the age of the process
 * @typedef {Record<string, Mark[]>} Marks by side
 */

/**
 * @param {Lab} lab
 * @param {CurveRecord} record of at least one pair
 * @param {Marks} marks V8's events on each side; none if V8 was not watched
 * @returns {string} the page
 */
export function renderCurvePage ({ name, manifest }, record, marks) {
  const { node, machine, pairs, recorded } = record
  const summaries = summarizeCurves(record)
  const operation = `${findOperationName(manifest.kind)}s`
  return renderPage({
    title: `${name}: how its variants warm up`,
    css: UPLOT_FILES.css + CSS,
    body: `<main><h1>${escapeHtml(name)}: how its variants warm up</h1>
<p class="sentence">${escapeHtml(formatWarmUpSentence(summaries, manifest))}</p>
<p class="quiet">Node ${escapeHtml(node)}, ${escapeHtml(machine.cpu)}, ${pairs.length} pairs of fresh processes, recorded ${escapeHtml(recorded)}. V8 compiled at its own thresholds. Lines are medians of the pairs; the bands reach from the lowest to the highest pair. Vertical lines show when pnpm lab measures.${Object.keys(marks).length ? ' The marks at the bottom come from one extra process of each variant: a stroke shows where V8 compiled a function with TurboFan, a cross shows a deoptimisation, and a ring shows a major garbage collection.' : ''}</p>
<p id="ages"><button data-age="cpuSeconds" aria-pressed="true">by CPU time</button> <button data-age="operations" aria-pressed="false">by ${operation}</button> <span class="quiet"><kbd>+</kbd> <kbd>-</kbd> zoom (or drag), <kbd>←</kbd> <kbd>→</kbd> move, <kbd>0</kbd> show all</span></p>
<div id="panels"></div>
<h2>Once the variants are steady</h2>
<table><thead><tr><th>claim</th><th class="number">ratio once steady</th></tr></thead><tbody>${renderClaimRows(record, manifest)}</tbody></table>
<table><thead><tr><th>variant</th><th>measured by</th><th>class</th><th class="number">steady after, ${operation}</th><th class="number">steady after, s of CPU</th><th class="number">recorded for, s of CPU</th></tr></thead><tbody>${renderVariantRows(summaries, manifest)}</tbody></table>
${renderMarks(marks, operation, manifest)}
<p class="quiet">Classes as in Barrett and others (OOPSLA 2017), from change points in the logarithm of the cost (PELT, penalty 15 ln n).</p></main>`,
    scripts: [UPLOT_FILES.script, `globalThis.CURVES = ${formatJsonForScript({ operation, panels: makePanels(record, marks, manifest) })}`],
    module: inlineModules([...CHART_MODULE_URLS, new URL('client.js', import.meta.url)]),
  })
}

/** @param {CurveRecord} record @param {Marks} marks @param {Manifest} manifest */
function makePanels (record, marks, manifest) {
  const { tracks, pairs, looks } = record
  return [...new Set(tracks.map(({ metric }) => metric))].map((metric) => {
    const measured = tracks.filter((track) => track.metric === metric)
    const drawn = measured.map((track) => ({ side: track.side, curves: pairs.map(({ curves }) => curves[formatCurveName(track)].points) }))
    const { name, unit } = findMetricWords(metric)
    return {
      title: name,
      unit,
      sides: drawn.map(({ side }) => formatClaimSide(manifest, side)),
      looks: drawn.map(({ side }) => looks[side] ?? null),
      marks: drawn.map(({ side }) => (marks[side] ?? []).map(({ what, cpuSeconds, operations }) => ({ what, cpuSeconds, operations }))),
      cpuSeconds: alignCurves(drawn.map(({ curves }) => curves)),
      operations: alignCurves(drawn.map(({ curves }) => curves.map(exchangeAges))),
    }
  })
}

/**
 * Computes all curves at the same x values, because uPlot has only one list of x values for all lines.
 *
 * @param {RecordedPoint[][][]} sides
 * @returns {{ ages: number[], lines: (number | null)[][] }} median, lowest and highest for each side
 */
function alignCurves (sides) {
  const ages = chooseCurveAges(sides.flat())
  const lines = sides.flatMap((curves) => {
    const points = ages.map((age) => computeMedianCurve(curves, [age])[0])
    const bounds = /** @type {const} */ (['cost', 'least', 'most'])
    return bounds.map((bound) => points.map((point) => point ? Number(point[bound].toPrecision(4)) : null))
  })
  return { ages: ages.map((age) => Number(age.toPrecision(4))), lines }
}

/** @param {RecordedPoint[]} points @returns {RecordedPoint[]} with operations in place of CPU time */
function exchangeAges (points) {
  return points.map(([cpuSeconds, operations, cost]) => [operations, cpuSeconds, cost])
}

/** @param {CurveRecord} record @param {Manifest} manifest */
function renderClaimRows (record, manifest) {
  return manifest.claims.map((claim) => {
    const sides = findClaimSides(claim)
    const steady = computeSteadyRatio(record, { ...claim, ...sides })
    return steady ? `<tr><th>${escapeHtml(describeClaim(manifest, claim))}</th><td class="number">${formatRange(steady.interval)}</td></tr>` : ''
  }).join('\n')
}

/** @param {Marks} marks @param {string} operation @param {Manifest} manifest */
function renderMarks (marks, operation, manifest) {
  const rows = Object.entries(marks).map(([side, all]) => {
    const [compiled, thrown, collected] = ['compiled', 'thrown away', 'collected'].map((what) => all.filter((mark) => mark.what === what))
    const last = (/** @type {Mark[]} */ some) => some.length ? `${some.length} <span class="quiet">last one after ${formatSignificantDigits(some[some.length - 1].operations)} ${operation}: ${escapeHtml(some[some.length - 1].label)}</span>` : '0'
    return `<tr><th>${escapeHtml(formatClaimSide(manifest, side))}</th><td>${last(compiled)}</td><td>${last(thrown)}</td><td class="number">${collected.length}</td></tr>`
  })
  if (rows.length === 0) return ''
  return `<h2>What V8 did during the run</h2>
<table><thead><tr><th>variant</th><th>compiled by TurboFan</th><th>deoptimised</th><th class="number">major garbage collections</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

/** @param {TrackSummary[]} tracks @param {Manifest} manifest */
function renderVariantRows (tracks, manifest) {
  return tracks.map(({ side, metric, class: shape, alike, pairs, steadyFrom, end }) => `<tr><th>${escapeHtml(formatClaimSide(manifest, side))}</th><td>${escapeHtml(findMetricWords(metric).name)}</td><td>${shape} <span class="quiet">${alike} of ${pairs}</span></td><td class="number">${formatSignificantDigits(steadyFrom.operations)}</td><td class="number">${formatSignificantDigits(steadyFrom.cpuSeconds)}</td><td class="number">${formatSignificantDigits(end.cpuSeconds)}</td></tr>`).join('\n')
}
