import { THEMES } from 'hotpath/lab'
import { boundOf, capital } from 'hotpath/report'
import { findFigure, listFigures } from './figure.js'
import { formatTable } from './table.js'

/** @import { RecordedClaim } from './recorded.js' */
/** @typedef {{ name: string, title: string, question: string, theme: typeof THEMES[number], claims: RecordedClaim[] }} ListedLab */

/** A cell without a recorded figure. */
const NOTHING = '–'

/**
 * Formats what is recorded for a lab's claims, with one column per Node, how to read it, and what to type next.
 *
 * @param {string} name of the lab
 * @param {RecordedClaim[]} claims
 */
export function formatRecorded (name, claims) {
  const nodes = [...new Set(claims.flatMap((claim) => listFigures(claim).map(({ node }) => node)))].sort((a, b) => a - b)
  const databases = [...new Set(claims.flatMap(({ early }) => early.flatMap(({ databases }) => databases)))]
  const hasCurves = claims.some(({ steady }) => steady.length)
  return [
    formatTable(['claim', ...nodes.map((node) => `Node ${node}`)], claims.map((claim) => [formatClaim(claim), ...nodes.map((node) => findFigure(claim, node)?.text ?? NOTHING)])),
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

/** @param {RecordedClaim} recorded */
function formatClaim ({ claim, says }) {
  const bound = boundOf({ gates: !('shown' in claim), floor: 'floor' in claim ? claim.floor : null, within: 'same' in claim ? claim.within : null, shown: 'shown' in claim ? claim.shown : null })
  const known = claim.published?.asks === 'the same' ? `; published: ${claim.published.ratio}×` : ''
  return `**${claim.id}**: ${says} (${bound}${known})`
}

/**
 * Formats a table of all labs: question, required claims, and their figures on one Node.
 *
 * @param {Omit<ListedLab, 'theme'>[]} labs
 * @param {number} node major version
 */
export function formatLabs (labs, node) {
  return formatTable(['lab', 'question', 'claim', `Node ${node}`], labs.flatMap(({ name, question, claims }) => claims.filter(({ claim }) => !('shown' in claim)).map((recorded, index) => [
    index ? '' : `[${name}](../labs/${name})`,
    index ? '' : question,
    capital(recorded.says),
    findFigure(recorded, node)?.text ?? NOTHING,
  ])))
}

/** Formats a list of all labs by theme, each with its question. @param {ListedLab[]} labs */
export function formatThemes (labs) {
  return THEMES.flatMap((theme) => {
    const own = labs.filter((lab) => lab.theme === theme)
    return own.length ? [[`**${capital(theme)}**`, '', ...own.map(({ name, question }) => `- [${name}](labs/${name}): ${question}`)].join('\n')] : []
  }).join('\n\n')
}
