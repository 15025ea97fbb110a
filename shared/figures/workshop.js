import { basename } from 'node:path'
import { LAB_PHASES, loadLabsInOrder, listWorkshopSteps, planLabPhases } from '@hotpath-labs/lab/project/timetable.js'
import { collectRecordedClaims, formatSteadyFigure } from '@hotpath-labs/records/figures/figures.js'
import { formatMarkdownTable } from '@hotpath-labs/engine/text/documents.js'
import { doIntervalsNearlyOverlap } from '@hotpath-labs/lab/report/statement.js'
import { readSpeakerNotes } from '@hotpath-labs/stage/lab-view.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { RecordedClaim } from '@hotpath-labs/records/figures/figures.js'
 */

/** Major versions of Node that still get fixes, the oldest first. Tasks for attendees name only these. */
const SUPPORTED_NODES = [22, 24, 26]

/** Major versions of Node that attendees bring to a workshop. Node 20 gets no fixes any more, but the project accepts it. */
const NODES = [20, ...SUPPORTED_NODES]

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
function renderLabLink (name) {
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
    const [oldest, newest] = [SUPPORTED_NODES[0], SUPPORTED_NODES[SUPPORTED_NODES.length - 1]]
    const [first, last] = [oldest, newest].map((node) => formatSteadyFigure(claim, node)?.range)
    return first && last && !doIntervalsNearlyOverlap(first, last)
  })
  const step = Object.keys(variants).find((variant) => !['slow', 'fast'].includes(variant) && basename(files[variant]) !== basename(files.fast))
  const open = recorded.find(({ claim }) => 'dependsOn' in claim)
  const versions = `\`pnpm lab ${name} --node ${SUPPORTED_NODES.join(',')}\``
  return [
    ...limit && !demonstration ? [`Make your file cost as little as you can. \`pnpm lab ${name} mine\` shows the bar of your file next to the bar of the lower bound, *${limit}*.`] : [],
    ...step ? [`Guess whether the program *${variants[step]}* passes, then have it judged: \`pnpm lab ${name} --with labs/${name}/${basename(files[step])}\`.`] : [],
    ...open ? [`Explain the ratio that your machine measures for the claim "${open.says}".`] : [],
    changed
      ? `Type ${versions}. How does the ratio of the claim "${changed.says}" change on newer versions, and why?`
      : `Guess whether another version of Node changes the verdict, then type ${versions}.`,
  ]
}

/** @typedef {{ start: number, minutes: number, what: string, lab?: string, phases?: number[] }} Slot `start`: minutes from the beginning */

/** Shortest and longest closing talk, in minutes. The talk fills the time after the labs, and its three questions take five minutes. */
const CLOSING = { least: 5, most: 25 }

/**
 * Workshops of different lengths: minutes in total, minutes of the opening, and parts. A part is a lab's name, or the minutes of a break.
 *
 * @type {Record<string, { minutes: number, opening: number, parts: (string | number)[] }>}
 */
export const WORKSHOP_PLANS = {
  '90-minutes': {
    minutes: 90,
    opening: 15,
    parts: ['jade-dev-vs-prod', 'http-baseline', 'mongo-async-sum'],
  },
  'half-day': {
    minutes: 240,
    opening: 20,
    parts: ['jade-dev-vs-prod', 'http-baseline', 15, 'divideByAndSum', 'mongo-async-sum', 'cache-queue', 15, 'promise-all-limit', 'memory-leak'],
  },
  day: {
    minutes: 420,
    opening: 20,
    parts: [
      'jade-dev-vs-prod', 'http-baseline', 'divideByAndSum', 15, 'mongo-async-sum', 'cache-queue', 'promise-all-limit', 'memory-leak', 45,
      'read-file-sync', 'pbkdf2-event-loop', 'blocking-json', 15, 'mongo-carts-index', 'delete-property', 'hidden-classes', 'lying-benchmark',
    ],
  },
}

/**
 * Plans the schedule of a workshop from the minutes in each lab's lab.js.
 *
 * @param {string} name of a frame
 * @returns {Promise<Slot[]>} without gaps, from the opening to the closing talk
 * @throws {RangeError} if the labs leave too few or too many minutes for the closing talk
 */
export async function planSchedule (name) {
  const { minutes, opening, parts } = WORKSHOP_PLANS[name]
  const steps = new Map((await listWorkshopSteps()).map((step) => [step.lab, step.minutes]))
  /** @type {Slot[]} */
  const slots = [{ start: 0, minutes: opening, what: 'opening' }]
  const add = (/** @type {Omit<Slot, 'start'>} */ slot) => slots.push({ start: findEnd(slots), ...slot })
  for (const part of parts) {
    if (typeof part === 'number') {
      add({ minutes: part, what: part > 30 ? 'lunch' : 'break' })
    } else {
      const length = Number(steps.get(part))
      add({ minutes: length, what: renderLabLink(part), lab: part, phases: planLabPhases(length).map((phase) => phase.minutes) })
    }
  }
  const closing = minutes - findEnd(slots)
  if (!(closing >= CLOSING.least && closing <= CLOSING.most)) {
    throw new RangeError(`schedule ${name}: its labs leave ${closing} minutes for the closing talk; expected ${CLOSING.least} to ${CLOSING.most}. Change its parts in shared/figures/workshop.js`)
  }
  add({ minutes: closing, what: 'closing' })
  return slots
}

/** @param {Slot[]} slots @returns {number} minutes from the beginning to the end of the last one */
function findEnd (slots) {
  const last = slots[slots.length - 1]
  return last.start + last.minutes
}

/** @param {string} name of a frame @returns {Promise<string>} its schedule in Markdown */
export async function renderSchedule (name) {
  const rows = (await planSchedule(name)).map(({ start, minutes, what, phases }) =>
    [formatClock(start), what, String(minutes), ...phases?.map(String) ?? LAB_PHASES.map(() => '')])
  return formatMarkdownTable(['from', 'part', 'minutes', ...LAB_PHASES.map(({ name }) => name)], rows)
}

/** @param {number} minutes @returns {string} such as 1:05 */
export function formatClock (minutes) {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
