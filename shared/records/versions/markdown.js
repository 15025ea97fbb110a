import { formatRange, capitalize } from '@hotpath-labs/terminal/numbers.js'
import { formatMarkdownTable } from '@hotpath-labs/terminal/documents.js'
import { NEWEST_LTS_MAJOR, findComparablePublishedFigure, formatSteadyFigure, isRatioShownInverted } from '../figures/figures.js'
import { OUTCOMES_BY_READER_ACTION, findClaimOutcome } from './outcome.js'
import { formatClaimOutcome, groupUnsupportedNodes } from './screen.js'
import { sortNodeMajors } from '../records.js'

/** @import { ClaimOverVersions, LabOverVersions, VersionResult } from './results.js' */

/**
 * Writes a Markdown table of the claims that call for the same action, such as unlearning. A claim that something costs at most so much
 * calls for none.
 *
 * @param {keyof typeof OUTCOMES_BY_READER_ACTION} action
 * @param {ClaimOverVersions[]} claims of all labs
 */
export function renderClaimsByReaderAction (action, claims) {
  const outcomes = /** @type {readonly string[]} */ (OUTCOMES_BY_READER_ACTION[action])
  const chosen = claims.filter((recorded) =>
    recorded.readings.length && !isRatioShownInverted(recorded.claim) && outcomes.includes(findClaimOutcome(recorded).outcome))
  if (chosen.length === 0) return 'No claim on record.'
  return formatMarkdownTable(['lab', 'claim', 'oldest Node', `Node ${NEWEST_LTS_MAJOR}`, 'the difference is'], chosen.map((recorded) => {
    const { lab, claim, says, readings: [oldest] } = recorded
    const published = findComparablePublishedFigure(claim)
    return [
      `[${lab}](../labs/${lab})`,
      `${capitalize(says)}${published ? ` (published: ${published.ratio}×)` : ''}`,
      `${formatReading(recorded, oldest)} on Node ${oldest.major}`,
      formatNewest(recorded),
      formatClaimOutcome(recorded),
    ]
  }))
}

/** @param {ClaimOverVersions} claim @param {VersionResult} reading of one Node @returns {string} the claim's figure there */
const formatReading = ({ recorded }, { major, late }) => formatSteadyFigure(recorded, major)?.text ?? formatRange(late.interval)

/** @param {ClaimOverVersions} claim @returns {string} the figure on the newest Node */
function formatNewest (claim) {
  const newest = claim.readings[claim.readings.length - 1]
  return formatSteadyFigure(claim.recorded, NEWEST_LTS_MAJOR)?.text ??
    `${formatReading(claim, newest)}${newest.major === NEWEST_LTS_MAJOR ? '' : ` on Node ${newest.major}`}`
}

/**
 * Writes a claim's part of the page about versions of Node: a chart, and the claim's ratio on each Node, in Markdown.
 *
 * @param {ClaimOverVersions | undefined} claim
 * @param {string} lab
 * @param {string} picture link to the chart
 */
export function renderClaimOverVersions (claim, lab, picture) {
  if (!claim?.readings.length) return `Not recorded yet: \`pnpm versions record ${lab}\`.`
  const { claim: { changes = [] }, says, readings } = claim
  const ratios = readings.map((reading) => formatReading(claim, reading))
  return [
    `![${capitalize(says)}: ${formatClaimOutcome(claim)}](${picture})`,
    '',
    formatMarkdownTable(['Node', ...readings.map(({ major }) => `${major}`)], [['ratio', ...ratios]]),
    ...changes.flatMap(({ node, says, link }) => ['', `Node ${node}: [${says}](${link}).`]),
  ].join('\n')
}

/** Writes a Markdown table of the versions of Node and the processors on which each lab was measured. @param {LabOverVersions[]} labs */
export function renderRecordedLabsTable (labs) {
  const recorded = labs.filter(({ claims, refusals }) => refusals.length || claims.some(({ readings }) => readings.length))
  return formatMarkdownTable(['lab', 'measured on Node', 'cannot run on Node', 'processor'], recorded.map(({ lab: { name }, claims, refusals, processors }) => [
    `[${name}](../labs/${name})`,
    sortNodeMajors(claims.flatMap(({ readings }) => readings.map(({ major }) => major))).join(', '),
    groupUnsupportedNodes(refusals).map(({ nodes, cannot }) => `${nodes}: ${cannot}`).join('; '),
    processors.join(', '),
  ]))
}
