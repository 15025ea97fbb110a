import { readFileSync } from 'node:fs'
import { RESULT_MODE_NOTES, VERDICTS_WORST_FIRST, findWorstVerdict, formatLabCount } from '@hotpath-labs/lab/report/words.js'
import { findMetric } from '@hotpath-labs/lab/metrics.js'
import { formatCountWithNoun, VERDICT_SIGNS, capitalize, formatMultiple, formatSeconds, roundRatio, isBoundedInterval, formatInterval } from '@hotpath-labs/terminal/numbers.js'
import { tabulateCosts, formatLowerBound } from '@hotpath-labs/lab/report/tables.js'
import { EQUIVALENCE_MARGIN } from '@hotpath-labs/engine/stats/same.js'
import { formatRequiredRatio, formatClaimResult } from '@hotpath-labs/lab/report/statement.js'
import { describeClaim, findClaimSides } from '@hotpath-labs/lab/sides.js'
import { formatCounters } from '@hotpath-labs/lab/report/counted.js'
import { explainMissingFigures } from '@hotpath-labs/lab/report/verdict.js'
import { escapeHtml, renderPage } from '../html.js'
import { roundToTenth, CHART_CSS } from '../chart/still.js'
import { makeLogarithmicAxis, widenLogarithmicRange } from '../chart/scale.js'

/**
 * @import { Result, JudgedClaim } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { Published } from '@hotpath-labs/lab/manifest.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Figure } from '@hotpath-labs/records/figures/figures.js'
 */

/**
 * Names machines by letters, because processors' names are too long for headings. A report about one machine needs no letter.
 *
 * @param {Result[]} results
 * @returns {{ machines: { letter: string, machine: string }[], placeOf: (result: Result) => string }}
 *   `placeOf` names the machine, the Node, and the mode unless it is the usual one
 */
function assignMachineLetters (results) {
  const machines = [...new Set(results.map(describeMachine))]
  const letter = (/** @type {string} */ machine) => machines.length > 1 ? formatLetter(machines.indexOf(machine)) : ''
  return {
    machines: machines.map((machine) => ({ letter: letter(machine), machine })),
    placeOf: (result) => [letter(describeMachine(result)), `Node ${result.node.replace(/^v/, '')}`, RESULT_MODE_NOTES[result.mode]].filter(Boolean).join(', '),
  }
}

/** @param {Result} result */
function describeMachine ({ machine: { cpu, cores, os } }) {
  return `${cpu}, ${formatCountWithNoun(cores, 'core')}, ${os}`
}

