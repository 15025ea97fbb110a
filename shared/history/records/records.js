import { existsSync } from 'node:fs'
import { resolveDataFilePath, readJsonFile } from 'hotpath/lab'
import { formatTodaysDate } from 'hotpath/measure'
import { median } from 'hotpath/stats'
import { formatJsonList } from '../recorder/file.js'

/** @import { Result } from 'hotpath/measure' */

/** Value of the field `age` in a record of a run with the default warm-up. */
const DEFAULT_AGE = 'as printed by default'

/**
 * @typedef {object} LabRecord a lab's ratios in one run: a line of `labs/<name>/data/records.json`, from which minimum ratios are chosen
 * @property {{ cpu: string, cores: number }} machine
 * @property {string} node
 * @property {string} age the warm-up
 * @property {string} source
 * @property {string} [mongo] version of the database; with its name, unless it is MongoDB
 * @property {Record<string, number[]>} ratios by the claim's id; the two ends of a range
 *
 * @typedef {object} RunSummary a claim's recorded runs on one major version of Node
 * @property {number} node
 * @property {number} ratio median of the runs
 * @property {[number, number]} interval from the lowest run to the highest
 * @property {number} runs
 * @property {string[]} processors
 * @property {string[]} databases
 * @property {boolean} areNamed whether every run names its database
 */

/** @param {string} folder of a lab */
export const findRecordsFile = (folder) => resolveDataFilePath(folder, 'records.json')

/** @param {string} folder of a lab @returns {LabRecord[]} empty if nothing is recorded @throws {import('hotpath/lab').DamagedFileError} */
export function readLabRecords (folder) {
  const file = findRecordsFile(folder)
  return existsSync(file) ? readJsonFile(file) : []
}

/**
 * @param {Pick<Result, 'machine' | 'node' | 'services' | 'claims'>} result
 * @param {number} [warmUpMs] CPU time chosen by the user
 * @returns {LabRecord}
 */
export function convertResultToRecord ({ machine: { cpu, cores }, node, services: { mongo }, claims }, warmUpMs) {
  return {
    machine: { cpu, cores },
    node: node.slice(1),
    age: warmUpMs === undefined ? DEFAULT_AGE : `after ${warmUpMs / 1000} s of CPU`,
    source: `recorded ${formatTodaysDate()}`,
    ...(mongo && { mongo: mongo.engine === 'ferretdb' ? `FerretDB ${mongo.version}` : mongo.version }),
    ratios: Object.fromEntries(claims.map(({ id, ratio }) => [id, [Number(ratio.toPrecision(3))]])),
  }
}

/** Formats the content of records.json, one record per line. @param {LabRecord[]} records */
export function formatLabRecords (records) {
  return `${formatJsonList(records.map((record) => JSON.stringify(record, null, 1).replace(/\n\s*/g, ' ')))}\n`
}

/**
 * Summarizes a claim's recorded runs with the default warm-up, for each major version of Node.
 *
 * @param {LabRecord[]} records
 * @param {string} id
 * @returns {RunSummary[]} the oldest Node first
 */
export function summarizeClaimRuns (records, id) {
  const runs = records.filter(({ age, ratios }) => age === DEFAULT_AGE && ratios[id]?.length)
    .map((record) => ({ ...record, major: parseInt(record.node) }))
  return sortNodeMajors(runs.map(({ major }) => major)).map((node) => {
    const own = runs.filter(({ major }) => major === node)
    const ratios = own.flatMap((run) => run.ratios[id])
    return {
      node,
      ratio: median(ratios),
      interval: [Math.min(...ratios), Math.max(...ratios)],
      runs: ratios.length,
      processors: [...new Set(own.map(({ machine }) => machine.cpu))],
      databases: [...new Set(own.flatMap(({ mongo }) => mongo ?? []))],
      areNamed: own.every(({ mongo }) => mongo),
    }
  })
}

/** @param {number[]} majors versions of Node @returns {number[]} each once, the oldest first */
export function sortNodeMajors (majors) {
  return [...new Set(majors)].sort((a, b) => a - b)
}
