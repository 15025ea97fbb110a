import { row } from './markdown.js'
import { askedOf, between, significant, times } from './words.js'

/** @typedef {import('../ledger/recorded.js').RecordedClaim} RecordedClaim @typedef {import('../lab/manifest.js').Claim} Claim */

/** The oldest Node that the labs run on; older ones are measured for comparison. */
const OLDEST = 20

/** Beside a published figure of another question. */
const ANOTHER = '\\*'

/** Where nothing is recorded. */
const NOTHING = '–'

/**
 * @param {string} name of a lab
 * @param {RecordedClaim[]} claims
 * @returns {string} a table of what has been read of each on which Node, and how to read it
 */
export function recordedTable (name, claims) {
  const nodes = [...new Set(claims.flatMap(({ early, steady }) => [...early, ...steady].map(({ node }) => node)))].sort((a, b) => a - b)
  const hasCurves = claims.some(({ steady }) => steady.length)
  const databases = [...new Set(claims.flatMap(({ early }) => early.flatMap(({ databases }) => databases)))]
  const isOfAll = claims.every(({ early }) => early.every(({ areNamed }) => areNamed))
  const rows = claims.flatMap(({ claim, early, steady }) => [
    [`**${claim.id}**: ${claim.says}; ${asked(claim)}`, `${publishedOf(claim)}${asksAnother(claim) ? ' to another question' : ''}`, ...nodes.map((node) => ranged(early.find((one) => one.node === node)))],
    ...steady.length ? [['when steady', '', ...nodes.map((node) => ranged(steady.find((one) => one.node === node)?.steady))]] : [],
  ])
  return [
    ...tableOf(['claim', 'published', ...nodes.map((node) => `Node ${node}`)], rows),
    '',
    `The median of the runs in \`records.json\`, then the lowest and the highest of them${hasCurves ? `; *when steady*, from where both sides have reached their last level in the recorded curves, which end after ${agesOf(claims)} of CPU, with its 95 % interval` : ''}.${databases.length ? ` The servers asked ${databases.map((name) => /^\d/.test(name) ? `MongoDB ${name}` : name).join(' and ')}${isOfAll ? '' : ', as far as the records name it'}.` : ''}`,
    '',
    `\`pnpm lab ${name}\` measures it where you are. **Your turn:** \`pnpm lab ${name} start\` gives you a copy of \`slow\` to make fast; \`watch\`, \`hint\` and \`mine\` in the place of`,
    '`start` go on from there, and `pnpm lab next` names the lab that comes next.',
  ].join('\n')
}

/**
 * @param {{ name: string, question: string, claims: RecordedClaim[] }[]} labs
 * @returns {string} a table with a line for each, of that claim which has a published figure, or of its first
 */
export function labsStory (labs) {
  const hasCurves = labs.some(({ claims }) => claims.some(({ steady }) => steady.length))
  const rows = labs.map(({ name, question, claims }) => {
    const { claim, early, steady } = claims.find(({ claim }) => claim.published) ?? claims[0]
    const aged = steady.map(({ node, steady: { ratio } }) => ({ node, ratio }))
    return [`[${name}](labs/${name})`, question, `${publishedOf(claim) || 'no figure'}${asksAnother(claim) ? ANOTHER : ''}`, ends(early), ...hasCurves ? [ends(aged)] : []]
  })
  return [
    ...tableOf(['lab', 'the question', 'published', 'today, early', ...hasCurves ? ['today, steady'] : []], rows),
    '',
    `${ANOTHER} The text asked another question than the claim does; the lab's page says which.`,
  ].join('\n')
}

/** @param {RecordedClaim[]} claims with a curve @returns {string} such as 1 to 4 s */
function agesOf (claims) {
  const seconds = claims.flatMap(({ steady }) => steady.map(({ steady: { cpuSeconds } }) => cpuSeconds))
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)].map(significant)
  return least === most ? `${most} s` : `${least} to ${most} s`
}

/** @param {string[]} head @param {string[][]} rows @returns {string[]} lines */
function tableOf (head, rows) {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)]
}

/** @param {Claim} claim */
function asked (claim) {
  if ('shown' in claim) return `no verdict: it depends on ${claim.shown}`
  return `the claim is ${askedOf('same' in claim ? { floor: null, within: claim.within } : { floor: claim.floor, within: null })}`
}

/** @param {Claim} claim */
function publishedOf ({ published }) {
  return published ? times(published.ratio) : ''
}

/** @param {Claim} claim */
function asksAnother ({ published }) {
  return published !== undefined && published.asks !== 'the same'
}

/** @param {{ ratio: number, interval: [number, number], class?: string, stale?: boolean } | undefined} read */
function ranged (read) {
  if (!read) return NOTHING
  const { ratio, interval: [low, high], class: shape, stale } = read
  return `${times(ratio)}${low === high ? '' : between([low, high])}${shape === 'never steady' ? ', still changing' : ''}${stale ? ', before a variant was changed' : ''}`
}

/** @param {{ node: number, ratio: number }[]} read the oldest Node first @returns {string} what the oldest and the newest that is supported give */
function ends (read) {
  const supported = read.filter(({ node }) => node >= OLDEST)
  const two = supported.length > 1 ? [supported[0], supported[supported.length - 1]] : supported
  return two.map(({ node, ratio }) => `${times(ratio)} on Node ${node}`).join(', ') || NOTHING
}
