import { HotpathError } from '../failures/index.js'
import { COMPARE_SCHEMA_VERSION, findWorstVerdict } from './result.js'

/** @import { CompareResult } from './result.js' */

/** Fields of a result that must be equal in all shards of one comparison. */
const SHARED = /** @type {const} */ (['question', 'sides', 'error', 'added', 'removed'])

/**
 * Merges the results of a comparison that was split with `--shard`.
 *
 * @param {{ file: string, result: any }[]} parts parsed, each with its file
 * @returns {CompareResult}
 * @throws {HotpathError} where a file is no result, or belongs to another call
 */
export function mergeShardResults (parts) {
  for (const { file, result } of parts) {
    if (result?.schema !== COMPARE_SCHEMA_VERSION || !Array.isArray(result.benchmarks)) throw new HotpathError('BAD_RESULT', `${file} is not a result of schema ${COMPARE_SCHEMA_VERSION}. Write it again with this version of hotpath: hotpath compare … --json > ${file}`)
  }
  const [{ result: first, file }] = parts
  for (const { file: other, result } of parts.slice(1)) {
    if (result.shard?.of !== first.shard?.of) throw new HotpathError('DIFFERENT_SHARDS', `${file} is one of ${first.shard?.of ?? 1} shards, but ${other} is one of ${result.shard?.of ?? 1}. Give all shards of one comparison.`)
    const field = SHARED.find((name) => JSON.stringify(result[name]) !== JSON.stringify(first[name]))
    if (field) throw new HotpathError('DIFFERENT_SHARDS', `${other} and ${file} are shards of different comparisons: ${field} differs. Give all shards of one comparison.`)
  }
  const { of = 1 } = first.shard ?? {}
  const given = parts.map(({ result }) => result.shard?.index ?? 1)
  const missing = Array.from({ length: of }, (_, place) => place + 1).filter((index) => !given.includes(index))
  const benchmarks = parts.flatMap(({ result }) => result.benchmarks)
  const names = benchmarks.map(({ file, name }) => `${file} ${name}`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new HotpathError('DIFFERENT_SHARDS', `The benchmark ${twice} is in two of the files. Give the file of each shard once.`)
  if (missing.length) throw new HotpathError('MISSING_SHARDS', `Missing shards: ${missing.map((index) => `${index}/${of}`).join(', ')}. Give the files of all ${of} shards.`)
  const unite = (/** @type {'disturbances' | 'notes'} */ field) => [...new Set(parts.flatMap(({ result }) => result[field]))]
  const seconds = Math.max(...parts.map(({ result }) => result.seconds))
  return { ...first, shard: null, verdict: findWorstVerdict(benchmarks), benchmarks, seconds, disturbances: unite('disturbances'), notes: unite('notes') }
}
