import { LAB_PHASES, listWorkshopSteps, planLabPhases } from '@hotpath-labs/lab/project/timetable.js'
import { formatMarkdownTable } from '@hotpath-labs/terminal/documents.js'
/** @returns {Promise<string>} the workshop's labs in Markdown: each lab's place, minutes, reason and speaker's notes */
export async function renderTimetable () {
  const steps = await listWorkshopSteps()
  const sum = steps.reduce((total, { minutes }) => total + minutes, 0)
  const rows = steps.map(({ lab, minutes, why, isDemonstration }, index) =>
    [String(index + 1), `${renderLabLink(lab)}${isDemonstration ? ', a demonstration' : ''}`, String(minutes), why, `[notes](../labs/${lab}/notes.md)`])
  return `${formatMarkdownTable(['', 'lab', 'minutes', 'why it comes here', 'speaker\'s notes'], rows)}\n\nTogether these labs take ${formatHours(sum)}, without breaks.`
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

/** @typedef {{ start: number, minutes: number, what: string, phases?: number[] }} Slot `start`: minutes from the beginning */

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
  incidents: {
    minutes: 240,
    opening: 20,
    parts: ['cache-queue', 'memory-leak', 15, 'read-file-sync', 'growth', 'schema-cache', 15, 'n-plus-one', 'regex-backtracking', 'keep-alive'],
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
      add({ minutes: length, what: renderLabLink(part), phases: planLabPhases(length).map((phase) => phase.minutes) })
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
function formatClock (minutes) {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
