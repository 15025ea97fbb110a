import { headlineOf, MARKS, stated } from 'hotpath/report'
import { resultOf } from './recording.js'

/** What an instructor can say of a verdict that nobody hoped for. */
const SAY = {
  broken: 'This result was measured here and now, so the page shows it. What differs from other machines? Try pnpm lab doctor.',
  undecided: 'Undecided is an answer: this machine could not tell in the time it had. If there is a recording, it shows a run with a verdict.',
  'cannot run': 'Nothing was measured. If there is a recording, it shows an earlier run.',
}

/** @typedef {import('hotpath/measure').Result} Result @typedef {{ recordedAt: string, cpu: string, node: string }} Origin of a recording */

/** @param {Result} result @param {Pick<import('hotpath/lab').Manifest, 'kind' | 'counters' | 'services'>} [manifest] @returns {string} the lines that the terminal prints first, without colours */
export function verdictOf (result, manifest) {
  const { verdict, sentence, details } = headlineOf(result, manifest)
  return [`${MARKS[verdict]} ${verdict.toUpperCase()}  ${sentence}`, ...details].join('\n')
}

/**
 * @param {Result} result
 * @param {import('hotpath/lab').Lab} lab that is on the page
 * @returns {string} its verdict, and what decided it and has no place on the page: a file of the room is judged by claims over other workloads too
 */
export function sentenceOf (result, { manifest }) {
  const { verdict, claims } = result
  const listed = new Set(manifest.claims.map(({ id }) => id))
  const unlisted = claims.filter((claim) => claim.gates && claim.verdict === verdict && verdict !== 'holds' && !listed.has(claim.id))
  return [verdictOf(result, manifest), ...unlisted.map((claim) => `${verdict}: ${stated(claim).sentence}`)].join('\n')
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
