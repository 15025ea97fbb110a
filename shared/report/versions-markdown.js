import { FATES, fateOf } from '../versions/fate.js'
import { row } from './markdown.js'
import { byReason, fateTold } from './versions.js'
import { between, times } from './words.js'

/** @typedef {import('../versions/reading.js').ClaimOverVersions} ClaimOverVersions @typedef {import('../versions/reading.js').Estimate} Estimate @typedef {import('../versions/reading.js').LabOverVersions} LabOverVersions */

/** @param {Estimate} estimate */
const withInterval = ({ ratio, interval }) => `${times(ratio)}${between(interval)}`

/**
 * @param {string[]} fates such as died, weakened
 * @param {ClaimOverVersions[]} claims of all labs
 * @returns {string} a table of the claims of which these have become true
 */
export function fatesTable (fates, claims) {
  const rows = claims.filter(({ readings }) => readings.length).map((told) => ({ told, ...fateOf(told) })).filter(({ fate }) => fates.includes(fate)).map(({ told: { lab, claim, readings }, fate, since }) => {
    const [oldest, newest] = [readings[0], readings[readings.length - 1]]
    const most = readings.reduce((a, b) => Math.abs(Math.log(b.late.ratio)) > Math.abs(Math.log(a.late.ratio)) ? b : a)
    return row([
      `[${lab}](../labs/${lab})`,
      claim.says,
      claim.published ? `${times(claim.published.ratio)}${claim.published.asks === 'the same' ? '' : ', of another program'}` : '',
      `${times(oldest.late.ratio)} on ${oldest.major}`,
      `${times(most.late.ratio)} on ${most.major}`,
      `${times(newest.early.ratio)} on ${newest.major}`,
      `${withInterval(newest.late)} on ${newest.major}`,
      // where both are claimed to cost the same, it is the claim that lives
      fate === 'died' && 'same' in claim ? `true since Node ${since}` : `${fate}${since ? ` with Node ${since}` : ''}`,
    ])
  })
  if (rows.length === 0) return `No claim that is recorded: ${fates.map((fate) => FATES[/** @type {keyof typeof FATES} */ (fate)]).join('; ')}.`
  return [row(['lab', 'claim', 'published', 'oldest Node', 'most', 'newest, early', 'newest, older', 'what became of it']), row(Array(8).fill('---')), ...rows].join('\n')
}

/**
 * @param {ClaimOverVersions | undefined} told
 * @param {string} lab
 * @param {string} picture its chart, as the page links it
 * @returns {string} the chart of a claim and its figures
 */
export function claimBlock (told, lab, picture) {
  if (!told?.readings.length) return `Not recorded yet: \`pnpm versions record ${lab}\`.`
  const { claim: { changes = [], says }, base, against, readings } = told
  return [
    `![${says}: ${fateTold(told)}](${picture})`,
    '',
    row(['Node', ...readings.map(({ major }) => `${major}`)]),
    row(Array(readings.length + 1).fill('---')),
    row([`\`${base}\` over \`${against}\`, early`, ...readings.map(({ early }) => times(early.ratio))]),
    row([`older${readings.every(({ isSteady }) => isSteady) ? ', steady' : ''}`, ...readings.map(({ late }) => withInterval(late))]),
    row(['seconds of CPU', ...readings.map(({ early, late }) => `${early.cpuSeconds}, ${late.cpuSeconds}`)]),
    ...changes.flatMap(({ node, says, link }) => ['', `Node ${node}: [${says}](${link}).`]),
  ].join('\n')
}

/** @param {LabOverVersions | undefined} told @param {string} lab @returns {string} a table of one variant on one Node against another */
export function acrossTable (told, lab) {
  if (!told?.across.length) return `Not recorded yet: \`pnpm versions record ${lab} --across slow\`.`
  return [
    row(['variant', 'from', 'to', 'cost, early', 'cost, older']),
    row(Array(5).fill('---')),
    ...told.across.map(({ side, from, to, early, late }) => row([`\`${side}\``, from, to, withInterval(early), withInterval(late)])),
  ].join('\n')
}

/** @param {LabOverVersions[]} labs @returns {string} what ran where, and what could not */
export function whereTable (labs) {
  const recorded = labs.filter(({ claims, refusals }) => refusals.length || claims.some(({ readings }) => readings.length))
  return [
    row(['lab', 'Nodes', 'cannot run on', 'processor']),
    row(Array(4).fill('---')),
    ...recorded.map(({ lab, claims, refusals, processors }) => row([
      `[${lab.name}](../labs/${lab.name})`,
      claims[0].readings.map(({ major }) => major).join(', '),
      byReason(refusals).map(({ nodes, cannot }) => `${nodes}: ${cannot}`).join('; '),
      processors.join(', '),
    ])),
  ].join('\n')
}
