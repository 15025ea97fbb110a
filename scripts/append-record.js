import { relative } from 'node:path'
import { convertResultToRecord, formatLabRecords, findRecordsFile, readAllRows } from '@hotpath-labs/history'
import { INTERIM_ANALYSIS_PAIR_COUNTS } from 'hotpath/stats'
import { writeDataFile } from 'hotpath/lab'
import { saveFile } from './save-file.js'
import { printNotice } from 'hotpath/cli'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */

/**
 * Appends a result's ratios to the lab's file data/records.json.
 *
 * @param {Lab} lab
 * @param {Result} result
 * @param {number} [warmUpMs] CPU time in ms that --warm-up sets
 */
export function appendRatioRecord (lab, result, warmUpMs) {
  const { name, folder, manifest } = lab
  // leaves out claims that only one pair of processes measured, because a single ratio is too little evidence
  const claims = result.claims.filter(({ pairs }) => pairs >= INTERIM_ANALYSIS_PAIR_COUNTS[0])
  if (claims.length === 0) return printNotice(`No ratio of ${name} is recorded, because every claim was measured with fewer than two pairs of processes`)
  const file = findRecordsFile(folder)
  // leaves out the warm-up time of memory labs, which warm up for a number of requests instead
  const added = convertResultToRecord({ ...result, claims }, lab, manifest.kind === 'heap' ? undefined : warmUpMs)
  if (!saveFile(file, formatLabRecords([...readAllRows(folder), added]), writeDataFile)) return
  printNotice(`recorded in ${relative(process.cwd(), file)}: ${Object.entries(added.claims).map(([id, { ratio }]) => `${id} ${ratio}`).join(', ')}`)
}
