import { relative } from 'node:path'
import { today } from 'hotpath/measure'
import { USUAL_AGE, recordsOf } from '@hotpath-labs/history'
import { LOOKS } from 'hotpath/stats'
import { save } from './measuring.js'
import { dataFile, writeData } from 'hotpath/lab'

/** @typedef {import('@hotpath-labs/history').LabRecord} LabRecord */

/**
 * Appends what has just been measured to the lab's records.
 *
 * @param {import('hotpath/lab').Lab} lab
 * @param {import('hotpath/measure').Result} result
 * @param {number} [warmUpMs] CPU time, where the user asked for another than the kind's own
 */
export function record ({ name, folder, manifest }, result, warmUpMs) {
  // floors stand on these, and of one pair nothing can be said
  const told = result.claims.filter(({ pairs }) => pairs >= LOOKS[0])
  if (told.length === 0) {
    process.stderr.write(`nothing is recorded: ${name} has no ratio from two pairs or more\n`)
    return
  }
  const file = dataFile(folder, 'records.json')
  // a heap's process is not warmed up by time
  const added = recordOf({ ...result, claims: told }, manifest.kind === 'heap' ? undefined : warmUpMs)
  if (!save(file, textOf([...recordsOf(folder), added]), writeData)) return
  process.stderr.write(`recorded in ${relative(process.cwd(), file)}: ${Object.entries(added.ratios).map((entry) => entry.join(' ')).join(', ')}\n`)
}

/** @param {import('hotpath/measure').Result} result @param {number} [warmUpMs] @returns {LabRecord} */
function recordOf ({ machine: { cpu, cores }, node, services: { mongo }, claims }, warmUpMs) {
  return {
    machine: { cpu, cores },
    node: node.slice(1),
    age: warmUpMs === undefined ? USUAL_AGE : `after ${warmUpMs / 1000} s of CPU`,
    source: `recorded ${today()}`,
    ...(mongo && { mongo: mongo.engine === 'ferretdb' ? `FerretDB ${mongo.version}` : mongo.version }),
    ratios: Object.fromEntries(claims.map(({ id, ratio }) => [id, [Number(ratio.toPrecision(3))]])),
  }
}

/** One record a line, so that a diff shows what came. @param {LabRecord[]} records */
function textOf (records) {
  return `[\n${records.map((one) => `  ${JSON.stringify(one, null, 1).replace(/\n\s*/g, ' ')}`).join(',\n')}\n]\n`
}
