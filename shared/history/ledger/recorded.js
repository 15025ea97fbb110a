import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readRecord } from '../curve/record.js'
import { dataFile, saysOf, sidesOf } from 'hotpath/lab'
import { sourcesOf } from 'hotpath/sources'
import { steadyOf } from '../curve/steady.js'
import { readingsOf, recordsOf } from './readings.js'

/** A curve's file, which is named for its Node. */
const CURVE = /^node(\d+)\.json$/

/**
 * @typedef {object} RecordedClaim
 * @property {import('hotpath/lab').Claim} claim
 * @property {string} says what it claims, in a sentence
 * @property {import('./readings.js').Reading[]} early what runs of the usual length have read, the oldest Node first
 * @property {{ node: number, steady: import('../curve/steady.js').Steady }[]} steady what the lab's curves say, the oldest Node first
 */

/**
 * What the lab's own files say of its claims, without anything that only this machine has.
 *
 * @param {import('hotpath/lab').Lab} lab
 * @returns {RecordedClaim[]}
 */
export function recordedOf (lab) {
  const runs = recordsOf(lab.folder)
  const curves = curvesOf(lab.folder)
  const sources = sourcesOf(lab)
  return lab.manifest.claims.map((claim) => ({
    claim,
    says: saysOf(lab.manifest, claim),
    early: readingsOf(runs, claim.id),
    steady: curves.flatMap(({ node, record }) => {
      const steady = steadyOf(record, { ...claim, ...sidesOf(claim) }, sources)
      return steady ? [{ node, steady }] : []
    }),
  }))
}

/** @param {string} folder of a lab @returns {{ node: number, record: import('../curve/record.js').CurveRecord }[]} those that can be read */
function curvesOf (folder) {
  const curves = dataFile(folder, 'curves')
  if (!existsSync(curves)) return []
  const nodes = readdirSync(curves).flatMap((file) => CURVE.test(file) ? [Number(file.match(CURVE)?.[1])] : []).sort((a, b) => a - b)
  return nodes.flatMap((node) => {
    const { record } = readRecord(join(curves, `node${node}.json`), node)
    return record ? [{ node, record }] : []
  })
}
