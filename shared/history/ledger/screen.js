import colors from 'picocolors'
import { VERDICTS, verdictTold } from './verdict.js'
import { columns, hanging, rangeTimes, row, times, wrapped } from 'hotpath/report'
import { figuresOf } from './figure.js'

/** @typedef {import('./ledger.js').Answer} Answer */
/** @typedef {{ color: boolean, width: number }} Looks `width` in columns */

/** Width of the label before a line of an entry. */
const LABEL = 'published  '.length

/** In fewer columns the claims would be cut too short to be read. */
const ROOM_FOR_RATIOS = 100

/** @param {any} paint @returns {Record<Answer['verdict'], (text: string) => string>} */
const painters = (paint) => ({
  holds: paint.green,
  stronger: paint.green,
  weaker: paint.yellow,
  'no longer': paint.red,
  'was never so': paint.red,
  'cannot be compared': paint.cyan,
  advice: String,
  'not measured here yet': paint.dim,
})

/**
 * @param {Answer[]} answers
 * @param {Looks} looks
 * @returns {string} a line for each
 */
export function claimsList (answers, { color, width }) {
  const paint = colors.createColors(color)
  const rows = answers.map((answer) => [paint.bold(answer.id), answer.claim, painters(paint)[answer.verdict](answer.verdict), ...width < ROOM_FOR_RATIOS ? [] : [paint.dim(ratiosOf(answer))]])
  return columns(rows, width, [1])
}

/**
 * @param {Answer[]} answers
 * @param {Looks} looks
 * @returns {string} how many have which verdict, in a line or more
 */
export function claimsCount (answers, { width }) {
  const counts = VERDICTS.map((verdict) => ({ verdict, count: answers.filter((answer) => answer.verdict === verdict).length })).filter(({ count }) => count)
  return wrapped(`${answers.length} claims: ${counts.map(({ verdict, count }) => `${count} ${verdict}`).join(' · ')}`, '', width)
}

/**
 * @param {Answer[]} answers
 * @param {Looks} looks
 * @returns {string} all that is known of each
 */
export function claimsTold (answers, { color, width }) {
  const paint = colors.createColors(color)
  return answers.map((answer) => {
    const { id, claim, source, place, lab, why } = answer
    const lines = [
      ['published', publishedTold(answer)],
      ['today', todayTold(answer)],
      ['in', `${source}: ${place}`],
      ['see', lab ? `pnpm lab ${lab.split(' ')[0]}` : ''],
    ]
    return [
      hanging(paint.bold(`${id}  ${claim}`), width),
      wrapped(`${painters(paint)[answer.verdict](verdictTold(told(answer)))}: ${why}`, '  ', width),
      ...lines.filter(([, text]) => text).map(([label, text]) => labelled(label, text, paint, width)),
    ].join('\n')
  }).join('\n\n')
}

/** @param {Answer[]} answers @returns {string} a page of Markdown */
export function claimsPage (answers) {
  const texts = [...new Set(answers.map(({ text }) => text))]
  return [
    '# What was said of Node\'s performance, and what has become of it',
    '',
    'Every claim of five texts, with its answer. *Today* has one figure for each version of Node: the steady ratio over the machines on record.',
    '`pnpm claims` has the same in a terminal; `pnpm --silent claims --markdown > docs/claims.md` writes this page.',
    '',
    claimsCount(answers, { color: false, width: Infinity }),
    ...texts.flatMap((text) => {
      const mine = answers.filter((answer) => answer.text === text)
      return ['', `## ${text}: ${mine[0].source}`, '', row(['', 'claim', 'published', 'today', 'verdict']), row(['---', '---', '---', '---', '---']), ...mine.map(pageRow)]
    }),
    '',
  ].join('\n')
}

/** @param {Answer} answer */
function pageRow (answer) {
  const { id, claim, place, lab, why } = answer
  const name = lab?.split(' ')[0]
  // what stands in angle brackets would be HTML
  const cells = [id, `${claim} (${place})`, publishedTold(answer), todayTold(answer), `**${verdictTold(told(answer))}**: ${why}`].map((cell) => cell.replaceAll('<', '&lt;'))
  if (name) cells[0] += `, [${name}](../labs/${name})`
  return row(cells)
}

/** @param {Answer} answer */
function told ({ verdict, since, why }) {
  return { verdict, since: since ?? undefined, why }
}

/** @param {Answer} answer @returns {string} the published ratio and that on the newest Node on record */
function ratiosOf ({ published, recorded }) {
  const now = recorded ? figuresOf(recorded).at(-1) : undefined
  return [published?.ratio ? times(published.ratio) : '', now ? rangeTimes(now.range) : ''].join(now && published?.ratio ? ' → ' : '')
}

/** @param {Answer} answer */
function publishedTold ({ published }) {
  if (!published) return ''
  const { ratio, figures, metric, of, node, packages } = published
  const beside = [of, node ? `Node ${node}` : '', packages].filter(Boolean).join(', ')
  return `${ratio ? `${times(ratio)}: ` : ''}${figures}${metric ? `, ${metric}` : ''}${beside ? ` (${beside})` : ''}`
}

/** @param {Answer} answer @returns {string} one figure for each Node */
function todayTold ({ recorded }) {
  return recorded ? figuresOf(recorded).map(({ node, text }) => `${text} on Node ${node}`).join(' · ') : ''
}

/** @param {string} label @param {string} text @param {any} paint @param {number} width */
function labelled (label, text, paint, width) {
  const indent = ' '.repeat(2 + LABEL)
  return `  ${paint.dim(label.padEnd(LABEL))}${wrapped(text, indent, width).slice(indent.length)}`
}
