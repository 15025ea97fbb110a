import { escapeHtml } from '../data.js'
import { tabulateCosts, formatLowerBound } from 'hotpath/report'
import { roundToTenth } from '../chart/still.js'

/** @import { Manifest } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */

const STROKES = /** @type {Record<string, string>} */ ({ slow: 'first', fast: 'second' })

/**
 * @param {Result} result
 * @param {Manifest} manifest
 * @param {string} place
 * @returns {string} HTML: a bar for each variant, in a table for each metric that a claim uses
 */
export function renderCostTables (result, manifest, place) {
  const sentence = formatLowerBound(result, manifest)
  const reached = sentence && ` <span class="quiet">${escapeHtml(sentence)}</span>`
  return tabulateCosts(result, manifest).map(({ heading, rows, most }, index) => `<table class="cost-table"><caption>${escapeHtml(place)}: ${escapeHtml(heading)}${index === 0 ? reached : ''}</caption>
<thead class="heard"><tr><th>program</th><th>share of the largest</th><th>${escapeHtml(heading)}</th><th>beside</th></tr></thead>
<tbody>${rows.map(({ variant, name, cost, formattedCost, beside }) => `<tr><th scope="row">${escapeHtml(name)}</th><td class="drawn"><svg aria-hidden="true"><rect class="${STROKES[variant] ?? 'step'}" width="${roundToTenth(100 * cost / most)}%" height="100%"/></svg></td><td class="number">${escapeHtml(formattedCost)}</td><td class="number quiet">${escapeHtml(beside)}</td></tr>`).join('\n')}</tbody></table>`).join('\n')
}
