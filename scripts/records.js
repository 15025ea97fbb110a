import { join, relative } from 'node:path'
import { today } from '../shared/measure/machine.js'
import { USUAL_AGE, recordsOf } from '../shared/ledger/readings.js'
import { LOOKS } from '../shared/stats/rule.js'
import { save } from './measuring.js'

/** @typedef {import('../shared/ledger/readings.js').LabRecord} LabRecord */

/**
 * Appends what has just been measured to the lab's records.
 *
 * @param {import('../shared/lab/find.js').Lab} lab
 * @param {import('../shared/measure/run.js').Result} result
 * @param {number} [warmUpMs] CPU time, where the user asked for another than the kind's own
 */
export function record ({ name, folder, manifest }, result, warmUpMs) {
  // floors stand on these, and of one pair nothing can be said
  const told = result.claims.filter(({ pairs }) => pairs >= LOOKS[0])
  if (told.length === 0) {
    process.stderr.write(`nothing is recorded: ${name} came to no ratio of two pairs\n`)
    return
  }
  const file = join(folder, 'records.json')
  // a heap's process is not warmed up by time
  const added = recordOf({ ...result, claims: told }, manifest.kind === 'heap' ? undefined : warmUpMs)
  if (!save(file, textOf([...recordsOf(folder), added]))) return
  process.stderr.write(`recorded in ${relative(process.cwd(), file)}: ${Object.entries(added.ratios).map((entry) => entry.join(' ')).join(', ')}\n`)
}

/** @param {import('../shared/measure/run.js').Result} result @param {number} [warmUpMs] @returns {LabRecord} */
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
