import { figureAt, figuresOf } from './figure.js'
import { boundOf, capital, row } from 'hotpath/report'

/** @typedef {import('./recorded.js').RecordedClaim} RecordedClaim @typedef {import('hotpath/lab').Claim} Claim */

/** Where nothing is on record. */
const NOTHING = '–'

/**
 * Writes what is on record for a lab's claims, a column for each version of Node.
 *
 * @param {string} name of a lab
 * @param {RecordedClaim[]} claims
 * @returns {string} a table, how to read it, and what to do next
 */
export function recordedTable (name, claims) {
  const nodes = [...new Set(claims.flatMap((claim) => figuresOf(claim).map(({ node }) => node)))].sort((a, b) => a - b)
  const databases = [...new Set(claims.flatMap(({ early }) => early.flatMap(({ databases }) => databases)))]
  const hasCurves = claims.some(({ steady }) => steady.length)
  return [
    ...tableOf(['claim', ...nodes.map((node) => `Node ${node}`)], claims.map((claim) => [claimed(claim), ...nodes.map((node) => figureAt(claim, node)?.text ?? NOTHING)])),
    '',
    [
      hasCurves ? 'Ranges are steady ratios: those once neither program gets faster any more, over the machines on record.' : 'Ranges go from the lowest to the highest run on record.',
      databases.length ? `Database: ${databases.map((name) => /^\d/.test(name) ? `MongoDB ${name}` : name).join(' and ')}.` : '',
      `\`pnpm lab ${name}\` measures it on your machine.`,
    ].filter(Boolean).join(' '),
    '',
    `**Your turn:** \`pnpm lab ${name} start\` copies \`slow\` into a file of yours. Make it fast with \`watch\`, \`hint\` and \`mine\` in place of \`start\`.`,
  ].join('\n')
}

/**
 * Writes a line for each lab: its question, and the figure of its first claim on one Node.
 *
 * @param {{ name: string, title: string, question: string, claims: RecordedClaim[] }[]} labs
 * @param {number} node major version
 * @returns {string} a table
 */
export function labsTable (labs, node) {
  return tableOf(['lab', 'question', 'claim', `Node ${node}`], labs.flatMap(({ name, question, claims }) => claims.filter(({ claim }) => !('shown' in claim)).map((claim, index) => [
    index ? '' : `[${name}](../labs/${name})`,
    index ? '' : question,
    capital(claim.says),
    figureAt(claim, node)?.text ?? NOTHING,
  ]))).join('\n')
}

/** @param {string[]} head @param {string[][]} rows @returns {string[]} lines */
function tableOf (head, rows) {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)]
}

/** @param {RecordedClaim} recorded */
function claimed ({ claim, says }) {
  const bound = boundOf({ gates: !('shown' in claim), floor: 'floor' in claim ? claim.floor : null, within: 'same' in claim ? claim.within : null, shown: 'shown' in claim ? claim.shown : null })
  const { published } = claim
  const known = published?.asks === 'the same' ? `; published: ${published.ratio}×` : ''
  return `**${claim.id}**: ${says} (${bound}${known})`
}
