import { ACTIONS, fateOf } from './fate.js'
import { LTS, figureAt } from '../ledger/figure.js'
import { capital, rangeTimes, row } from 'hotpath/report'
import { byReason, fateTold } from './screen.js'

/** @typedef {import('./reading.js').ClaimOverVersions} ClaimOverVersions @typedef {import('./reading.js').LabOverVersions} LabOverVersions */

/**
 * Writes the claims for which a reader has to do the same: unlearn, relearn, keep, or never have believed.
 *
 * @param {keyof typeof ACTIONS | 'unclear'} action
 * @param {ClaimOverVersions[]} claims of all labs
 * @returns {string} a table
 */
export function actionTable (action, claims) {
  const rows = claims.filter(({ readings }) => readings.length).flatMap((told) => {
    const { fate } = fateOf(told)
    if (action === 'unclear' ? fate !== 'unclear' : !(/** @type {readonly string[]} */ (ACTIONS[action])).includes(fate)) return []
    const { lab, claim, says, readings } = told
    const [oldest] = readings
    const known = claim.published?.asks === 'the same' ? ` (published: ${claim.published.ratio}×)` : ''
    return [row([
      `[${lab}](../labs/${lab})`,
      `${capital(says)}${known}`,
      `${rangeTimes(oldest.late.interval)} on ${oldest.major}`,
      figureNow(told),
      fateTold(told),
    ])]
  })
  if (rows.length === 0) return 'No claim on record.'
  return [row(['lab', 'claim', 'oldest Node', `Node ${LTS}`, 'the difference is']), row(Array(5).fill('---')), ...rows].join('\n')
}

/** @param {ClaimOverVersions} told @returns {string} on the newest Node: the steady range over the machines on record */
function figureNow ({ readings, recorded }) {
  const newest = readings[readings.length - 1]
  return figureAt(recorded, LTS)?.text ?? `${rangeTimes(newest.late.interval)}${newest.major === LTS ? '' : ` on ${newest.major}`}`
}

/**
 * @param {ClaimOverVersions | undefined} told
 * @param {string} lab
 * @param {string} picture its chart, as the page links it
 * @returns {string} the chart of a claim and its figures
 */
export function claimBlock (told, lab, picture) {
  if (!told?.readings.length) return `Not recorded yet: \`pnpm versions record ${lab}\`.`
  const { claim: { changes = [] }, says, readings, recorded } = told
  return [
    `![${capital(says)}: ${fateTold(told)}](${picture})`,
    '',
    row(['Node', ...readings.map(({ major }) => `${major}`)]),
    row(Array(readings.length + 1).fill('---')),
    row(['ratio', ...readings.map(({ major, late }) => figureAt(recorded, major)?.text ?? rangeTimes(late.interval))]),
    ...changes.flatMap(({ node, says, link }) => ['', `Node ${node}: [${says}](${link}).`]),
  ].join('\n')
}

/** @param {LabOverVersions | undefined} told @param {string} lab @returns {string} a table of one variant on one Node against another */
export function acrossTable (told, lab) {
  if (!told?.across.length) return `Not recorded yet: \`pnpm versions record ${lab} --across slow\`.`
  return [
    row(['program', 'from Node', 'to Node', 'costs']),
    row(Array(4).fill('---')),
    ...told.across.map(({ side, from, to, late }) => row([told.lab.manifest.ladder[side] ?? side, from.slice(1), to.slice(1), `${rangeTimes(late.interval)} as much`])),
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