/** @param {number} index @returns {string} A to Z, then AA */
function formatLetter (index) {
  return (index >= 26 ? formatLetter(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + index % 26)
}

/** Largest number of columns that fit on a printed page if the cells contain ratios. */
const ROOM_FOR_RATIOS = 4

/**
 * @param {Reported[]} labs
 * @param {(result: Result) => string} placeOf
 * @returns {string} HTML: a row for each lab, a column for each place
 */
function renderOverviewTable (labs, placeOf) {
  const places = [...new Set(labs.flatMap(({ results }) => results.map(placeOf)))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const withRatios = places.length <= ROOM_FOR_RATIOS
  const rows = labs.map((lab) => {
    const { name, plan, results, figures } = lab
    const cells = results.length
      ? places.map((place) => `<td>${results.filter((result) => placeOf(result) === place).map((result) => cell(result, withRatios)).join('<br>') || '–'}</td>`)
      : [`<td class="quiet" colspan="${places.length || 1}">${escapeHtml(describeRecords(plan, figures))}</td>`]
    const about = withRatios ? `<td>${escapeHtml(capitalize(describeFirstClaim(lab)))}</td>` : ''
    return `<tr data-group="${classify(lab)}"><th scope="row"><a href="#lab-${escapeHtml(name)}">${escapeHtml(name)}</a></th>${about}${cells.join('')}</tr>`
  })
  const heads = ['lab', ...withRatios ? ['claim'] : [], ...places, ...places.length ? [] : ['ratio']]
  return renderScrolling('Every lab and its verdicts', `<table class="overview"><thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`)
}

/** @param {string} label @param {string} table @returns {string} HTML: the table, which scrolls where it is wider than the window */
function renderScrolling (label, table) {
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(label)}">${table}</div>`
}

/** @param {Result} result @param {boolean} withRatio */
function cell ({ verdict, claims }, withRatio) {
  const [first] = claims
  return `${renderVerdict(verdict)}${withRatio && first ? ` <span class="quiet">${roundRatio(first.ratio, first.interval)}×</span>` : ''}`
}

/** @param {Result['verdict']} verdict */
function renderVerdict (verdict) {
  return `<span class="${verdict.replace(' ', '-')}">${VERDICT_SIGNS[verdict]} ${verdict}</span>`
}

/** @param {Reported} lab @returns {string} the claim whose ratio the overview shows */
function describeFirstClaim ({ plan, results: [result] }) {
  const [claim] = plan?.claims ?? []
  return result?.claims[0]?.says ?? (plan && claim ? describeClaim(plan.lab.manifest, claim) : '')
}

/** @param {Reported['plan']} plan @param {Reported['figures']} figures */
function describeRecords (plan, figures) {
  const [first] = plan?.claims ?? []
  const last = first && figures[first.id]?.at(-1)
  return last ? `${last.text} on Node ${last.node}, on record` : 'no result'
}

/** Group of labs without a result, for the filter. */
const NOT_MEASURED = 'not-measured'

/** @param {Reported} lab @returns {string} the worst verdict of its results, as a word in HTML */
function classify ({ results }) {
  return results.length ? findWorstVerdict(results.map(({ verdict }) => verdict)).replace(' ', '-') : NOT_MEASURED
}

/**
 * Writes the totals. Each total is a button that shows the labs it counts. Style rules hide the other labs, so the page needs no script.
 *
 * @param {Reported[]} labs
 * @returns {string} HTML
 */
function renderTotals (labs) {
  const verdicts = VERDICTS_WORST_FIRST.map((verdict) => ({ id: verdict.replace(' ', '-'), label: renderVerdict(verdict) }))
  const groups = [...verdicts, { id: NOT_MEASURED, label: 'not measured' }]
  const counted = groups.map((group) => ({ ...group, count: labs.filter((lab) => classify(lab) === group.id).length }))
  const button = (/** @type {string} */ id, /** @type {number} */ count, /** @type {string} */ label) =>
    `<label><input type="radio" name="show" id="show-${id}"${id === 'all' ? ' checked' : ''}> <b>${count}</b> ${label}</label>`
  return `<fieldset class="totals"><legend>Show</legend>${button('all', labs.length, labs.length === 1 ? 'lab' : 'labs')}${counted.map(({ id, count, label }) => count ? button(id, count, label) : '').join('')}</fieldset>`
}

const STROKES = /** @type {Record<string, string>} */ ({ slow: 'first', fast: 'second' })

/**
 * @param {Result} result
 * @param {Pick<LabPlan, 'programs'>} plan
 * @param {string} place
 * @returns {string} HTML: a bar for each variant, in a table for each metric that a claim uses
 */
function renderCostTables (result, plan, place) {
  const sentence = formatLowerBound(result, plan)
  const reached = sentence && ` <span class="quiet">${escapeHtml(sentence)}</span>`
  return tabulateCosts(result, plan).map(({ heading, rows, most }, index) => `<table class="cost-table"><caption>${escapeHtml(place)}: ${escapeHtml(heading)}${index === 0 ? reached : ''}</caption>
<thead class="heard"><tr><th>program</th><th>share of the largest</th><th>${escapeHtml(heading)}</th><th>beside</th></tr></thead>
<tbody>${rows.map(({ variant, name, cost, formattedCost, beside }) => `<tr><th scope="row">${escapeHtml(name)}</th><td class="drawn"><svg aria-hidden="true"><rect class="${STROKES[variant] ?? 'step'}" width="${roundToTenth(100 * cost / most)}%" height="100%"/></svg></td><td class="number">${escapeHtml(formattedCost)}</td><td class="number quiet">${escapeHtml(beside)}</td></tr>`).join('\n')}</tbody></table>`).join('\n')
}

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
function renderRatiosTable (claim, judged, figures) {
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
<p>${escapeHtml(capitalize(findMetric(metric).name))}; ${escapeHtml(formatRequiredRatio(claim))}.${known}</p>
${renderScrolling(says, `<table class="ratios"><thead><tr><th scope="col">where</th><th scope="col">verdict</th><th scope="col" class="number">ratio</th><th scope="col" class="drawn"><span class="heard">on one scale</span><svg aria-hidden="true">${scale.ticks.map(({ value, text }) => `<text x="${along(value)}" y="80%">${text}</text>`).join('')}</svg></th><th scope="col">from</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`)}`
}

/** @param {JudgedClaim} claim @returns {[number, number] | undefined} undefined after one pair */
function finiteInterval ({ interval }) {
  return isBoundedInterval(interval) ? interval : undefined
}

/**
 * @typedef {Stated & { id: string, judged: Judged[], isAsWritten: boolean }} Asked `isAsWritten`: the sides are the lab's own
 */

/** Most labs that the report shows unfolded. Of more labs it unfolds those that do not hold. */
const MOST_UNFOLDED = 3

/** @param {Reported} lab @param {(result: Result) => string} placeOf @param {boolean} isOpen @returns {string} HTML */
function renderLabSection (lab, placeOf, isOpen) {
  const { name, plan, results, figures } = lab
  const claims = collectClaims(plan, results, placeOf)
  const tables = claims.map((claim) => renderRatiosTable(claim, claim.judged, claim.isAsWritten ? figures[claim.id] ?? [] : []))
  const verdicts = [...new Set(results.map(({ verdict }) => renderVerdict(verdict)))].join(' ')
  return `<section class="lab" data-group="${classify(lab)}"><details${isOpen ? ' open' : ''}><summary><h2>${escapeHtml(name)} <span class="quiet">${escapeHtml(plan?.lab.manifest.title ?? 'a lab that this project does not have')}</span></h2> ${verdicts}</summary>
<div id="lab-${escapeHtml(name)}">
${plan ? `<p class="question">${escapeHtml(plan.lab.manifest.question)}</p>` : ''}
${results.length ? `<ul class="runs">${results.map((result) => `<li>${describeRun(result, placeOf(result), plan)}</li>`).join('\n')}</ul>` : '<p>This run did not measure the lab. The figures below were recorded earlier.</p>'}
${tables.join('\n')}
<div class="cost-tables">${results.map((result) => renderCostTables(result, plan ?? { programs: {} }, placeOf(result))).join('\n')}</div>
</div></details></section>`
}

/**
 * @param {Reported['plan']} plan
 * @param {Result[]} results
 * @param {(result: Result) => string} placeOf
 * @returns {Asked[]} each once, with all its results
 */
function collectClaims (plan, results, placeOf) {
  if (plan && results.length === 0) {
    return plan.claims.map((claim) => ({
      atLeast: null,
      equivalenceMargin: null,
      dependsOn: null,
      until: null,
      published: null,
      ...claim,
      ...findClaimSides(claim),
      says: describeClaim(plan.lab.manifest, claim),
      required: !('dependsOn' in claim),
      judged: [],
      isAsWritten: true,
    }))
  }
  /** @type {Map<string, Asked>} */
  const asked = new Map()
  for (const result of results) {
    for (const claim of result.claims) {
      // lists a claim again for each kind of run, such as a run with an attendee's file
      const key = [claim.id, claim.slower, claim.faster, result.mode].join(' ')
      const one = asked.get(key) ?? { ...claim, judged: [], isAsWritten: result.mode === 'measured' }
      asked.set(key, one)
      one.judged.push({ place: placeOf(result), cpu: result.machine.cpu, claim })
    }
  }
  return [...asked.values()]
}

/** @param {Result} result @param {string} place @param {Reported['plan']} plan */
function describeRun (result, place, plan) {
  const { verdict, seconds, seed, oracle, counters, services } = result
  const reason = verdict === 'holds' ? '' : explainMissingFigures(result)
  const parts = [
    `in ${formatSeconds(seconds)}`,
    oracle?.verdict === 'same' ? `${oracle.checked} answers compared` : '',
    ...formatCounters(counters, plan ?? undefined),
    ...Object.entries(services).map(([name, { engine, version }]) => `${name}: ${engine} ${version}`),
    `seed ${seed}`,
  ]
  return `${renderVerdict(verdict)} ${escapeHtml(place)} <span class="quiet">${escapeHtml(parts.filter(Boolean).join(' · '))}</span>${reason ? `<br>${escapeHtml(reason)}` : ''}`
}

/**
 * @typedef {object} Reported a lab with its results and records
 * @property {string} name
 * @property {LabPlan | null} plan null for a lab that this project does not have
 * @property {Result[]} results
 * @property {Record<string, (Figure & { node: number })[]>} figures on record, by the claim's id
 */

/**
 * Writes one page about several labs, machines and versions of Node. The page has no script. A printed copy shows all labs, unfolded.
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
<main>${renderTotals(labs)}
${renderOverviewTable(labs, placeOf)}
${legend()}
${labs.map((lab) => renderLabSection(lab, placeOf, labs.length <= MOST_UNFOLDED || !['holds', NOT_MEASURED].includes(classify(lab)))).join('\n')}</main>`,
  })
}

