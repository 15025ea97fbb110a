import { listWorkshopSteps } from '@hotpath-labs/project'
import { formatMarkdownTable } from 'hotpath/report'
import { renderLabLink } from './workshop.js'

/** @typedef {{ start: number, minutes: number, what: string, phases?: number[] }} Slot `start`: minutes from the beginning */

/** Phases of a lab, each with its share of the lab's minutes. The phase `change`, in which attendees write code, is the longest. */
const PHASES = [
  { name: 'question and guess', share: 0.1 },
  { name: 'measure', share: 0.1 },
  { name: 'profile', share: 0.2 },
  { name: 'change', share: 0.4 },
  { name: 'verdict', share: 0.1 },
  { name: 'talk', share: 0.1 },
]

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
 * Splits a lab's minutes among the lab's phases, in whole minutes.
 *
 * @param {number} minutes
 * @returns {number[]} one number for each phase; their sum is `minutes`
 */
export function splitMinutesIntoLabPhases (minutes) {
  const whole = PHASES.map(({ share }) => Math.max(1, Math.floor(share * minutes)))
  const left = minutes - whole.reduce((sum, part) => sum + part, 0)
  return whole.map((part, index) => part + (index < left ? 1 : 0))
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
    } else add({ minutes: Number(steps.get(part)), what: renderLabLink(part), phases: splitMinutesIntoLabPhases(Number(steps.get(part))) })
  }
  const closing = minutes - findEnd(slots)
  if (!(closing >= CLOSING.least && closing <= CLOSING.most)) {
    throw new RangeError(`schedule ${name}: its labs leave ${closing} minutes for the closing talk; expected ${CLOSING.least} to ${CLOSING.most}. Change its parts in scripts/pages/schedules.js`)
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
    [formatClock(start), what, String(minutes), ...phases?.map(String) ?? PHASES.map(() => '')])
  return formatMarkdownTable(['from', 'part', 'minutes', ...PHASES.map(({ name }) => name)], rows)
}

/** @param {number} minutes @returns {string} such as 1:05 */
function formatClock (minutes) {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
