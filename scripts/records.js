import { relative } from 'node:path'
import { createRecord, formatRecords, recordsFile, recordsOf } from '@hotpath-labs/history'
import { LOOKS } from 'hotpath/stats'
import { save } from './measuring.js'
import { writeData } from 'hotpath/lab'

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
  const file = recordsFile(folder)
  // a heap's process is not warmed up by time
  const added = createRecord({ ...result, claims: told }, manifest.kind === 'heap' ? undefined : warmUpMs)
  if (!save(file, formatRecords([...recordsOf(folder), added]), writeData)) return
  process.stderr.write(`recorded in ${relative(process.cwd(), file)}: ${Object.entries(added.ratios).map((entry) => entry.join(' ')).join(', ')}\n`)
}
