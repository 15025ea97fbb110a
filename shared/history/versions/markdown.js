import { capitalize, formatRange } from 'hotpath/report'
import { LTS, findComparable, findFigure } from '../figures/figure.js'
import { formatTable } from '../figures/table.js'
import { ACTIONS, findOutcome } from './outcome.js'
import { formatOutcome, groupRefusals } from './screen.js'

/** @import { ClaimOverVersions, LabOverVersions } from './results.js' */

/**
 * Formats the claims that have the same advice to readers: unlearn, relearn, keep, or never believe.
 *
 * @param {keyof typeof ACTIONS | 'unclear'} action
 * @param {ClaimOverVersions[]} claims of all labs
 */
export function renderActions (action, claims) {
  const outcomes = /** @type {readonly string[]} */ (action === 'unclear' ? ['unclear'] : ACTIONS[action])
  const chosen = claims.filter((recorded) => recorded.readings.length && outcomes.includes(findOutcome(recorded).outcome))
  if (chosen.length === 0) return 'No claim on record.'
  return formatTable(['lab', 'claim', 'oldest Node', `Node ${LTS}`, 'the difference is'], chosen.map((recorded) => {
    const { lab, claim, says, readings: [oldest] } = recorded
    const published = findComparable(claim)
    return [
      `[${lab}](../labs/${lab})`,
      `${capitalize(says)}${published ? ` (published: ${published.ratio}×)` : ''}`,
      `${formatRange(oldest.late.interval)} on Node ${oldest.major}`,
      formatNewest(recorded),
      formatOutcome(recorded),
    ]
  }))
}

/** @param {ClaimOverVersions} recorded @returns {string} the figure on the newest Node */
function formatNewest ({ readings, recorded }) {
  const newest = readings[readings.length - 1]
  return findFigure(recorded, LTS)?.text ?? `${formatRange(newest.late.interval)}${newest.major === LTS ? '' : ` on Node ${newest.major}`}`
}

/**
 * Formats a claim's chart and its figures on each Node.
 *
 * @param {ClaimOverVersions | undefined} claim
 * @param {string} lab
 * @param {string} picture link to the chart
 */
export function renderClaimBlock (claim, lab, picture) {
  if (!claim?.readings.length) return `Not recorded yet: \`pnpm versions record ${lab}\`.`
  const { claim: { changes = [] }, says, readings, recorded } = claim
  const ratios = readings.map(({ major, late }) => findFigure(recorded, major)?.text ?? formatRange(late.interval))
  return [
    `![${capitalize(says)}: ${formatOutcome(claim)}](${picture})`,
    '',
    formatTable(['Node', ...readings.map(({ major }) => `${major}`)], [['ratio', ...ratios]]),
    ...changes.flatMap(({ node, says, link }) => ['', `Node ${node}: [${says}](${link}).`]),
  ].join('\n')
}

/** Formats one variant's cost on two Nodes. @param {LabOverVersions | undefined} recorded @param {string} lab */
export function renderCrossVersions (recorded, lab) {
  if (!recorded?.across.length) return `Not recorded yet: \`pnpm versions record ${lab} --across slow\`.`
  const { across, lab: { manifest: { variants } } } = recorded
  return formatTable(['program', 'older Node', 'newer Node', 'cost on the newer Node'], across.map(({ side, from, to, late }) => [
    variants[side] ?? side,
    from.slice(1),
    to.slice(1),
    `${formatRange(late.interval)} as much`,
  ]))
}

/** Formats which labs were recorded on which Nodes and processors. @param {LabOverVersions[]} labs */
export function renderCoverage (labs) {
  const recorded = labs.filter(({ claims, refusals }) => refusals.length || claims.some(({ readings }) => readings.length))
  return formatTable(['lab', 'measured on Node', 'cannot run on Node', 'processor'], recorded.map(({ lab: { name }, claims, refusals, processors }) => [
    `[${name}](../labs/${name})`,
    claims[0].readings.map(({ major }) => major).join(', '),
    groupRefusals(refusals).map(({ nodes, cannot }) => `${nodes}: ${cannot}`).join('; '),
    processors.join(', '),
  ]))
}
