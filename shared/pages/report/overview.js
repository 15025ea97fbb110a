import { escapeHtml } from '../data.js'
import { VERDICT_SIGNS, roundRatio } from 'hotpath/report'

/** @import { Reported } from './report.js' */
/** @import { Result } from 'hotpath/measure' */

/** Largest number of columns that fit on a printed page if the cells contain ratios. */
const ROOM_FOR_RATIOS = 4

/**
 * @param {Reported[]} labs
 * @param {(result: Result) => string} placeOf
 * @returns {string} HTML: a row for each lab, a column for each place
 */
export function renderOverviewTable (labs, placeOf) {
  const places = [...new Set(labs.flatMap(({ results }) => results.map(placeOf)))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const withRatios = places.length <= ROOM_FOR_RATIOS
  const rows = labs.map(({ name, manifest, results, figures }) => {
    const cells = results.length
      ? places.map((place) => `<td>${results.filter((result) => placeOf(result) === place).map((result) => cell(result, withRatios)).join('<br>')}</td>`)
      : [`<td class="quiet" colspan="${places.length || 1}">${escapeHtml(describeRecords(manifest, figures))}</td>`]
    return `<tr><th scope="row"><a href="#lab-${escapeHtml(name)}">${escapeHtml(name)}</a></th>${withRatios ? `<td>${escapeHtml(manifest?.title ?? '')}</td>` : ''}${cells.join('')}</tr>`
  })
  return `<table class="overview"><caption class="heard">Every lab and its verdicts</caption><thead><tr><th scope="col">lab</th>${withRatios ? '<th scope="col">about</th>' : ''}${places.map((place) => `<th scope="col">${escapeHtml(place)}</th>`).join('')}${places.length ? '' : '<th scope="col">recorded</th>'}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
}

/** @param {Result} result @param {boolean} withRatio */
function cell ({ verdict, claims }, withRatio) {
  const [first] = claims
  return `<span class="${escapeHtml(verdict.replace(' ', '-'))}">${escapeHtml(`${VERDICT_SIGNS[verdict]} ${verdict}`)}</span>${withRatio && first ? ` <span class="quiet">${roundRatio(first.ratio, first.interval)}× ${escapeHtml(first.id)}</span>` : ''}`
}

/** @param {Reported['manifest']} manifest @param {Reported['figures']} figures */
function describeRecords (manifest, figures) {
  const [first] = manifest?.claims ?? []
  const last = first && figures[first.id]?.at(-1)
  return last ? `on record: ${first.id} ${last.text} on Node ${last.node}` : 'no result'
}
