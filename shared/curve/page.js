import { readFileSync } from 'node:fs'
import { asScript, escaped } from '../page/data.js'
import { page } from '../page/frame.js'
import { uPlot } from '../page/uplot.js'
import { sentence } from '../report/curve.js'
import { metricNamed, significant, times } from '../report/words.js'
import { isLatency, operationOf } from '../lab/manifest.js'
import { sidesOf } from '../lab/sides.js'
import { nameOf } from './pair.js'
import { steadyOf, toldOf } from './steady.js'
import { agesOf, usualCurve } from './usual.js'

const CSS = `
.panel { min-width: 0; margin: .8rem 0; } .u-select { background: color-mix(in srgb, var(--ink) 12%, transparent); }
.uplot { font: inherit; } .u-title { font-size: 1rem; font-weight: 600; text-align: left; } .u-legend { font-size: .9rem; text-align: left; margin: 0; }
.u-legend .u-marker { width: 1.6em; height: 0; border-width: 0 0 3px !important; } .u-legend .bound { display: none; } .u-legend th { border: 0; padding: 0 .2em; } .u-legend td { border: 0; padding: 0 .6em 0 0; }
.sentence { font-size: 1.2rem; } #ages button[aria-pressed="false"] { text-decoration: none; }`

/** @typedef {import('./record.js').CurveRecord} CurveRecord @typedef {Record<string, import('./marks.js').Mark[]>} Marks */

/**
 * @param {import('../lab/find.js').Lab} lab
 * @param {CurveRecord} record of at least one pair
 * @param {Marks} marks what V8 did to each side meanwhile; none where it was not watched
 * @returns {string} the page
 */
export function curvePage ({ name, manifest }, record, marks) {
  const { node, machine, pairs, recorded } = record
  const told = toldOf(record)
  const operation = `${operationOf(manifest.kind)}s`
  return page({
    title: `${name}: how its variants warm up`,
    css: uPlot.css + CSS,
    body: `<main><h1>${escaped(name)}: how its variants warm up</h1>
<p class="sentence">${escaped(sentence(told, manifest))}</p>
<p class="quiet">Node ${escaped(node)}, ${escaped(machine.cpu)}, ${pairs.length} pairs of fresh processes, recorded ${escaped(recorded)}. V8 keeps its own thresholds. Lines are medians of the pairs; the shade goes from the lowest to the highest. Upright lines: the age at which pnpm lab measures.${Object.keys(marks).length ? ' At the bottom, from one more process of each variant: a stroke where V8 compiled a function with TurboFan, a cross where it threw such code away, a ring for a major collection.' : ''}</p>
<p id="ages"><button data-age="cpuSeconds" aria-pressed="true">by CPU time</button> <button data-age="operations" aria-pressed="false">by ${operation}</button> <span class="quiet"><kbd>+</kbd> <kbd>-</kbd> zoom (or drag), <kbd>←</kbd> <kbd>→</kbd> move, <kbd>0</kbd> all of it</span></p>
<div id="panels"></div>
<h2>When they are steady</h2>
<table><thead><tr><th>claim</th><th class="number">ratio</th><th class="number">95 % interval</th><th>of</th></tr></thead><tbody>${claimRows(record, manifest)}</tbody></table>
<table><thead><tr><th>variant</th><th>measured by</th><th>class</th><th class="number">steady from, ${operation}</th><th class="number">steady from, s of CPU</th><th class="number">end, s of CPU</th></tr></thead><tbody>${variantRows(told)}</tbody></table>
${marksTable(marks, operation)}
<p class="quiet">The classes are those of Barrett and others (OOPSLA 2017), by change points of the logarithm of the cost (PELT, penalty 15 ln n).</p></main>`,
    scripts: [uPlot.script, `globalThis.CURVES = ${asScript({ operation, panels: panelsOf(record, marks) })}`, readFileSync(new URL('client.js', import.meta.url), 'utf8')],
  })
}