function legend () {
  const key = (/** @type {string} */ drawn) => `<svg class="legend" aria-hidden="true">${drawn}</svg>`
  const upright = (/** @type {string} */ kind) => key(`<line class="${kind}" x1="50%" x2="50%" y2="100%"/>`)
  const across = (/** @type {string} */ kind) => key(`<line class="${kind}" x2="100%" y1="50%" y2="50%"/><circle class="${kind}" cx="50%" cy="50%" r="5"/>`)
  return `<section class="reading"><h2>How to read it</h2>
<p>A ratio says how many times as much one program costs as another, on one machine, with one Node, in one run. Compare two runs by ratio, never by milliseconds.</p>
<ul><li>${across('here')} a ratio with its 95 % interval: in tests at least 93 of 100 such intervals contained the true ratio</li>
<li>${key('<svg class="steady" x="50%" y="50%"><path d="M0-7L5 0 0 7-5 0z"/></svg>')} the ratio of a long run, which was recorded earlier on that Node</li>
<li>${across('record')} the recorded ratios for a version of Node, over all machines on record</li>
<li>${upright('atLeast')} the ratio that the lab requires; ${upright('published')} the published ratio, if its source measured the same thing as the lab; ${upright('one')} 1×: both cost the same</li></ul>
<p>A false claim passes in at most 1 run of 1,000; a true one is called broken in at most 1 of 10,000. All bars of a table share one scale.</p></section>`
}
