import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { DamagedFileError, readJsonFile, resolveDataFilePath, writeDataFile } from '@hotpath-labs/lab/data.js'
import { parseSide, roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { describeMachine, formatTodaysDate } from '@hotpath-labs/engine/machine.js'
import { hashVariantSources, SOURCE_HASH_PATTERN } from '@hotpath-labs/lab/sources.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Result, Steady } from '@hotpath-labs/lab/report/result-schema.js'
 */

const measured = v.object({
  ratio: v.pipe(v.number(), v.gtValue(0)),
  interval: v.nullable(v.tuple([v.number(), v.nullable(v.number())])),
})
const node = v.pipe(v.string(), v.regex(/^\d+/))
const row = v.object({
  machine: v.object({ cpu: v.string(), cores: v.number() }),
  node,
  age: v.picklist(['early', 'later', 'warm']),
  by: v.optional(v.literal('versions')),
  recorded: v.string(),
  database: v.optional(v.string()),
  pairs: v.optional(v.number()),
  cpuSeconds: v.optional(v.number()),
  sources: v.nullable(v.record(v.string(), v.pipe(v.string(), v.regex(SOURCE_HASH_PATTERN)))),
  claims: v.record(v.string(), measured),
})
const refusal = v.object({ node, recorded: v.string(), cannot: v.string() })
const rows = v.array(v.union([row, refusal]))

/**
 * @typedef {v.InferOutput<typeof row>} LabRecord a lab's ratios in one run: a row of `labs/<name>/data/records.json`, from which minimum
 *   ratios are chosen. `age`: early with the default warm-up, later in the same processes after more CPU time, warm once the programs had
 *   stopped getting faster. `by`: `pnpm versions record`. `sources`: a hash of each variant. Old rows have neither hashes nor intervals
 * @typedef {v.InferOutput<typeof refusal>} NodeRefusal a Node that cannot run the lab, and the reason
 *
 * @typedef {object} RunSummary a claim's early runs on one major version of Node
 * @property {number} node
 * @property {number} ratio median of the runs
 * @property {[number, number]} interval from the lowest run to the highest
 * @property {number} runs
 * @property {string[]} processors
 * @property {string[]} databases
 */

/** @param {string} folder of a lab */
export const findRecordsFile = (folder) => resolveDataFilePath(folder, 'records.json')

/**
 * @param {string} folder of a lab
 * @returns {(LabRecord | NodeRefusal)[]} empty if nothing is recorded
 * @throws {DamagedFileError}
 */
export function readAllRows (folder) {
  const file = findRecordsFile(folder)
  if (!existsSync(file)) return []
  const parsed = v.safeParse(rows, readJsonFile(file))
  if (parsed.success) return parsed.output
  throw new DamagedFileError(file, `this version of hotpath-labs does not know this file format (${v.getDotPath(parsed.issues[0]) ?? 'all of it'})`)
}

/** @param {string} folder of a lab @returns {LabRecord[]} rows with ratios @throws {DamagedFileError} */
export const readLabRecords = (folder) => readAllRows(folder).flatMap((row) => 'cannot' in row ? [] : [row])

/** @param {Lab} lab @returns {Pick<LabRecord, 'machine' | 'recorded' | 'sources'>} where, when and of which programs a row is */
export function describeOrigin (lab) {
  const { cpu, cores } = describeMachine()
  return { machine: { cpu, cores }, recorded: formatTodaysDate(), sources: hashVariantSources(lab) }
}

/**
 * @param {Pick<Result, 'node' | 'services' | 'claims'>} result
 * @param {Lab} lab
 * @param {number} [warmUpMs] CPU time chosen by the user
 * @returns {LabRecord}
 */
export function convertResultToRecord ({ node, services: { mongo }, claims }, lab, warmUpMs) {
  return {
    ...describeOrigin(lab),
    node: node.slice(1),
    age: warmUpMs === undefined ? 'early' : 'warm',
    ...(mongo && { database: `${mongo.engine === 'ferretdb' ? 'FerretDB' : 'MongoDB'} ${mongo.version}` }),
    pairs: Math.max(...claims.map(({ pairs }) => pairs)),
    cpuSeconds: roundToDecimals(Math.max(...claims.flatMap(({ age }) => [age.slower.cpuSeconds, age.faster.cpuSeconds])), 1),
    claims: Object.fromEntries(claims.map(({ id, ratio, interval }) => [id, { ratio: Number(ratio.toPrecision(3)), interval }])),
  }
}

/** Formats the content of records.json, one row per line, so that a diff shows only new rows. @param {(LabRecord | NodeRefusal)[]} all */
export function formatLabRecords (all) {
  return `[\n${all.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`
}

/** @param {string} folder of a lab @param {(LabRecord | NodeRefusal)[]} all replace the rows in the file */
export function writeLabRecords (folder, all) {
  writeDataFile(findRecordsFile(folder), formatLabRecords(all))
}

/**
 * Summarizes a claim's early runs, for each major version of Node.
 *
 * @param {LabRecord[]} records
 * @param {string} id
 * @returns {RunSummary[]} the oldest Node first
 */
export function summarizeClaimRuns (records, id) {
  const runs = records.filter(({ age, by, claims }) => age === 'early' && !by && claims[id]).map((record) => ({ ...record, major: parseInt(record.node) }))
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
    const isStale = [slower, faster].map((side) => parseSide(side).variant).some((variant) => recorded?.[variant] !== sources[variant])
    const steady = { ratio: claims[id].ratio, interval, node: `v${node}`, cpuSeconds, processor: machine.cpu, ...(isStale && { stale: /** @type {const} */ (true) }) }
    return [{ node: parseInt(node), pairs, steady }]
  }).sort((a, b) => a.node - b.node)
}

/** @param {number[]} majors versions of Node @returns {number[]} each once, the oldest first */
export function sortNodeMajors (majors) {
  return [...new Set(majors)].sort((a, b) => a - b)
}
