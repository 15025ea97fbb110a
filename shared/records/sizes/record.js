import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { DamagedFileError, readJsonFile, resolveDataFilePath } from '@hotpath-labs/lab/data.js'
import { findDefaultMetric } from '@hotpath-labs/lab/metrics.js'
import { selectForNode } from '@hotpath-labs/lab/measure/node-range.js'
import { measureLab } from '@hotpath-labs/lab/measure/run.js'
import { hashVariantSources } from '@hotpath-labs/lab/sources.js'
import { planSize } from '@hotpath-labs/lab/plans.js'
import { describeMachine, formatTodaysDate } from '@hotpath-labs/engine/machine.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Manifest } from '@hotpath-labs/lab/manifest.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/** Pairs of fresh processes for each size: a growth is read over a factor of ten or more, so a cost may be wrong by some per cent. */
const PAIRS = 3

const sizeRecord = v.object({
  machine: v.object({ cpu: v.string(), cores: v.number() }),
  node: v.string(),
  recorded: v.string(),
  sources: v.record(v.string(), v.string()),
  sizes: v.array(v.number()),
  costs: v.record(v.string(), v.array(v.pipe(v.number(), v.gtValue(0)))),
})

/** @typedef {v.InferOutput<typeof sizeRecord>} SizeRecord the costs of each variant, for each size */

/**
 * Measures what each variant costs for each size of its input. Compares answers first, as every measurement does.
 *
 * @param {Lab} lab with the field `sizes`
 * @param {object} options
 * @param {number} options.seed
 * @param {number} options.seconds for each size
 * @param {string} [options.node] binary that runs the variants
 * @param {string} options.version of it, such as v20.20.2
 * @param {(size: number) => void} [options.onSize]
 * @returns {Promise<SizeRecord | Result>} the result of a size at which a variant failed
 */
export async function measureSizes (lab, { seed, seconds, node, version, onSize = () => {} }) {
  const { values } = /** @type {NonNullable<Manifest['sizes']>} */ (lab.manifest.sizes)
  const metric = findDefaultMetric(lab.manifest.kind)
  /** @type {SizeRecord['costs']} */
  const costs = {}
  for (const size of values) {
    onSize(size)
    const { plan } = selectForNode(planSize(lab, size), version)
    const result = await measureLab(plan, { seed, seconds, node, mostPairs: PAIRS, hangsAfterMs: 1000 * seconds })
    if (result.claims.length === 0) return result
    for (const variant of Object.keys(plan.programs)) (costs[variant] ??= []).push(Number(result.variants[variant][metric].toPrecision(4)))
  }
  const { cpu, cores } = describeMachine()
  const sources = hashVariantSources(lab)
  return { machine: { cpu, cores }, node: version.slice(1), recorded: formatTodaysDate(), sources, sizes: values, costs }
}

/** @param {string} folder of a lab */
export const findSizesFile = (folder) => resolveDataFilePath(folder, 'sizes.json')

/**
 * @param {Lab} lab
 * @returns {SizeRecord | undefined} undefined if nothing is recorded of its programs as they are
 * @throws {DamagedFileError} if nobody can read the file
 */
export function readSizeRecord (lab) {
  const file = findSizesFile(lab.folder)
  if (!existsSync(file)) return undefined
  const parsed = v.safeParse(sizeRecord, readJsonFile(file))
  if (parsed.success) return isDeepStrictEqual(parsed.output.sources, hashVariantSources(lab)) ? parsed.output : undefined
  throw new DamagedFileError(file, `this version of hotpath-labs does not know this file format (${v.getDotPath(parsed.issues[0]) ?? 'all of it'})`)
}
