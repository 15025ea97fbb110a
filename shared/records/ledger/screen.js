import colors from 'picocolors'
import { makeCommand } from '@hotpath-labs/terminal/terminal.js'
import { formatRange, formatMultiple } from '@hotpath-labs/terminal/numbers.js'
import { formatMarkdownTable } from '@hotpath-labs/terminal/documents.js'
import { formatColumns, wrapWithHangingIndent, wrapText } from '@hotpath-labs/terminal/lines.js'
import { listFiguresByNode } from '../figures/figures.js'
import { PUBLISHED_CLAIM_VERDICTS, formatLedgerVerdict } from './ledger.js'

/** @import { Answer } from './ledger.js' */

/** @typedef {{ color: boolean, width: number }} Terminal `width` in columns */

/** Width in terminal columns of the labels, such as "published", before a claim's details. */
const LABEL_COLUMNS = 'published  '.length

/** Minimum width in terminal columns to show ratios in the list. On a narrower terminal, the claims' texts would get too little space. */
const MIN_COLUMNS_WITH_RATIOS = 100

/** @type {Record<Answer['verdict'], 'green' | 'yellow' | 'red' | 'cyan' | 'dim' | 'reset'>} */
const PAINTS = {
  holds: 'green',
  stronger: 'green',
  weaker: 'yellow',
  'no longer': 'red',
  'was never so': 'red',
  'cannot be compared': 'cyan',
  advice: 'reset',
  'not measured here yet': 'dim',
}

/**
 * Formats a list of published claims, with one line for each claim and its verdict.
 *
 * @param {Answer[]} answers
 * @param {Terminal} terminal
 */
export function formatVerdictList (answers, { color, width }) {
  const paint = colors.createColors(color)
  return formatColumns(answers.map((answer) => {
    const { id, claim, verdict } = answer
    const ratios = width < MIN_COLUMNS_WITH_RATIOS ? [] : [paint.dim(formatRatios(answer))]
    return [paint.bold(id), claim, paint[PAINTS[verdict]](verdict), ...ratios]
  }), width, [1])
}

/**
 * Counts how many published claims have each verdict, and formats the counts.
 *
 * @param {Answer[]} answers
 * @param {Pick<Terminal, 'width'>} terminal
 */
export function formatVerdictCounts (answers, { width }) {
  const counts = PUBLISHED_CLAIM_VERDICTS.flatMap((verdict) => {
    const { length } = answers.filter((answer) => answer.verdict === verdict)
    return length ? [`${verdict} ${length}`] : []
  })
  return wrapText(`${answers.length} claims: ${counts.join(' · ')}`, '', width)
}

/** Formats each published claim with its verdict, reason, source and figures. @param {Answer[]} answers @param {Terminal} terminal */
export function formatVerdictDetails (answers, { color, width }) {
  const paint = colors.createColors(color)
  const indent = ' '.repeat(2 + LABEL_COLUMNS)
  return answers.map((answer) => {
    const { id, claim, source, place, lab, why, verdict } = answer
    const lines = [
      ['published', formatPublished(answer)],
      ['today', formatToday(answer)],
      ['in', `${source}: ${place}`],
      ['see', lab ? makeCommand(`lab ${lab.split(' ')[0]}`) : ''],
    ]
    return [
      wrapWithHangingIndent(paint.bold(`${id}  ${claim}`), width),
      wrapText(`${paint[PAINTS[verdict]](formatLedgerVerdict(answer))}: ${why}`, '  ', width),
      ...lines.filter(([, text]) => text)
        .map(([label, text]) => `  ${paint.dim(label.padEnd(LABEL_COLUMNS))}${wrapText(text, indent, width).slice(indent.length)}`),
    ].join('\n')
  }).join('\n\n')
}

/** Writes the Markdown of docs/claims.md: all published claims with their verdicts. @param {Answer[]} answers */
export function renderClaimsPage (answers) {
  const texts = [...new Set(answers.map(({ text }) => text))]
  return [
    "# Claims about Node's performance, and which are still true",
    '',
    'This page lists every claim of five texts and eleven public reports, with our verdict. The column *today* has the steady ratio for each version of Node, over the machines on record.',
    '`pnpm claims` prints the same list in a terminal. `pnpm --silent claims --markdown > docs/claims.md` writes this page.',
    '',
    formatVerdictCounts(answers, { width: Infinity }),
    ...texts.flatMap((text) => {
      const own = answers.filter((answer) => answer.text === text)
      return ['', `## ${own[0].source}`, '', formatMarkdownTable(['', 'claim', 'published', 'today', 'verdict'], own.map(formatCells))]
    }),
    '',
  ].join('\n')
}

/** @param {Answer} answer */
function formatCells (answer) {
  const { id, claim, place, lab, why } = answer
  const name = lab?.split(' ')[0]
  const cells = [
    `${id}${name ? `, [${name}](../labs/${name})` : ''}`,
    `${claim} (${place})`,
    formatPublished(answer),
    formatToday(answer),
    `**${formatLedgerVerdict(answer)}**: ${why}`,
  ]
  // an unescaped angle bracket would begin an HTML tag in the page
  return cells.map((cell) => cell.replaceAll('<', '&lt;'))
}

/** @param {Answer} answer @returns {string} the published ratio, and the ratio on the newest recorded Node */
function formatRatios ({ published, recorded }) {
  const now = recorded ? listFiguresByNode(recorded).at(-1) : undefined
  return [published?.ratio && formatMultiple(published.ratio), now && formatRange(now.range)].filter(Boolean).join(' → ')
}

/** @param {Answer} answer */
function formatPublished ({ published }) {
  if (!published) return ''
  const { ratio, figures, metric, of, node, packages } = published
  const details = [of, node ? `Node ${node}` : '', packages].filter(Boolean).join(', ')
  return `${ratio ? `${formatMultiple(ratio)}: ` : ''}${figures}${metric ? `, ${metric}` : ''}${details ? ` (${details})` : ''}`
}

/** @param {Answer} answer @returns {string} one figure per Node */
function formatToday ({ recorded }) {
  return recorded ? listFiguresByNode(recorded).map(({ node, text }) => `${text} on Node ${node}`).join(' · ') : ''
}
