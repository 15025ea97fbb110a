import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { loadLab } from '../load.js'
import { resolveLabFolder, listLabNames } from './project.js'

/**
 * @import { Lab } from '../load.js'
 * @import { LabProgress } from './progress.js'
 */

/**
 * @typedef {{ lab: string, theme: string, minutes: number, why: string, isDemonstration: boolean }} Step of the workshop: `why` says why
 *   the lab comes at its place
 */

/**
 * Phases of a lab, each with its share of the lab's minutes and its screens of `pnpm demo`. The phase `change`, in which attendees write
 * code, is the longest.
 */
export const LAB_PHASES = [
  { name: 'question and guess', share: 0.1, screens: ['question'] },
  { name: 'measure', share: 0.1, screens: ['baseline'] },
  { name: 'profile', share: 0.2, screens: ['profile'] },
  { name: 'change', share: 0.4, screens: ['change'] },
  { name: 'verdict', share: 0.1, screens: ['again', 'board'] },
  { name: 'talk', share: 0.1, screens: [] },
]

/**
 * Splits a lab's minutes among the lab's phases, in whole minutes.
 *
 * @param {number} minutes
 * @returns {{ name: string, screens: string[], minutes: number }[]} their sum is `minutes`
 */
export function planLabPhases (minutes) {
  const whole = LAB_PHASES.map(({ share }) => Math.max(1, Math.floor(share * minutes)))
  const left = minutes - whole.reduce((sum, part) => sum + part, 0)
  return LAB_PHASES.map(({ name, screens }, index) => ({ name, screens, minutes: whole[index] + (index < left ? 1 : 0) }))
}

/** @param {string} name of a lab of this repository @returns {Promise<Lab>} */
export const loadNamedLab = async (name) => loadLab(String(resolveLabFolder(name)))

/** @returns {Promise<Lab[]>} all labs of this repository: those of the workshop in its order, then the others by name */
export async function loadLabsInOrder () {
  return sortLabsByWorkshopPlace(await Promise.all(listLabNames().map(loadNamedLab)))
}

/**
 * @param {Lab[]} labs
 * @returns {Lab[]} those of the workshop in its order, then the others as given
 * @throws {HotpathError} if two labs have the same place
 */
export function sortLabsByWorkshopPlace (labs) {
  const sorted = [...labs].sort((a, b) => placeOrLast(a) - placeOrLast(b))
  for (const [index, lab] of sorted.entries()) {
    const place = lab.manifest.workshop?.place
    const next = sorted[index + 1]
    if (place !== undefined && place === next?.manifest.workshop?.place) {
      throw new HotpathError('BAD_MANIFEST', `labs ${lab.name} and ${next.name}: both have workshop.place ${place}; expected each place once. Change one of them in lab.js`)
    }
  }
  return sorted
}

/** @param {Lab} lab */
function placeOrLast ({ manifest }) {
  return manifest.workshop?.place ?? Number.MAX_VALUE
}

/** @returns {Promise<Step[]>} the steps of the workshop in their order */
export async function listWorkshopSteps () {
  return (await loadLabsInOrder()).flatMap(({ name, manifest: { workshop, theme, demonstration } }) =>
    workshop ? [{ lab: name, theme, minutes: workshop.minutes, why: workshop.why, isDemonstration: demonstration }] : [])
}

/** @param {Record<string, LabProgress>} progress @param {string[]} labs @returns {string | undefined} the one that was opened last */
function findLastOpenedLab (progress, labs) {
  const find = (/** @type {string} */ lab) => progress[lab]?.opened ?? ''
  return labs.filter(find).sort((a, b) => find(b).localeCompare(find(a)))[0]
}

/**
 * @param {Record<string, LabProgress>} progress by lab
 * @param {Step[]} steps
 * @param {string} [after] a lab: the search begins behind it, and ends with the labs before it
 * @returns {Step | undefined} the first step with an exercise that has not been passed
 */
export function findNextWorkshopStep (progress, steps, after) {
  const from = steps.findIndex(({ lab }) => lab === after) + 1
  const others = [...steps.slice(from), ...steps.slice(0, Math.max(0, from - 1))]
  return others.find(({ lab, isDemonstration }) => !isDemonstration && !progress[lab]?.passed)
}

/**
 * @param {Record<string, LabProgress>} progress by lab
 * @param {Step[]} steps
 * @returns {Step | undefined} the lab to go on with: the one that was left, or the next one; undefined once all are passed
 */
export function findStepToGoOn (progress, steps) {
  const labs = steps.filter(({ isDemonstration }) => !isDemonstration).map(({ lab }) => lab)
  const left = findLastOpenedLab(progress, labs)
  if (!left || progress[left].passed) return findNextWorkshopStep(progress, steps, left)
  // labs that were only looked at on the way do not hide the one that was begun
  const begun = findLastOpenedLab(progress, labs.filter((lab) => progress[lab]?.started && !progress[lab].passed)) ?? left
  return steps.find(({ lab }) => lab === begun)
}
