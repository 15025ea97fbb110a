import { readFileSync } from 'node:fs'
import { CHART_CSS } from '../chart/still.js'
import { escapeHtml } from '../data.js'
import { renderPage } from '../frame.js'
import { formatLabCount, formatSeconds } from 'hotpath/report'
import { renderLabSection } from './lab.js'
import { renderOverviewTable } from './overview.js'
import { assignMachineLetters } from './places.js'

/** @import { Figure } from '@hotpath-labs/history' */
/** @import { Manifest } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */

/**
 * @typedef {object} Reported a lab with its results and records
 * @property {string} name
 * @property {Manifest | null} manifest null for a lab that this project does not have
 * @property {Result[]} results
 * @property {Record<string, (Figure & { node: number })[]>} figures on record, by the claim's id
 */

/**
 * Writes one page about several labs, machines and versions of Node. The page has no script, so that a printed copy shows everything.
 *
 * @param {Reported[]} labs
 * @param {string} written the day
 * @returns {string} HTML
 */
export function renderReportPage (labs, written) {
  const results = labs.flatMap((lab) => lab.results)
  const { machines, placeOf } = assignMachineLetters(results)
  const items = machines.map(({ letter, machine }) => `<li>${letter ? `<b>${letter}</b> ` : ''}${escapeHtml(machine)}</li>`).join('')
  const measured = results.length ? `${formatLabCount(results)}, measured in ${formatSeconds(results.reduce((sum, { seconds }) => sum + seconds, 0))}` : `${labs.length} labs without results: every figure below was recorded earlier`
  return renderPage({
    title: 'hotpath-labs: a report',
    css: CHART_CSS + readFileSync(new URL('style.css', import.meta.url), 'utf8'),
    body: `<header><h1>What is faster, and by how much</h1>
<p>${escapeHtml(measured)}. Written on ${escapeHtml(written)}.</p>${items ? `\n<ul class="machines">${items}</ul>` : ''}</header>
<main>${renderOverviewTable(labs, placeOf)}
${legend()}
${labs.map((lab) => renderLabSection(lab, placeOf)).join('\n')}</main>`,
  })
}

function legend () {
  const key = (/** @type {string} */ drawn) => `<svg class="legend" aria-hidden="true">${drawn}</svg>`
  const upright = (/** @type {string} */ kind) => key(`<line class="${kind}" x1="50%" x2="50%" y2="100%"/>`)
  const across = (/** @type {string} */ kind) => key(`<line class="${kind}" x2="100%" y1="50%" y2="50%"/><circle class="${kind}" cx="50%" cy="50%" r="5"/>`)
  return `<section class="reading"><h2>How to read it</h2>
<p>A ratio says how many times as much one program costs as another, on one machine, with one Node, in one run. Compare two runs by ratio, never by milliseconds.</p>
<ul><li>${across('here')} a ratio, and an interval that contains the true one in at least 93 of 100 such runs</li>
<li>${key('<svg class="steady" x="50%" y="50%"><path d="M0-7L5 0 0 7-5 0z"/></svg>')} the ratio of a long run, which was recorded earlier on that Node</li>
<li>${across('record')} the recorded ratios for a version of Node, over all machines on record</li>
<li>${upright('atLeast')} the ratio that the lab requires; ${upright('published')} the published ratio, if its source measured the same thing as the lab; ${upright('one')} 1×: both cost the same</li></ul>
<p>A false claim passes in at most 1 run of 1,000; a true one is called broken in at most 1 of 10,000. All bars of a table share one scale.</p></section>`
}
