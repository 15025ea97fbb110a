import { escaped } from '../data.js'
import { laddersOf, percent } from 'hotpath/report'
import { round } from '../chart/still.js'

/** @import { Manifest } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */

const STROKES = /** @type {Record<string, string>} */ ({ slow: 'first', fast: 'second' })

/**
 * @param {Result} result
 * @param {Manifest} manifest
 * @param {string} place
 * @returns {string} HTML: a bar for each variant, in a table for each metric that a claim uses
 */
export function ladderTables (result, manifest, place) {
  const reached = result.limit && manifest.limit ? ` <span class="quiet">${escaped(manifest.ladder.fast)} runs at ${percent(result.limit.fraction)} of the speed of ${escaped(manifest.limit)}</span>` : ''
  return laddersOf(result, manifest).map(({ heading, rows, most }, index) => `<table class="ladder"><caption>${escaped(place)}: ${escaped(heading)}${index === 0 ? reached : ''}</caption>
<thead class="heard"><tr><th>program</th><th>share of the largest</th><th>${escaped(heading)}</th><th>beside</th></tr></thead>
<tbody>${rows.map(({ variant, name, cost, told, beside }) => `<tr><th scope="row">${escaped(name)}</th><td class="drawn"><svg aria-hidden="true"><rect class="${STROKES[variant] ?? 'step'}" width="${round(100 * cost / most)}%" height="100%"/></svg></td><td class="number">${escaped(told)}</td><td class="number quiet">${escaped(beside)}</td></tr>`).join('\n')}</tbody></table>`).join('\n')
}
