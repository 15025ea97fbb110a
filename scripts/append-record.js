import { relative } from 'node:path'
import { createLabRecord, formatLabRecords, findRecordsFile, readLabRecords } from '@hotpath-labs/history'
import { INTERIM_ANALYSES } from 'hotpath/stats'
import { writeDataFile } from 'hotpath/lab'
import { saveFile } from './save-file.js'
import { warn } from './terminal.js'

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
  // claims with one pair are left out, because minimum ratios rest on records, and a single pair proves nothing
  const claims = result.claims.filter(({ pairs }) => pairs >= INTERIM_ANALYSES[0])
  if (claims.length === 0) return warn(`nothing is recorded: ${name} has no ratio from two pairs or more`)
  const file = findRecordsFile(folder)
  // a memory lab has no second age, because it does not warm up by time
  const added = createLabRecord({ ...result, claims }, manifest.kind === 'heap' ? undefined : warmUpMs)
  if (!saveFile(file, formatLabRecords([...readLabRecords(folder), added]), writeDataFile)) return
  warn(`recorded in ${relative(process.cwd(), file)}: ${Object.entries(added.ratios).map((entry) => entry.join(' ')).join(', ')}`)
}
