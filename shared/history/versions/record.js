import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { DamagedFile, dataFile, jsonIn, writeData } from 'hotpath/lab'
import { SOURCE_HASH } from 'hotpath/sources'

/** The version of the files' form. */
export const SCHEMA = 1

/** The least pairs on which a statement about a version may rest. */
export const LEAST_PAIRS = 5

const positive = v.pipe(v.number(), v.gtValue(0))
const version = v.pipe(v.string(), v.regex(/^v\d+\.\d+\.\d+/))
const machine = v.object({ cpu: v.string(), cores: v.number(), os: v.string() })

const hash = v.pipe(v.string(), v.regex(SOURCE_HASH))

const look = v.object({ ratios: v.record(v.string(), positive), cpuSeconds: v.record(v.string(), v.number()) })
const pair = v.object({ early: look, later: v.optional(look) })

const run = v.object({ node: version, machine, recorded: v.string(), sources: v.record(v.string(), hash), claims: v.optional(v.record(v.string(), v.tuple([v.string(), v.string(), v.string()]))), laterMs: v.nullable(v.number()), pairs: v.array(pair) })
const refusal = v.object({ node: version, recorded: v.string(), cannot: v.string() })

const across = v.object({ side: v.string(), metric: v.string(), from: version, to: version, machine, recorded: v.string(), source: hash, laterMs: v.number(), pairs: v.array(pair) })

const form = v.object({ schema: v.literal(SCHEMA), lab: v.string(), versions: v.array(v.union([run, refusal])), across: v.array(across) })

/**
 * @typedef {v.InferOutput<typeof form>} VersionsRecord what a lab's claims read on several Nodes
 * @typedef {v.InferOutput<typeof run>} VersionRun on one of them; `sources`: a hash of each variant; `claims`: the sides and the metric of each, which older ones do not tell; `laterMs`: CPU time between the two looks, null where there is one
 * @typedef {v.InferOutput<typeof refusal>} VersionRefusal a Node that cannot run the lab, and why
 * @typedef {v.InferOutput<typeof across>} AcrossRun one variant on two Nodes: each ratio is its cost on `to` over that on `from`
 * @typedef {v.InferOutput<typeof pair>} VersionPair two looks at the same processes
 * @typedef {v.InferOutput<typeof look>} Look `ratios` of the claims; of each side the CPU seconds that it had behind it
 */

/** The name of the one ratio of two Nodes. */
export const COST = 'cost'

/** @param {string} folder of a lab */
export const versionsFile = (folder) => dataFile(folder, 'versions.json')

/**
 * @param {{ name: string, folder: string }} lab
 * @returns {VersionsRecord} empty where nothing is recorded
 * @throws {DamagedFile}
 */
export function readVersions ({ name, folder }) {
  const file = versionsFile(folder)
  if (!existsSync(file)) return { schema: SCHEMA, lab: name, versions: [], across: [] }
  const parsed = v.safeParse(form, jsonIn(file))
  if (!parsed.success) throw new DamagedFile(file, `this version does not know its format (${v.getDotPath(parsed.issues[0]) ?? 'all of it'})`)
  return parsed.output
}

/** A pair a line, so that a diff shows what came. @param {string} folder of the lab @param {VersionsRecord} record */
export function writeVersions (folder, { schema, lab, versions, across }) {
  const text = `{\n "schema": ${schema},\n "lab": ${JSON.stringify(lab)},\n "versions": ${entries(versions)},\n "across": ${entries(across)}\n}\n`
  writeData(versionsFile(folder), text)
}

/** @param {(VersionRun | VersionRefusal | AcrossRun)[]} all */
function entries (all) {
  if (all.length === 0) return '[]'
  return `[\n${all.map((entry) => {
    if (!('pairs' in entry)) return `  ${JSON.stringify(entry)}`
    const { pairs, ...head } = entry
    return `  ${JSON.stringify(head).slice(0, -1)},"pairs":[\n${pairs.map((one) => `   ${JSON.stringify(one)}`).join(',\n')}\n  ]}`
  }).join(',\n')}\n ]`
}
