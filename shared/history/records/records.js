import * as v from 'valibot'
import { parseClaimSide, resolveDataFilePath } from 'hotpath/lab'
import { formatTodaysDate, roundToDecimals } from 'hotpath/measure'
import { hashVariantSources } from 'hotpath/sources'
import { median } from 'hotpath/stats'
import { formatJsonList, positiveNumberSchema, readValidRecord, sourceHashSchema } from '../recorder/file.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Result, Steady } from 'hotpath/measure' */

const measured = v.object({ ratio: positiveNumberSchema, interval: v.nullable(v.tuple([v.number(), v.nullable(v.number())])) })
const row = v.object({
  machine: v.object({ cpu: v.string(), cores: v.number() }),
  node: v.pipe(v.string(), v.regex(/^\d+/)),
  age: v.picklist(['early', 'warm']),
  recorded: v.string(),
  database: v.optional(v.string()),
  pairs: v.optional(v.number()),
  cpuSeconds: v.optional(v.number()),
  sources: v.nullable(v.record(v.string(), sourceHashSchema)),
  claims: v.record(v.string(), measured),
})

/**
 * @typedef {v.InferOutput<typeof row>} LabRecord a lab's ratios in one run: a row of `labs/<name>/data/records.json`, from which minimum
 *   ratios are chosen. `age`: early with the default warm-up, warm once the programs had stopped getting faster. `sources`: a hash of each
 *   variant. Old rows have neither hashes nor intervals
 *
 * @typedef {object} RunSummary a claim's early runs on one major version of Node
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
  return readValidRecord(findRecordsFile(folder), v.array(row)) ?? []
}

/**
 * @param {Pick<Result, 'machine' | 'node' | 'services' | 'claims'>} result
 * @param {Lab} lab
 * @param {number} [warmUpMs] CPU time chosen by the user
 * @returns {LabRecord}
 */
export function convertResultToRecord ({ machine: { cpu, cores }, node, services: { mongo }, claims }, lab, warmUpMs) {
  return {
    machine: { cpu, cores },
    node: node.slice(1),
    age: warmUpMs === undefined ? 'early' : 'warm',
    recorded: formatTodaysDate(),
    ...(mongo && { database: `${mongo.engine === 'ferretdb' ? 'FerretDB' : 'MongoDB'} ${mongo.version}` }),
    pairs: Math.max(...claims.map(({ pairs }) => pairs)),
    cpuSeconds: roundToDecimals(Math.max(...claims.flatMap(({ age }) => [age.slower.cpuSeconds, age.faster.cpuSeconds])), 1),
    sources: hashVariantSources(lab),
    claims: Object.fromEntries(claims.map(({ id, ratio, interval }) => [id, { ratio: Number(ratio.toPrecision(3)), interval }])),
  }
}

/** Formats the content of records.json, one record per line. @param {LabRecord[]} records */
export function formatLabRecords (records) {
  return `${formatJsonList(records.map((record) => JSON.stringify(record)))}\n`
}

/**
 * Summarizes a claim's early runs, for each major version of Node.
 *
 * @param {LabRecord[]} records
 * @param {string} id
 * @returns {RunSummary[]} the oldest Node first
 */
export function summarizeClaimRuns (records, id) {
  const runs = records.filter(({ age, claims }) => age === 'early' && claims[id]).map((record) => ({ ...record, major: parseInt(record.node) }))
  return sortNodeMajors(runs.map(({ major }) => major)).map((node) => {
    const own = runs.filter(({ major }) => major === node)
    const ratios = own.map(({ claims }) => claims[id].ratio)
    return {
      node,
      ratio: median(ratios),
      interval: [Math.min(...ratios), Math.max(...ratios)],
      runs: ratios.length,
      processors: [...new Set(own.map(({ machine }) => machine.cpu))],
      databases: [...new Set(own.flatMap(({ database }) => database ?? []))],
      areNamed: own.every(({ database }) => database),
    }
  })
}

/**
 * Lists a claim's warm runs that have an interval.
 *
 * @param {LabRecord[]} records
 * @param {{ id: string, slower: string, faster: string }} claim
 * @param {Record<string, string>} sources hashes of the variants as they are now
 * @returns {{ node: number, pairs: number, steady: Steady }[]} the oldest Node first
 */
export function listWarmRuns (records, { id, slower, faster }, sources) {
  return records.flatMap(({ age, node, machine, claims, pairs = 0, cpuSeconds = 0, sources: recorded }) => {
    const interval = /** @type {[number, number] | null | undefined} */ (claims[id]?.interval)
    if (age !== 'warm' || !interval || interval[1] === null) return []
    const isStale = [slower, faster].map((side) => parseClaimSide(side).variant).some((variant) => recorded?.[variant] !== sources[variant])
    const steady = { ratio: claims[id].ratio, interval, node: `v${node}`, cpuSeconds, processor: machine.cpu, ...(isStale && { stale: /** @type {const} */ (true) }) }
    return [{ node: parseInt(node), pairs, steady }]
  }).sort((a, b) => a.node - b.node)
}

/** @param {number[]} majors versions of Node @returns {number[]} each once, the oldest first */
export function sortNodeMajors (majors) {
  return [...new Set(majors)].sort((a, b) => a - b)
}
