import { escaped } from '../../page/data.js'
import { laddersOf } from '../ladder.js'
import { percent } from '../words.js'
import { along } from './scale.js'

/** @typedef {import('../../measure/run.js').Result} Result @typedef {import('../../lab/manifest.js').Manifest} Manifest */

const STROKES = /** @type {Record<string, string>} */ ({ slow: 'first', fast: 'second' })

/** @param {Result} result @param {Manifest} manifest @param {string} place @returns {string} HTML: each of its variants as a bar, by each metric that is claimed something of */
export function ladderTables (result, manifest, place) {
  const reached = result.limit ? ` <span class="quiet">in one pair fast reached ${percent(result.limit.fraction)} of the limit</span>` : ''
  return laddersOf(result, manifest).filter(({ rows, most }) => rows.length && most > 0).map(({ metric, rows, most }, index) => `<table class="ladder"><caption>${escaped(place)}: ${escaped(metric.name)}${index === 0 ? reached : ''}</caption>
<thead class="heard"><tr><th>variant</th><th>share of the largest</th><th>${escaped(metric.name)}</th><th>beside</th></tr></thead>
<tbody>${rows.map(({ variant, name, label, cost, told, beside }) => `<tr><th scope="row">${escaped(name)} <span class="quiet">${escaped(label)}</span></th><td class="drawn"><svg aria-hidden="true"><rect class="${STROKES[variant] ?? 'step'}" width="${along(cost / most)}" height="100%"/></svg></td><td class="number">${escaped(told)}</td><td class="number quiet">${escaped(beside)}</td></tr>`).join('\n')}</tbody></table>`).join('\n')
}
