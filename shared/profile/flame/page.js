import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { formatJsonForScript, escapeHtml, renderPage } from '@hotpath-labs/site/html.js'
import { CODE_KIND_LABELS, formatDuration, formatNumber, formatShare, formatProgramName } from './format.js'

/** @import { FlameData } from './data.js' */

/**
 * Modules that the page contains as one script. Imports are removed line by line, so each import must fit on one line. No two
 * modules may declare the same top-level name.
 */
const MODULES = ['format.js', 'layout.js', 'graph.js', 'view.js']

const require = createRequire(import.meta.url)
const read = (/** @type {string | URL} */ name) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** @param {FlameData} data @returns {string} HTML */
export function renderFlamePage (data) {
  const { lab, question, hints, hotFrame, per, narrowest } = data
  /** @type {Record<string, string>} */
  const parts = {
    lab: escapeHtml(lab),
    question: escapeHtml(question),
    hotFrame: escapeHtml(hotFrame),
    per: escapeHtml(per),
    narrowest: String(narrowest * 100),
    hints: hints.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
    graphs: data.sides.map((side) => drawPlace(side, per)).join(''),
    changes: data.sides.length > 1 ? drawChanges(data) : '',
  }
  return renderPage({
    title: `${lab}: flame graphs`,
    body: read('body.html').replace(/{{(\w+)}}/g, (_, name) => parts[name]),
    css: read('view.css'),
    scripts: [
      readFileSync(require.resolve('d3').replace(/d3(\.node)?\.m?js$/, 'd3.min.js'), 'utf8'),
      readFileSync(require.resolve('d3-flame-graph').replace(/umd\.js$/, 'umd.min.js'), 'utf8'),
      `globalThis.profiled = ${formatJsonForScript(data)}`,
    ],
    module: MODULES.map((name) => read(name).replace(/^import .*$/gm, '').replace(/^export /gm, '')).join('\n'),
    // allows styles from scripts, because d3-flame-graph adds its style sheet by script
    isStyledByScripts: true,
  })
}

/** @param {FlameData['sides'][0]} side @param {string} per @returns {string} a heading, and the place for a graph */
function drawPlace (side, per) {
  const idle = side.idle >= 0.01 ? `, idle ${formatShare(side.idle)} of the time` : ''
  return `<h2>${escapeHtml(side.variant)}<span>${side.label === side.variant ? '' : `${escapeHtml(side.label)}: `}${formatDuration(side.total)} of CPU ${escapeHtml(per)}</span><span class="quiet">${formatNumber(side.operations)} profiled${idle}</span></h2>
<div class="graph" role="group" aria-label="flame graph of ${escapeHtml(formatProgramName(side))}"></div>`
}

/** @param {FlameData} data of two sides @returns {string} a table of the largest differences */
function drawChanges ({ sides, changes, frames, per }) {
  const [first, second] = sides.map(({ variant }) => escapeHtml(variant))
  const most = Math.max(...changes.map(({ self }) => Math.abs(self[0] - self[1])))
  const cells = (/** @type {number[]} */ [before, after]) =>
    `<td class="number">${formatDuration(before)}</td><td class="number">${after === 0 ? 'no sample' : formatDuration(after)}</td>`
  const rows = changes.map(({ frame, self, total }) => {
    const { name, where, kind } = frames[frame]
    const less = self[0] - self[1]
    return `<tr><td><button>${escapeHtml(`${name} ${where}`)}</button></td><td class="quiet">${CODE_KIND_LABELS[kind]}</td>${cells(self)}` +
      `<td><span class="bar ${less > 0 ? 'less' : 'more'}" style="width: ${6 * Math.abs(less) / most}em"></span> ${less > 0 ? '−' : '+'}${formatDuration(Math.abs(less))}</td>${cells(total)}</tr>`
  })
  const heads = [`self in ${first}`, `self in ${second}`, 'difference', `total in ${first}`, `total in ${second}`]
  return `<h2>Differences in self time ${escapeHtml(per)}, first what only one of them does: ${sides.map(formatProgramName).map(escapeHtml).join(' and ')}</h2>
<table id="changes"><thead><tr><th>function</th><td></td>${heads.map((head) => `<th class="number">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
}