/** @param {CurveRecord} record @param {Marks} marks */
function panelsOf (record, marks) {
  const { tracks, pairs, looks } = record
  return [...new Set(tracks.map(({ metric }) => metric))].map((metric) => {
    const drawn = tracks.filter((track) => track.metric === metric).map((track) => ({ side: track.side, curves: pairs.map(({ curves }) => curves[nameOf(track)].points) }))
    return {
      title: metricNamed(metric).name,
      unit: isLatency(metric) ? 'ms' : 'µs',
      sides: drawn.map(({ side }) => side),
      looks: drawn.map(({ side }) => looks[side] ?? null),
      marks: drawn.map(({ side }) => (marks[side] ?? []).map(({ what, cpuSeconds, operations }) => ({ what, cpuSeconds, operations }))),
      cpuSeconds: alongside(drawn.map(({ curves }) => curves)),
      operations: alongside(drawn.map(({ curves }) => curves.map((points) => points.map(([cpuSeconds, operations, cost]) => /** @type {[number, number, number]} */ ([operations, cpuSeconds, cost]))))),
    }
  })
}

/** All curves on one axis, as the chart wants them. @param {import('./record.js').RecordedPoint[][][]} sides @returns {{ ages: number[], lines: (number | null)[][] }} of each side the median, the least and the most */
function alongside (sides) {
  const ages = agesOf(sides.flat())
  const lines = sides.flatMap((curves) => {
    const points = ages.map((age) => usualCurve(curves, [age])[0])
    return /** @type {const} */ (['cost', 'least', 'most']).map((which) => points.map((point) => point ? Number(point[which].toPrecision(4)) : null))
  })
  return { ages: ages.map((age) => Number(age.toPrecision(4))), lines }
}

/** @param {CurveRecord} record @param {import('../lab/manifest.js').Manifest} manifest */
function claimRows (record, manifest) {
  return manifest.claims.map((claim) => {
    const sides = sidesOf(claim)
    const steady = steadyOf(record, { ...claim, ...sides })
    return steady ? `<tr><th>${escaped(claim.id)}</th><td class="number">${times(steady.ratio)}</td><td class="number">${steady.interval.map(times).join(' … ')}</td><td>${escaped(sides.base)} over ${escaped(sides.against)}</td></tr>` : ''
  }).join('\n')
}

/** @param {Marks} marks @param {string} operation */
function marksTable (marks, operation) {
  const rows = Object.entries(marks).map(([side, all]) => {
    const [compiled, thrown, collected] = /** @type {const} */ (['compiled', 'thrown away', 'collected']).map((what) => all.filter((mark) => mark.what === what))
    const last = (/** @type {import('./marks.js').Mark[]} */ some) => some.length ? `${some.length} <span class="quiet">the last after ${significant(some[some.length - 1].operations)} ${operation}: ${escaped(some[some.length - 1].told)}</span>` : '0'
    return `<tr><th>${escaped(side)}</th><td>${last(compiled)}</td><td>${last(thrown)}</td><td class="number">${collected.length}</td></tr>`
  })
  if (rows.length === 0) return ''
  return `<h2>What V8 did meanwhile</h2>
<table><thead><tr><th>variant</th><th>compiled by TurboFan</th><th>thrown away</th><th class="number">major collections</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

/** @param {import('./steady.js').Told[]} told */
function variantRows (told) {
  return told.map(({ side, metric, class: shape, alike, pairs, steadyFrom, end }) => `<tr><th>${escaped(side)}</th><td>${escaped(metricNamed(metric).name)}</td><td>${shape} <span class="quiet">${alike} of ${pairs}</span></td><td class="number">${significant(steadyFrom.operations)}</td><td class="number">${significant(steadyFrom.cpuSeconds)}</td><td class="number">${significant(end.cpuSeconds)}</td></tr>`).join('\n')
}
