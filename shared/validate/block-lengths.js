import { BenchmarkRounds } from 'hotpath/internal/compare/rounds.js'
import { computeDifferenceInterval } from 'hotpath/internal/compare/rule.js'
import { judgeBenchmarkAnswers } from 'hotpath/internal/compare/judge-benchmark.js'
import { listBenchmarks } from 'hotpath/internal/compare/benchmarks.js'
import { SUBJECTS_BY_LAB_KIND } from '@hotpath-labs/lab/measure/trial.js'
import { measureLab } from '@hotpath-labs/lab/measure/run.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { mean } from '@hotpath-labs/engine/stats/sample.js'
import { makeSidesOfFiles } from './compare/proof.js'

/**
 * @import { FunctionSubject } from '@hotpath-labs/engine/subjects/function.js'
 * @import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Kind } from '@hotpath-labs/lab/manifest.js'
 */

/** Lengths of a block to try, as factors of its usual length. */
const BLOCK_LENGTHS = [0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6, 8, 10]

const KINDS_OF_BENCHMARKS = /** @type {const} */ ({ fn: 'function', server: 'server', heap: 'heap' })

/**
 * @typedef {object} AtLength
 * @property {string} name of the lab or benchmark
 * @property {number} length as a factor of the usual length
 * @property {number} operations in a block
 * @property {Record<string, number> | null} collections garbage collections in a block, by side; null for servers
 * @property {number} ratio cost of the slower side in costs of the faster side, or of head in costs of base
 * @property {[number, number]} interval of the ratio, 95 %
 */

/**
 * Measures a lab's first claim with blocks of several lengths.
 *
 * @param {Lab} lab
 * @param {{ pairs: number, seed: number }} how
 * @returns {AsyncGenerator<AtLength>}
 */
export async function * measureLabAtLengths (lab, { pairs, seed }) {
  const { kind, requests } = /** @type {{ kind: Kind, requests?: number }} */ (lab.manifest)
  for (const length of BLOCK_LENGTHS) {
    const seen = new BlockCounter()
    const scaled = requests === undefined ? lab : { ...lab, manifest: { ...lab.manifest, requests: Math.round(requests * length) } }
    const { claims: [claim], failure } = await measureLab(/** @type {Lab} */ (scaled), {
      seed, seconds: Infinity, mostPairs: pairs, leastPairs: pairs, settings: scaleSettings(kind, length), onBlock: seen.add,
    })
    if (!claim) throw new Error(`${lab.name} was not measured: ${failure?.what ?? 'its answers differ'}`)
    yield { name: lab.name, length, ...seen.summary, ratio: claim.ratio, interval: claim.interval }
  }
}

/**
 * Compares each benchmark of two perf files with blocks of several lengths.
 *
 * @param {{ base: string, head: string }} files absolute paths
 * @param {{ pairs: number, seed: number }} how
 * @returns {AsyncGenerator<AtLength>}
 */
export async function * comparePerfFilesAtLengths (files, { pairs, seed }) {
  const sides = makeSidesOfFiles(files)
  const { benchmarks } = await listBenchmarks(sides, { random: createRandom(seed), flags: [] })
  for (const benchmark of benchmarks) {
    const { answers, result } = await judgeBenchmarkAnswers(benchmark, sides, { seed, flags: [] })
    if (!answers) throw new Error(`${benchmark.title} was not measured: ${result.reason}`)
    for (const length of BLOCK_LENGTHS) {
      const seen = new BlockCounter()
      const rounds = await BenchmarkRounds.create(benchmark, sides, { seed, flags: [], answers })
      Object.assign(/** @type {FunctionSubject | ServerSubject} */ (rounds.subject).settings,
        scaleSettings(KINDS_OF_BENCHMARKS[benchmark.kind], length))
      rounds.session.onBlock = seen.add
      for (let pair = 0; pair < pairs; pair++) await rounds.measure({ withControl: false })
      const { head: { values }, prior } = rounds
      const [low, high] = computeDifferenceInterval(values, prior)
      yield { name: benchmark.title, length, ...seen.summary, ratio: Math.exp(mean(values)), interval: [Math.exp(low), Math.exp(high)] }
    }
  }
}

/**
 * @param {'function' | 'server' | 'heap'} kind
 * @param {number} factor
 * @returns {object} the engine's settings, with longer or shorter blocks
 */
function scaleSettings (kind, factor) {
  const scale = (/** @type {Record<string, number>} */ limits) =>
    Object.fromEntries(Object.entries(limits).map(([name, ns]) => [name, ns * factor]))
  if (kind === 'function') {
    const { blockNs: { cheapest, dearest } } = SUBJECTS_BY_LAB_KIND.function.SETTINGS
    return { blockNs: { cheapest: scale(cheapest), dearest: scale(dearest) } }
  }
  const { block } = SUBJECTS_BY_LAB_KIND.server.SETTINGS
  return kind === 'server' ? { block: { ...block, target: block.target * factor, most: block.most * factor } } : {}
}

/** Counts the operations and garbage collections of blocks. */
class BlockCounter {
  /** @type {Record<string, { operations: number, collections: number[] }>} by side */
  #sides = {}

  /** @param {string} side @param {Record<string, number[]>} figures */
  add = (side, { operations = [], collectionCount = [] }) => {
    const perBlock = operations.length > 1 ? operations[1] - operations[0] : NaN
    this.#sides[side] = { operations: perBlock, collections: collectionCount }
  }

  get summary () {
    const sides = Object.entries(this.#sides)
    const counted = sides.every(([, { collections }]) => collections.length > 0)
    return {
      operations: sides[0]?.[1].operations ?? NaN,
      collections: counted ? Object.fromEntries(sides.map(([side, { collections }]) => [side, mean(collections)])) : null,
    }
  }
}
