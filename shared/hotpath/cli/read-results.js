import { readFileSync } from 'node:fs'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { RED_VERDICTS, identifyBenchmark, mergeShardResults } from '../compare/result.js'

/** @import { CompareResult, EarlierVerdicts } from '../compare/result.js' */

/** @param {string[]} files of all shards, with the output of --json @returns {CompareResult} of all shards @throws {HotpathError} */
export function readResults (files) {
  return mergeShardResults(files.map((file) => ({ file, result: readJson(file) })))
}

/** @param {string} file with a result @returns {EarlierVerdicts} of its benchmarks with a red verdict @throws {HotpathError} */
export function readRedBenchmarks (file) {
  const red = readResults([file]).benchmarks.filter(({ verdict }) => RED_VERDICTS.includes(verdict))
  return new Map(red.map((one) => [identifyBenchmark(one), one.verdict]))
}

/** @param {string} file @returns {unknown} */
function readJson (file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') throw new HotpathError('NO_FILE', `There is no file ${file}. Expected the output of: hotpath compare … --json > ${file}`)
    throw new HotpathError('BAD_RESULT', error instanceof SyntaxError ? `${file} is not JSON. Expected the output of: hotpath compare … --json` : `${file} cannot be read: ${error.message}`)
  }
}
