import { basename } from 'node:path'
import { escaped, page } from '@hotpath-labs/pages'
import { pathTold, sentenceOf, signed, size } from './findings.js'

const CSS = `
.finding { font-size: 1.2rem; margin: .3rem 0; overflow-wrap: anywhere; } .bar { display: block; width: 100%; height: .5rem; margin-top: .5rem; fill: var(--ink); }
.scale { width: min(8rem, 8vw); } td .way { overflow-wrap: anywhere; } summary { cursor: pointer; } ol { margin: .2rem 0; padding-left: 2rem; } .steady td:first-child { font-weight: 700; }`

/**
 * @param {import('hotpath/lab').Lab} lab
 * @param {import('./findings.js').Findings[]} findings of each variant
 * @param {string[]} files the snapshots
 * @param {string} root paths are told from here
 * @returns {string} the page
 */
export function heapPage (lab, findings, files, root) {
  const most = Math.max(1, ...findings.flatMap(({ rows }) => rows.map(({ retainedBytes }) => retainedBytes)))
  return page({
    title: `${lab.name}: the heap before and after`,
    css: CSS,
    body: `<main><h1>${escaped(lab.name)}: the heap before and after the load</h1>
<p>${escaped(lab.manifest.question)}</p>
${findings.map((one) => section(one, lab.manifest.ladder[one.variant] ?? '', most, root)).join('\n')}
<h2>The snapshots</h2>
<p>To open them in Chrome DevTools: Memory, Load profile, one after the other, then Comparison. The files are next to this page: ${files.map((file) => `<code>${escaped(basename(file))}</code>`).join(', ')}.</p>
<p class="quiet">Each snapshot is taken after a forced garbage collection. A plain object is named by its properties, as in DevTools. The retained size is the memory that would be freed with the new objects. Bold rows grew from each snapshot to the next. All bars share one scale.</p></main>`,
  })
}

/** @param {import('./findings.js').Findings} findings @param {string} label @param {number} most bytes that any row retains @param {string} root */
function section (findings, label, most, root) {
  const { variant, rows } = findings
  const counts = rows[0]?.counts ?? []
  const when = counts.map((_, index) => index === 0 ? 'before' : index === counts.length - 1 ? 'after' : 'during')
  return `<h2>${escaped(variant)} <span class="quiet">${escaped(label)}</span></h2>
<p class="finding">${escaped(sentenceOf(findings, root))}</p>
<table><thead><tr><th>constructor</th><th class="number">new objects</th><th class="number">shallow size</th><th class="number">retained size</th><td></td>${when.map((one) => `<th class="number">${one}</th>`).join('')}<th>held by</th></tr></thead>
<tbody>${rows.map((row) => tableRow(row, most, root)).join('\n')}</tbody></table>`
}

/** @param {import('./findings.js').Grown} row @param {number} most @param {string} root */
function tableRow ({ name, grown, ownBytes, retainedBytes, counts, isSteady, isOfV8, holder }, most, root) {
  const held = holder && !isOfV8
    ? `<details><summary class="way">${escaped(pathTold(holder.short, root))} <span class="quiet">(${Math.round(holder.share * 100)} % of them)</span></summary><ol>${holder.path.map((step) => `<li>${escaped(pathTold([step], root))}</li>`).join('')}</ol></details>`
    : isOfV8 ? '<span class="quiet">internal to V8</span>' : ''
  return `<tr${isSteady && !isOfV8 ? ' class="steady"' : ''}><td>${escaped(name)}</td><td class="number">${signed(grown)}</td><td class="number">${size(ownBytes)}</td><td class="number">${size(retainedBytes)}</td>` +
    `<td class="scale"><svg class="bar" aria-hidden="true"><rect width="${Math.max(0, 100 * retainedBytes / most).toFixed(1)}%" height="100%"/></svg></td>${counts.map((count) => `<td class="number">${count.toLocaleString('en-US')}</td>`).join('')}<td>${held}</td></tr>`
}
