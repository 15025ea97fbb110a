import colors from 'picocolors'
import { verdictLine } from '../report/terminal.js'
import { resultOf } from './recording.js'

/** What an instructor can say of a verdict that nobody hoped for. */
const SAY = {
  broken: 'This is what was measured here and now, so it is shown. What is different: this machine, its Node, what else is running? Try pnpm lab doctor.',
  undecided: 'Undecided is an answer: this machine could not tell in the time it had. A recording, where there is one, shows a run that could.',
  'cannot run': 'Nothing was measured. A recording, where there is one, shows a run that was.',
}

/** @typedef {import('../measure/run.js').Result} Result @typedef {{ recordedAt: string, cpu: string, node: string }} Origin of a recording */

/** @param {Result} result @returns {string} its line in the terminal, without colours */
export function verdictOf (result) {
  return verdictLine(result, colors.createColors(false))
}

/**
 * @param {Result} result
 * @param {import('../lab/find.js').Lab} lab that is on the page
 * @returns {string} its verdict, and what decided it and has no place on the page: a file of the room is judged by claims over other workloads too
 */
export function sentenceOf (result, { manifest }) {
  const { verdict, claims } = result
  const listed = new Set(manifest.claims.map(({ id }) => id))
  const unlisted = claims.filter((claim) => claim.gates && claim.verdict === verdict && verdict !== 'holds' && !listed.has(claim.id))
  return [verdictOf(result), ...unlisted.map(({ says }) => `${verdict}: ${says}`)].join('\n')
}

/** @param {Result} result @returns {string} what an instructor can say of it; nothing where it speaks for itself */
export function sayOf ({ verdict }) {
  return verdict === 'holds' ? '' : SAY[verdict]
}

/** @param {import('./recording.js').Recording} recording @returns {Origin} */
export function originOf (recording) {
  const result = resultOf(recording)
  return { recordedAt: recording.recordedAt, cpu: result?.machine.cpu ?? 'unknown', node: result?.node ?? 'unknown' }
}
