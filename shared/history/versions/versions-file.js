import * as v from 'valibot'
import { resolveDataFilePath, writeDataFile } from 'hotpath/lab'
import { formatJsonList, recordOriginSchemaFields, positiveNumberSchema, readValidRecord, sourceHashSchema } from '../recorder/file.js'

/** @import { Lab } from 'hotpath/lab' */

/** Version number of the format of versions.json. A file with another number is refused. */
const SCHEMA = 1

/** Fewest recorded pairs of processes for which a result on a version of Node is shown. */
export const MIN_PAIRS_PER_NODE_VERSION = 5

const version = v.pipe(v.string(), v.regex(/^v\d+\.\d+\.\d+/))

const look = v.object({ ratios: v.record(v.string(), positiveNumberSchema), cpuSeconds: v.record(v.string(), v.number()) })
const pair = v.object({ early: look, later: v.optional(look) })

const run = v.object({ node: version, ...recordOriginSchemaFields, laterMs: v.nullable(v.number()), pairs: v.array(pair) })
const refusal = v.object({ node: version, recorded: v.string(), cannot: v.string() })

const { machine, recorded } = recordOriginSchemaFields
const across = v.object({
  side: v.string(),
  metric: v.string(),
  from: version,
  to: version,
  machine,
  recorded,
  source: sourceHashSchema,
  laterMs: v.number(),
  pairs: v.array(pair),
})

const form = v.object({ schema: v.literal(SCHEMA), lab: v.string(), versions: v.array(v.union([run, refusal])), across: v.array(across) })

/**
 * @typedef {v.InferOutput<typeof form>} VersionsRecord a lab's ratios on several versions of Node
 * @typedef {v.InferOutput<typeof run>} VersionRun on one of them; `sources`: a hash of each variant; `claims`: each claim's sides and
 *   metric, missing in older files; `laterMs`: CPU time between the two measurements of a pair, null where there is one
 * @typedef {v.InferOutput<typeof refusal>} VersionRefusal a Node that cannot run the lab, and the reason
 * @typedef {v.InferOutput<typeof across>} CrossVersionRun one variant on two Nodes: each ratio is its cost on `to` over its cost on `from`
 * @typedef {v.InferOutput<typeof pair>} VersionPair two measurements of the same processes
 * @typedef {v.InferOutput<typeof look>} PairRatios `ratios` by claim; `cpuSeconds`: each side's age
 */

/** @param {string} version such as v20.20.2 @returns {number} */
export const parseNodeMajor = (version) => Number(version.match(/^v?(\d+)\./)?.[1])

/** Name of the recorded ratio of one program's costs on two versions of Node. */
export const CROSS_VERSION_RATIO_NAME = 'cost'

/** @param {string} folder of a lab */
export const findVersionsFile = (folder) => resolveDataFilePath(folder, 'versions.json')

/**
 * @param {Pick<Lab, 'name' | 'folder'>} lab
 * @returns {VersionsRecord} empty where there is no file
 * @throws {import('hotpath/lab').DamagedFileError}
 */
export function readVersionsRecord ({ name, folder }) {
  return readValidRecord(findVersionsFile(folder), form) ?? { schema: SCHEMA, lab: name, versions: [], across: [] }
}

/** @param {string} folder of the lab @param {VersionsRecord} record */
export function writeVersionsRecord (folder, { schema, lab, versions, across }) {
  const head = `{\n "schema": ${schema},\n "lab": ${JSON.stringify(lab)}`
  writeDataFile(findVersionsFile(folder), `${head},\n "versions": ${formatRuns(versions)},\n "across": ${formatRuns(across)}\n}\n`)
}

/** @param {(VersionRun | VersionRefusal | CrossVersionRun)[]} runs */
function formatRuns (runs) {
  return formatJsonList(runs.map((run) => {
    if (!('pairs' in run)) return JSON.stringify(run)
    const { pairs, ...head } = run
    return `${JSON.stringify(head).slice(0, -1)},"pairs":${formatJsonList(pairs.map((pair) => JSON.stringify(pair)), '   ', '  ')}}`
  }), '  ', ' ')
}
