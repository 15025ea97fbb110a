import { groupByTheme } from '@hotpath-labs/lab/manifest.js'
import { formatRequiredRatio } from '@hotpath-labs/lab/report/statement.js'
import { capitalize } from '@hotpath-labs/terminal/numbers.js'
import { formatMarkdownTable } from '@hotpath-labs/terminal/documents.js'
import { sortNodeMajors } from '../records.js'
import { findComparablePublishedFigure, formatSteadyFigure, listFiguresByNode } from './figures.js'

/** @import { RecordedClaim } from './figures.js' */

/** @typedef {{ name: string, title: string, question: string, theme: string, claims: RecordedClaim[] }} ListedLab */

/** Text of a table cell that has no recorded figure. */
const NOTHING = '–'

/**
 * Writes a lab's recorded figures as Markdown: a table with a column for each Node, and how to read the table.
 *
 * @param {string} name of the lab
 * @param {RecordedClaim[]} claims
 */
export function renderRecordedFigures (name, claims) {
  const nodes = sortNodeMajors(claims.flatMap((claim) => listFiguresByNode(claim).map(({ node }) => node)))
  const databases = [...new Set(claims.flatMap(({ early }) => early.flatMap(({ databases }) => databases)))]
  const hasCurves = claims.some((claim) => listCurrentCurves(claim).length)
  const figures = claims.map((claim) => nodes.map((node) => formatSteadyFigure(claim, node)?.text ?? NOTHING))
  const hasCellWithoutCurve = claims.some((claim) => listFiguresByNode(claim).some(({ node }) => !hasCurve(claim, node)))
  const hasEarly = figures.flat().some((text) => text.includes('at first'))
  const isAboutFirstRequests = hasEarly && claims.some(fallsBelowMinimumOnceWarm)
  return [
    formatMarkdownTable(['claim', ...nodes.map((node) => `Node ${node}`)], claims.map((claim, index) => [formatClaim(claim), ...figures[index]])),
    '',
    [
      'Each figure is a ratio: the cost of the claim\'s first program, divided by the cost of its second program.',
      isAboutFirstRequests ? 'This lab is about the ratio marked *at first*, which is from the first seconds.' : '',
      hasCurves
        ? `The ${isAboutFirstRequests ? 'other ' : ''}ratios are from long runs, after both programs had stopped getting faster. A range covers all machines on record.`
        : 'A range goes from the lowest to the highest run on record.',
      hasCurves && hasCellWithoutCurve ? 'A cell without a long run on record has the ratio of short runs.' : '',
      hasEarly && !isAboutFirstRequests ? 'If a cell has two ratios, the ratio marked *at first* is from the first seconds.' : '',
      claims.some(({ claim }) => 'dependsOn' in claim)
        ? 'If a claim says *the result depends on …*, it is for information: it has no minimum, and a figure around 1× means no difference.'
        : '',
      databases.length ? `Database: ${databases.join(' and ')}.` : '',
      `\`pnpm lab ${name}\` measures these claims on your machine.`,
    ].filter(Boolean).join(' '),
  ].join('\n')
}

/** @param {RecordedClaim} recorded @param {number} node major version */
function hasCurve (recorded, node) {
  return listCurrentCurves(recorded).some((one) => one.node === node)
}

/** @param {RecordedClaim} recorded @returns {RecordedClaim['steady']} without curves of programs that have changed since */
const listCurrentCurves = ({ steady }) => steady.filter((one) => !one.steady.stale)

/**
 * Returns true if a claim holds only for first requests: once its programs are warm, the ratio is below the claimed minimum.
 *
 * @param {RecordedClaim} recorded
 */
function fallsBelowMinimumOnceWarm (recorded) {
  const { claim } = recorded
  const curves = listCurrentCurves(recorded)
  return 'atLeast' in claim && curves.length > 0 && curves.every(({ steady: { ratio } }) => ratio < claim.atLeast)
}

/** @param {RecordedClaim} recorded */
function formatClaim ({ claim, says }) {
  const bound = formatRequiredRatio({ required: !('dependsOn' in claim), ...claim })
  const published = findComparablePublishedFigure(claim)
  return `**${claim.id}**: ${says} (${bound}${published ? `; published: ${published.ratio}×` : ''})`
}

/**
 * Writes a Markdown table of all labs: question, claims that must hold, and ratios on one version of Node.
 *
 * @param {Omit<ListedLab, 'theme'>[]} labs
 * @param {number} node major version
 */
export function renderLabsTable (labs, node) {
  return formatMarkdownTable(['lab', 'question', `claims, with their ratios on Node ${node}`], labs.map(({ name, question, claims }) => {
    const required = claims.filter(({ claim }) => !('dependsOn' in claim))
    const lines = required.map((recorded) => `${capitalize(recorded.says)}: **${formatSteadyFigure(recorded, node)?.text ?? NOTHING}**`)
    return [`[${name}](../labs/${name})`, question, lines.join('<br>')]
  }))
}

/** Writes a Markdown list of all labs by theme, each with its question. @param {ListedLab[]} labs */
export function renderLabsByTheme (labs) {
  return groupByTheme(labs).map(([theme, own]) =>
    [`**${capitalize(theme)}**`, '', ...own.map(({ name, question }) => `- [${name}](labs/${name}): ${question}`)].join('\n')).join('\n\n')
}
