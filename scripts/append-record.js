import { relative } from 'node:path'
import { today } from 'hotpath/measure'
import { USUAL_AGE, recordsOf } from '@hotpath-labs/history'
import { LOOKS } from 'hotpath/stats'
import { dataFile, writeData } from 'hotpath/lab'
import { saveFile } from './save-file.js'
import { warn } from './terminal.js'

/** @import { LabRecord } from '@hotpath-labs/history' */
/** @import { Lab } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */

/**
 * Appends a result's ratios to the lab's records.
 *
 * @param {Lab} lab
 * @param {Result} result
 * @param {number} [warmUpMs] CPU time, where --warm-up sets it
 */
export function appendRecord ({ name, folder, manifest }, result, warmUpMs) {
  // minimum ratios rest on records, and a single pair proves nothing
  const claims = result.claims.filter(({ pairs }) => pairs >= LOOKS[0])
  if (claims.length === 0) return warn(`nothing is recorded: ${name} has no ratio from two pairs or more`)
  const file = dataFile(folder, 'records.json')
  // memory labs do not warm up by time
  const added = makeRecord({ ...result, claims }, manifest.kind === 'heap' ? undefined : warmUpMs)
  if (!saveFile(file, formatRecords([...recordsOf(folder), added]), writeData)) return
  warn(`recorded in ${relative(process.cwd(), file)}: ${Object.entries(added.ratios).map((entry) => entry.join(' ')).join(', ')}`)
}

/** @param {Result} result @param {number} [warmUpMs] @returns {LabRecord} */
function makeRecord ({ machine: { cpu, cores }, node, services: { mongo }, claims }, warmUpMs) {
  return {
    machine: { cpu, cores },
    node: node.slice(1),
    age: warmUpMs === undefined ? USUAL_AGE : `after ${warmUpMs / 1000} s of CPU`,
    source: `recorded ${today()}`,
    ...(mongo && { mongo: mongo.engine === 'ferretdb' ? `FerretDB ${mongo.version}` : mongo.version }),
    ratios: Object.fromEntries(claims.map(({ id, ratio }) => [id, [Number(ratio.toPrecision(3))]])),
  }
}

/** Writes one record per line, so that a diff shows the new one. @param {LabRecord[]} records */
function formatRecords (records) {
  return `[\n${records.map((record) => `  ${JSON.stringify(record, null, 1).replace(/\n\s*/g, ' ')}`).join(',\n')}\n]\n`
}
