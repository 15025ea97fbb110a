import { basename } from 'node:path'
import { loadLabsInOrder, listWorkshopSteps } from '@hotpath-labs/project'
import { collectRecordedClaims, formatSteadyFigure } from '@hotpath-labs/history'
import { formatMarkdownTable, doIntervalsNearlyOverlap } from 'hotpath/report'
import { readSpeakerNotes } from '@hotpath-labs/stage'

/** @import { Lab } from 'hotpath/lab' */
/** @import { RecordedClaim } from '@hotpath-labs/history' */

/** Major versions of Node that attendees bring to a workshop. */
const NODES = [22, 24, 26]

/** @returns {Promise<string>} the workshop's labs in Markdown: each lab's place, minutes and reason */
export async function renderTimetable () {
  const steps = await listWorkshopSteps()
  const sum = steps.reduce((total, { minutes }) => total + minutes, 0)
  const rows = steps.map(({ lab, minutes, why, isDemonstration }, index) =>
    [String(index + 1), `${renderLabLink(lab)}${isDemonstration ? ', a demonstration' : ''}`, String(minutes), why])
  return `${formatMarkdownTable(['', 'lab', 'minutes', 'why it comes here'], rows)}\n\nTogether these labs take ${formatHours(sum)}, without breaks.`
}

/** @param {number} minutes @returns {string} such as "6 hours and 30 minutes" */
function formatHours (minutes) {
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} hours${rest ? ` and ${rest} minutes` : ''}`
}

/** @param {string} name of a lab @returns {string} its name, with a link from a page in docs/ */
export function renderLabLink (name) {
  return `[${name}](../labs/${name})`
}

/** @returns {Promise<string>} what an instructor needs for each lab, in Markdown, in the order of the workshop */
export async function renderSpeakerNotes () {
  return (await loadLabsInOrder()).map((lab) => {
    const { screens, goesWrong, questions } = readSpeakerNotes(lab)
    const recorded = collectRecordedClaims(lab)
    return [
      `### ${lab.name}`,
      renderList(Object.entries(screens).map(([screen, paragraphs]) => `*${screen}*: ${paragraphs.join(' ')}`)),
      '**What the room sees:**',
      formatMarkdownTable(['claim', ...NODES.map((node) => `Node ${node}`)], recorded.map((claim) => [`${claim.says}${'dependsOn' in claim.claim ? ' *(for information)*' : ''}`, ...NODES.map((node) => formatSteadyFigure(claim, node)?.text ?? '–')])),
      '**What goes wrong:**',
      renderList(goesWrong),
      '**For those who finish early:**',
      renderList(listTasksForEarlyFinishers(lab, recorded)),
      '<details>\n<summary>Questions that attendees ask</summary>',
      ...questions.map(({ question, answer }) => `**${question}** ${answer}`),
      '</details>',
    ].join('\n\n')
  }).join('\n\n')
}

/** @param {string[]} items */
function renderList (items) {
  return items.map((item) => `- ${item}`).join('\n')
}

/**
 * Lists more tasks about a lab, for attendees who finish the lab early.
 *
 * @param {Lab} lab
 * @param {RecordedClaim[]} recorded
 * @returns {string[]} at least one task, in Markdown
 */
export function listTasksForEarlyFinishers ({ name, files, manifest }, recorded) {
  const { limit, variants, demonstration } = manifest
  const changed = recorded.find((claim) => {
    const [first, last] = [NODES[0], NODES[NODES.length - 1]].map((node) => formatSteadyFigure(claim, node)?.range)
    return first && last && !doIntervalsNearlyOverlap(first, last)
  })
  const step = Object.keys(variants).find((variant) => !['slow', 'fast'].includes(variant) && basename(files[variant]) !== basename(files.fast))
  const open = recorded.find(({ claim }) => 'dependsOn' in claim)
  const versions = `\`pnpm lab ${name} --node ${NODES.join(',')}\``
  return [
    ...limit && !demonstration ? [`Make your file cost as little as you can. \`pnpm lab ${name} mine\` shows the bar of your file next to the bar of the lower bound, *${limit}*.`] : [],
    ...step ? [`Guess whether the program *${variants[step]}* passes, then have it judged: \`pnpm lab ${name} --with labs/${name}/${basename(files[step])}\`.`] : [],
    ...open ? [`Explain the ratio that your machine measures for the claim "${open.says}".`] : [],
    changed
      ? `Type ${versions}. How does the ratio of the claim "${changed.says}" change on newer versions, and why?`
      : `Guess whether another version of Node changes the verdict, then type ${versions}.`,
  ]
}
