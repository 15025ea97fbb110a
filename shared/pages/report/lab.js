import { escapeHtml } from '../data.js'
import { describeClaim, findClaimSides } from 'hotpath/lab'
import { formatCounters, VERDICT_SIGNS, explainMissingFigures, formatSeconds } from 'hotpath/report'
import { renderCostTables } from './cost-tables.js'
import { renderRatiosTable } from './ratios.js'

/** @import { Judged, Stated } from './ratios.js' */
/** @import { Reported } from './report.js' */
/** @import { Manifest } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */

/**
 * @typedef {Stated & { id: string, judged: Judged[], isAsWritten: boolean }} Asked `isAsWritten`: the sides are the lab's own
 */

/** @param {Reported} lab @param {(result: Result) => string} placeOf @returns {string} HTML */
export function renderLabSection ({ name, manifest, results, figures }, placeOf) {
  const known = manifest ?? /** @type {Manifest} */ (/** @type {unknown} */ ({ variants: {}, claims: [] }))
  const claims = collectClaims(known, results, placeOf)
  const tables = claims.map((claim) => renderRatiosTable(claim, claim.judged, claim.isAsWritten ? figures[claim.id] ?? [] : []))
  return `<section class="lab" id="lab-${escapeHtml(name)}"><h2>${escapeHtml(name)} <span class="quiet">${escapeHtml(manifest?.title ?? 'a lab that this project does not have')}</span></h2>
${manifest ? `<p class="question">${escapeHtml(manifest.question)}</p>` : ''}
${results.length ? `<ul class="runs">${results.map((result) => `<li>${describeRun(result, placeOf(result), manifest)}</li>`).join('\n')}</ul>` : '<p>This run did not measure the lab. The figures below were recorded earlier.</p>'}
${tables.join('\n')}
<div class="cost-tables">${results.map((result) => renderCostTables(result, known, placeOf(result))).join('\n')}</div>
</section>`
}

/**
 * @param {Manifest} manifest
 * @param {Result[]} results
 * @param {(result: Result) => string} placeOf
 * @returns {Asked[]} each once, with all its results
 */
function collectClaims (manifest, results, placeOf) {
  if (results.length === 0) {
    return manifest.claims.map((claim) => ({
      atLeast: null,
      equivalenceMargin: null,
      dependsOn: null,
      until: null,
      published: null,
      ...claim,
      ...findClaimSides(claim),
      says: describeClaim(manifest, claim),
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

/** @param {Result} result @param {string} place @param {Manifest | null} manifest */
function describeRun (result, place, manifest) {
  const { verdict, seconds, seed, oracle, counters, services } = result
  const reason = verdict === 'holds' ? '' : explainMissingFigures(result)
  const parts = [
    `in ${formatSeconds(seconds)}`,
    oracle?.verdict === 'same' ? `${oracle.checked} answers compared` : '',
    ...formatCounters(counters, manifest ?? undefined),
    ...Object.entries(services).map(([name, { engine, version }]) => `${name}: ${engine} ${version}`),
    `seed ${seed}`,
  ]
  return `<span class="${escapeHtml(verdict.replace(' ', '-'))}">${escapeHtml(`${VERDICT_SIGNS[verdict]} ${verdict}`)}</span> ${escapeHtml(place)} <span class="quiet">${escapeHtml(parts.filter(Boolean).join(' · '))}</span>${reason ? `<br>${escapeHtml(reason)}` : ''}`
}
