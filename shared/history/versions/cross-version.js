import { serializer } from 'hotpath/worker'
import { MEASURING_MODULES_BY_LAB_KIND, ProcessSet, CpuAffinity, settleAllOrThrow, findFirstDifference, chooseSupportedFlags, findSupportedPermissionFlags, listAllowedProcessors } from 'hotpath/measure'
import { createRandom } from 'hotpath/stats'
import { describeMachineDateAndSources } from '../recorder/origin.js'
import { PairRecorder } from '../recorder/recorder.js'
import { computeCpuSecondsOfPrograms, computePairRatio } from './recording.js'
import { CROSS_VERSION_RATIO_NAME } from './versions-file.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { FiguresBySide, MeasuredProcess, Outcome, Run } from 'hotpath/measure' */
/** @import { Random } from 'hotpath/stats' */
/** @import { CrossVersionRun, VersionPair } from './versions-file.js' */
/** @typedef {{ version: string, file: string }} Binary */

/** Setting that leaves V8's default JIT thresholds unchanged, because each version of Node has different thresholds. */
const OWN_THRESHOLDS = { lowered: [], defaults: [] }

/**
 * Measures one function of a lab on two versions of Node. Each pair has a fresh process on each version, and the two processes take turns.
 *
 * @param {Lab} lab
 * @param {object} options
 * @param {string} options.side a variant
 * @param {Binary} options.from
 * @param {Binary} options.to
 * @param {number} options.seed
 * @param {number} options.pairs in all
 * @param {number} options.laterMs
 * @param {CrossVersionRun} [options.begun] continue this run
 * @param {(run: CrossVersionRun) => void} [options.onPair] called with the complete pairs
 * @returns {Promise<{ run: CrossVersionRun, failure?: undefined } | { failure: string }>} `failure`: the answers differ
 * @throws {import('hotpath/failures').VariantFailure}
 */
export async function recordCrossVersionRun (lab, { side, from, to, seed, pairs, laterMs, begun, onPair }) {
  const { machine, recorded, sources } = describeMachineDateAndSources(lab)
  /** @type {PairRecorder<VersionPair, CrossVersionRun>} */
  const recorder = new PairRecorder(
    begun ?? { side, metric: 'time', from: from.version, to: to.version, machine, recorded, source: sources[side], laterMs, pairs: [] },
    { pairs, onPair }
  )
  const random = createRandom(seed + recorder.record.pairs.length)
  /** @type {Run} */
  const run = {
    lab,
    reference: side,
    seed,
    random,
    settings: MEASURING_MODULES_BY_LAB_KIND.function.MEASURING_SETTINGS,
    warmUpMs: undefined,
    jitThresholds: OWN_THRESHOLDS,
    affinity: new CpuAffinity(listAllowedProcessors(), random),
    perBlock: undefined,
    bodies: new Map(),
    onFirstBlock () {},
  }
  const different = await withProcesses(lab, side, [from, to], random, (processes) => findDifference(run, processes))
  if (different) return { failure: `${side} answers differently on ${from.version} and ${to.version}: ${different}` }
  while (!recorder.isComplete) {
    recorder.add(await withProcesses(lab, side, [from, to], random, async (processes) => {
      const nodes = [from.version, to.version]
      const readRatio = (/** @type {FiguresBySide} */ figures) => ({
        ratios: { [CROSS_VERSION_RATIO_NAME]: computePairRatio(figures, 'time', to.version, from.version) },
        cpuSeconds: computeCpuSecondsOfPrograms(figures),
      })
      const early = await MEASURING_MODULES_BY_LAB_KIND.function.measureSides(run, processes, nodes)
      await run.affinity.unpin([...processes.values()])
      const later = await MEASURING_MODULES_BY_LAB_KIND.function.measureSides({ ...run, warmUpMs: laterMs }, processes, nodes)
      return { early: readRatio(early), later: readRatio(later) }
    }))
  }
  return { run: recorder.record }
}

/**
 * @template T
 * @param {Lab} lab
 * @param {string} side
 * @param {Binary[]} nodes
 * @param {Random} random
 * @param {(processes: Map<string, MeasuredProcess>) => Promise<T>} work with a fresh process on each Node, by version
 */
async function withProcesses (lab, side, nodes, random, work) {
  const permissions = await Promise.all(nodes.map(({ file }) => findSupportedPermissionFlags(file)))
  const flags = await Promise.all(nodes.map(({ file }) => chooseSupportedFlags(lab.manifest, file)))
  const { WORKER_FILE_NAME, NODE_FLAGS } = MEASURING_MODULES_BY_LAB_KIND.function
  // the process that starts first finds colder CPU caches, so chance decides which Node starts first
  const order = random() < 0.5 ? [0, 1] : [1, 0]
  const fleets = new Map(order.map((index) => {
    const kind = { WORKER_FILE_NAME, NODE_FLAGS: [...NODE_FLAGS, ...permissions[index]] }
    return [index, new ProcessSet([side], { files: lab.files, kind, flags: flags[index], node: nodes[index].file, random })]
  }))
  try {
    await settleAllOrThrow([...fleets.values()].map(({ ready }) => ready))
    return await work(new Map(nodes.map(({ version }, index) => [version, /** @type {any} */ (fleets.get(index)?.processes.get(side))])))
  } finally {
    await Promise.all([...fleets.values()].map((fleet) => fleet.stop()))
  }
}

/** @param {Run} run @param {Map<string, MeasuredProcess>} processes */
async function findDifference (run, processes) {
  const { edgeCases, tolerance } = /** @type {any} */ (run.lab.manifest.workload)
  const calls = serializer.encode([...Object.values(edgeCases), ...MEASURING_MODULES_BY_LAB_KIND.function.drawSeededInputs(run)])
  const [left, right] = await settleAllOrThrow([...processes.values()].map(async (measured) => {
    /** @type {Outcome[]} */
    const answers = await measured.ask('answers', { calls })
    // do not compare error stacks, because versions of Node word them differently
    return answers.map(({ stack, ...answer }) => answer)
  }))
  return findFirstDifference(left, right, tolerance)?.path
}
