import { isDeepStrictEqual } from 'node:util'
import { listSidesOfAllClaims } from 'hotpath/lab'
import { describeMachine, formatTodaysDate } from 'hotpath/measure'
import { hashVariantSources } from 'hotpath/sources'

/** @import { Lab } from 'hotpath/lab' */

/** Describes the origin of a new record: machine, date, hashes of the variants, and claims. @param {Lab} lab */
export function describeMachineDateAndSources (lab) {
  return { machine: describeMachine(), recorded: formatTodaysDate(), ...describeProgramsAndClaims(lab) }
}

/**
 * Describes what a record of a lab measures: a hash of each variant's source, and the two programs and the metric of each claim.
 *
 * @param {Lab} lab
 */
export function describeProgramsAndClaims (lab) {
  return { sources: hashVariantSources(lab), claims: listSidesOfAllClaims(lab) }
}

/**
 * Returns true if a record measured the lab's programs and claims as they are today.
 *
 * @param {object} record
 * @param {Lab} lab
 */
export function isRecordUpToDate (record, lab) {
  return agrees(record, describeProgramsAndClaims(lab))
}

/**
 * Returns the incomplete record `begun` if more pairs may be added to it: its processor and its settings must be the same as now.
 *
 * @template {{ machine: { cpu: string } }} T
 * @param {T | undefined} begun
 * @param {object} settings fields of the record
 * @returns {T | undefined}
 */
export function findResumableRecord (begun, settings) {
  return begun?.machine.cpu === describeMachine().cpu && agrees(begun, settings) ? begun : undefined
}

/** @param {object} record @param {object} fields */
function agrees (record, fields) {
  // compares only the fields that the record has, because older records have no field `claims`
  return Object.entries(fields).every(([name, value]) => !(name in record) || isDeepStrictEqual(/** @type {any} */ (record)[name], value))
}
