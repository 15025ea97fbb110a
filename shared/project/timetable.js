import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.js'

const WORKSHOP = join(ROOT, 'docs', 'workshop.md')

/** A row of the workshop's table: the lab, its minutes, why it comes there. */
const ROW = /^\| \d+ \| \[([\w-]+)\]\([^)]*\) \| (\d+) \| (.+?) \|$/gm

/** @typedef {{ lab: string, minutes: number, why: string }} Step */

/** @returns {Step[]} the labs in the order in which they build up, as docs/workshop.md has it */
export function workshop () {
  return [...readFileSync(WORKSHOP, 'utf8').matchAll(ROW)].map(([, lab, minutes, why]) => ({ lab, minutes: Number(minutes), why }))
}

/** @param {string[]} labs @returns {string[]} them in the order of the workshop, and then those that it does not have */
export function inOrder (labs) {
  return [...new Set([...workshop().map(({ lab }) => lab).filter((lab) => labs.includes(lab)), ...labs])]
}

/**
 * @param {Record<string, import('./progress.js').LabProgress>} progress
 * @param {Step[]} [steps]
 * @returns {Step | undefined} the first that has not been passed
 */
export function nextStep (progress, steps = workshop()) {
  return steps.find(({ lab }) => !progress[lab]?.passed)
}
