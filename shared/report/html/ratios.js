import { escaped } from '../../page/data.js'
import { SAME } from '../../stats/same.js'
import { toldAge, whenOld } from '../steady.js'
import { askedOf, counting, heardOf, metricNamed, publishedTold, times } from '../words.js'
import { along, logScale } from './scale.js'

/**
 * @typedef {import('../../measure/run.js').JudgedClaim} JudgedClaim
 * @typedef {{ place: string, cpu: string, claim: JudgedClaim }} Judged
 *
 * @typedef {object} Stated what all results of a claim have in common
 * @property {string} says
 * @property {string} metric
 * @property {string} base
 * @property {string} against
 * @property {boolean} gates
 * @property {number | null | undefined} floor
 * @property {number | null | undefined} within
 * @property {string | null | undefined} shown
 * @property {import('../../lab/manifest.js').Published | null | undefined} published
 * @property {string | null | undefined} until
 */

/**
 * One claim: what every result says of it, and what is recorded, on one scale.
 *
 * @param {Stated} claim
 * @param {Judged[]} judged
 * @param {import('../../ledger/readings.js').Reading[]} readings
 * @returns {string} HTML
 */
export function ratiosTable (claim, judged, readings) {
  const { says, metric, base, against, gates, floor, within, shown, published, until } = claim
  const bounds = !gates ? [] : typeof floor === 'number' ? [floor] : [1 / (1 + (within ?? SAME)), 1 + (within ?? SAME)]
  const scale = logScale([1, ...bounds, ...published ? [published.ratio] : [], ...judged.flatMap(({ claim }) => [claim.ratio, ...intervalOf(claim) ?? [], ...claim.steady ? [claim.steady.ratio] : []]), ...readings.flatMap(({ ratio, interval }) => [ratio, ...interval])], times)
  const lines = /** @type {[number, string][]} */ ([[1, 'one'], ...bounds.map((bound) => [bound, 'floor']), ...published ? [[published.ratio, 'published']] : []])
    .map(([at, name]) => `<line class="${name}" x1="${along(scale.at(at))}" x2="${along(scale.at(at))}" y2="100%"/>`).join('')
  const strip = (/** @type {string} */ kind, /** @type {number} */ ratio, /** @type {number[]} */ [low, high] = [ratio, ratio], inside = '') =>
    `<td class="drawn strip"><svg aria-hidden="true">${lines}<line class="${kind}" x1="${along(scale.at(low))}" x2="${along(scale.at(high))}" y1="50%" y2="50%"/>${inside}<circle class="${kind}" cx="${along(scale.at(ratio))}" cy="50%" r="5"/></svg></td>`
  const rows = [
    ...judged.map(({ place, cpu, claim }) => {
      const { ratio, pairs, age, steady } = claim
      const interval = intervalOf(claim)
      // an upright diamond: where the ratio is by a long run
      const old = steady ? `<svg class="steady" x="${along(scale.at(steady.ratio))}" y="50%"><path d="M0-7L5 0 0 7-5 0z"/></svg>` : ''
      return `<tr><th scope="row">${escaped(place)}</th><td class="${claim.gates ? escaped(claim.verdict) : 'shown'}">${escaped(heardOf(claim))}</td><td class="number">${ratioTold(ratio, interval)}</td>${strip('here', ratio, interval, old)}<td>${agesTold(claim, age, pairs, cpu)}</td></tr>`
    }),
    ...readings.map(({ node, ratio, interval, runs }) => `<tr class="recorded"><th scope="row">Node ${node}</th><td>recorded</td><td class="number">${ratioTold(ratio, runs > 1 ? interval : undefined)}</td>${strip('record', ratio, interval)}<td>${runs === 1 ? 'one run' : `${runs} runs`}</td></tr>`),
  ]
  return `<h3>${escaped(says)}</h3>
<p>${escaped(base)} over ${escaped(against)}, ${escaped(metricNamed(metric).name)}: ${gates ? `the claim is ${escaped(askedOf({ floor: floor ?? null, within: within ?? null }))}` : `nothing is judged by it; it depends on ${escaped(shown ?? 'the machine')}`}.</p>${published ? `\n<p class="quiet">${escaped(publishedTold(published, until))}</p>` : ''}
<table class="ratios"><thead><tr><th scope="col">where</th><th scope="col">verdict</th><th scope="col" class="number">ratio</th><th scope="col" class="drawn"><span class="heard">on one scale</span><svg aria-hidden="true">${scale.ticks.map(({ at, told }) => `<text x="${along(at)}" y="80%">${told}</text>`).join('')}</svg></th><th scope="col">at what age</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
}

/** @param {JudgedClaim} claim @returns {[number, number] | undefined} one pair has none */
function intervalOf ({ interval: [low, high] }) {
  return low > 0 && Number.isFinite(high) ? [low, high] : undefined
}

/** @param {number} ratio @param {number[]} [interval] */
function ratioTold (ratio, interval) {
  return `<b>${times(ratio)}</b>${interval ? ` <span class="quiet">[${interval.map(times).join(' … ')}]</span>` : ''}`
}

/** @param {JudgedClaim} claim @param {JudgedClaim['age'] | undefined | null} age @param {number} pairs @param {string} cpu */
function agesTold (claim, age, pairs, cpu) {
  const old = whenOld(claim, { cpu })
  const parts = [counting(pairs, 'pair'), ...age ? [`${claim.base} after ${toldAge(age.base)}`, `${claim.against} after ${toldAge(age.against)}`] : []]
  return `${escaped(parts.join('; '))}${old ? `. <b>${escaped(old)}</b>` : ''}`
}
