import { groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { basename } from 'node:path'
import { HEAP_NOISE_BYTES } from '@hotpath-labs/engine/subjects/heap.js'
import { escapeHtml, renderPage } from '@hotpath-labs/site/html.js'
import { nameVariant } from '../tool.js'
import { formatBytes, formatHeapFinding, formatCountGrowth, formatReferencePath, listSnapshotNames } from './findings.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Findings, Grown } from './findings.js'
 * @import { Holder } from './retaining-path.js'
 */

const CSS = `
.finding { font-size: 1.2rem; margin: .3rem 0; overflow-wrap: anywhere; } .bar { display: block; width: 100%; height: .5rem; margin-top: .5rem; fill: var(--ink); }
.scale { width: min(8rem, 8vw); } td .way { overflow-wrap: anywhere; } summary { cursor: pointer; } ol { margin: .2rem 0; padding-left: 2rem; } .steady td:first-child { font-weight: 700; }`

/**
 * @param {LabPlan} plan
 * @param {Findings[]} findings of each variant
 * @param {string[]} files the snapshots
 * @param {string} root paths are relative to this folder
 * @returns {string} HTML
 */
export function renderHeapPage ({ lab, programs }, findings, files, root) {
  const maxBytes = Math.max(1, ...findings.flatMap(({ rows }) => rows.map(({ retainedBytes }) => retainedBytes)))
  return renderPage({
    title: `${lab.name}: the heap before and after the load`,
    css: CSS,
    body: `<main><h1>${escapeHtml(lab.name)}: the heap before and after the load</h1>
<p>${escapeHtml(lab.manifest.question)}</p>
${findings.map((found) => drawVariant(found, programs[found.variant].title, maxBytes, root)).join('\n')}
<h2>The snapshots</h2>
<p>To open them in Chrome DevTools: Memory, Load profile, one after the other, then Comparison. The files are next to this page: ${files.map((file) => `<code>${escapeHtml(basename(file))}</code>`).join(', ')}.</p>
<p class="quiet">Each snapshot is taken after a forced garbage collection. A plain object is named by its properties that refer to objects, as in DevTools, and not by those that hold numbers. The retained size is the memory that would be freed with the new objects. Bold rows grew from each snapshot to the next. Growth of at most ${formatBytes(HEAP_NOISE_BYTES)} is noise, and shows no holder. All bars share one scale.</p></main>`,
  })
}

/** @param {Findings} findings @param {string} label @param {number} maxBytes of all bars @param {string} root */
function drawVariant (findings, label, maxBytes, root) {
  const { variant, rows } = findings
  const heads = (/** @type {string[]} */ texts) => texts.map((text) => `<th class="number">${text}</th>`).join('')
  const name = nameVariant(variant)
  return `<h2>${escapeHtml(name)}${label === name ? '' : ` <span class="quiet">${escapeHtml(label)}</span>`}</h2>
<p class="finding">${escapeHtml(formatHeapFinding(findings, root))}</p>
<table><thead><tr><th>constructor</th>${heads(['new objects', 'shallow size', 'retained size'])}<td></td>${heads(listSnapshotNames(rows))}<th>held by</th></tr></thead>
<tbody>${rows.map((row) => drawRow(row, maxBytes, root)).join('\n')}</tbody></table>`
}

/** @param {Grown} row @param {number} maxBytes @param {string} root */
function drawRow ({ name, grown, ownBytes, retainedBytes, counts, isSteady, isOfV8, holder }, maxBytes, root) {
  const cells = (/** @type {string[]} */ texts) => texts.map((text) => `<td class="number">${text}</td>`).join('')
  const bar = `<td class="scale"><svg class="bar" aria-hidden="true"><rect width="${Math.max(0, 100 * retainedBytes / maxBytes).toFixed(1)}%" height="100%"/></svg></td>`
  const held = isOfV8 ? '<span class="quiet">internal to V8</span>' : holder ? drawHolder(holder, root) : '–'
  return `<tr${isSteady && !isOfV8 ? ' class="steady"' : ''}><td>${escapeHtml(name)}</td>${cells([formatCountGrowth(grown), formatBytes(ownBytes), formatBytes(retainedBytes)])}${bar}${cells(counts.map(groupDigits))}<td>${held}</td></tr>`
}

/** @param {Holder} holder @param {string} root */
function drawHolder ({ path, short, share }, root) {
  return `<details><summary class="way">${escapeHtml(formatReferencePath(short, root))} <span class="quiet">(${Math.round(share * 100)} % of them)</span></summary><ol>${path.map((step) => `<li>${escapeHtml(formatReferencePath([step], root))}</li>`).join('')}</ol></details>`
}
