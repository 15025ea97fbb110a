import { escapeHtml } from '../data.js'
import { EQUIVALENCE_MARGIN } from 'hotpath/stats'
import { formatRequiredRatio, capitalize, formatCountWithNoun, isBoundedInterval, formatInterval, VERDICT_SIGNS, findMetricWords, roundRatio, formatClaimResult, formatMultiple } from 'hotpath/report'
import { makeLogarithmicAxis, widenLogarithmicRange } from '../chart/scale.js'
import { roundToTenth } from '../chart/still.js'

/** @import { Figure } from '@hotpath-labs/history' */
/** @import { Published } from 'hotpath/lab' */
/** @import { JudgedClaim } from 'hotpath/measure' */

/**
 * @typedef {{ place: string, cpu: string, claim: JudgedClaim }} Judged
 *
 * @typedef {object} Stated a claim, the same in all its results
 * @property {string} says
 * @property {string} metric
 * @property {string} slower
 * @property {string} faster
 * @property {boolean} required
 * @property {number | null | undefined} atLeast
 * @property {number | null | undefined} equivalenceMargin
 * @property {string | null | undefined} dependsOn
 * @property {Published | null | undefined} published
 * @property {string | null | undefined} until
 */

/**
 * Writes an HTML table of a claim's measured and recorded ratios, and draws all of them on the same scale.
 *
 * @param {Stated} claim
 * @param {Judged[]} judged
 * @param {(Figure & { node: number })[]} figures
 * @returns {string} HTML
 */
export function renderRatiosTable (claim, judged, figures) {
  const { says, metric, required, atLeast, equivalenceMargin, published, until } = claim
  const comparable = published?.asks === 'the same' ? published : null
  const bounds = !required ? [] : typeof atLeast === 'number' ? [atLeast] : [1 / (1 + (equivalenceMargin ?? EQUIVALENCE_MARGIN)), 1 + (equivalenceMargin ?? EQUIVALENCE_MARGIN)]
  const measured = judged.flatMap(({ claim }) => [claim.ratio, ...finiteInterval(claim) ?? [], ...claim.steady ? [claim.steady.ratio] : []])
  const values = [1, ...bounds, ...comparable ? [comparable.ratio] : [], ...measured, ...figures.flatMap(({ range }) => range)]
  const scale = makeLogarithmicAxis(widenLogarithmicRange(values), [0, 100], formatMultiple)
  const along = (/** @type {number} */ ratio) => `${roundToTenth(scale.at(ratio))}%`
  const lines = /** @type {[number, string][]} */ ([[1, 'one'], ...bounds.map((bound) => [bound, 'atLeast']), ...comparable ? [[comparable.ratio, 'published']] : []])
    .map(([at, name]) => `<line class="${name}" x1="${along(at)}" x2="${along(at)}" y2="100%"/>`).join('')
  const strip = (/** @type {string} */ kind, /** @type {number} */ ratio, /** @type {number[]} */ [low, high] = [ratio, ratio], inside = '') =>
    `<td class="drawn strip"><svg aria-hidden="true">${lines}<line class="${kind}" x1="${along(low)}" x2="${along(high)}" y1="50%" y2="50%"/>${inside}<circle class="${kind}" cx="${along(ratio)}" cy="50%" r="5"/></svg></td>`
  const rows = [
    ...judged.map(({ place, claim }) => {
      const { ratio, pairs, steady } = claim
      const interval = finiteInterval(claim)
      const { verdict, later } = formatClaimResult(claim)
      // draws a diamond at the steady ratio, which an earlier long run recorded after both programs were warm
      const old = steady ? `<svg class="steady" x="${along(steady.ratio)}" y="50%"><path d="M0-7L5 0 0 7-5 0z"/></svg>` : ''
      return `<tr><th scope="row">${escapeHtml(place)}</th><td class="${verdict ?? 'shown'}">${verdict ? `${VERDICT_SIGNS[verdict]} ${verdict}` : 'for information'}</td><td class="number"><b>${roundRatio(ratio, claim.interval)}×</b>${interval ? ` <span class="quiet">${formatInterval(interval)}</span>` : ''}</td>${strip('here', ratio, interval, old)}<td>${escapeHtml([formatCountWithNoun(pairs, 'pair'), later].filter(Boolean).join('; '))}</td></tr>`
    }),
    ...figures.map(({ node, text, range }) => `<tr class="recorded"><th scope="row">Node ${node}</th><td>on record</td><td class="number" colspan="1">${escapeHtml(text)}</td>${strip('record', Math.sqrt(range[0] * range[1]), range)}<td></td></tr>`),
  ]
  const known = comparable ? ` Published: ${formatMultiple(comparable.ratio)}${until ? `, as it was before Node ${until}` : ''}.` : ''
  return `<h3>${escapeHtml(capitalize(says))}</h3>
<p>${escapeHtml(capitalize(findMetricWords(metric).name))}; ${escapeHtml(formatRequiredRatio(claim))}.${known}</p>
<table class="ratios"><thead><tr><th scope="col">where</th><th scope="col">verdict</th><th scope="col" class="number">ratio</th><th scope="col" class="drawn"><span class="heard">on one scale</span><svg aria-hidden="true">${scale.ticks.map(({ value, text }) => `<text x="${along(value)}" y="80%">${text}</text>`).join('')}</svg></th><th scope="col">from</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
}

/** @param {JudgedClaim} claim @returns {[number, number] | undefined} undefined after one pair */
function finiteInterval ({ interval }) {
  return isBoundedInterval(interval) ? interval : undefined
}
