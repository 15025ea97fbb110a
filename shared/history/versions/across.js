import { wire } from 'hotpath/worker'
import { sourcesOf } from 'hotpath/sources'
import { ENGINES, Fleet, Seats, allOrFirstFailure, firstDifference, flagsFor, machine, permissionsOf, processorsHere, today } from 'hotpath/measure'
import { seeded } from 'hotpath/stats'
import { COST } from './record.js'
import { agesIn, ratioIn } from './recording.js'

/** Two Nodes have no thresholds in common that could be lowered alike, so each warms up by its own. */
const NO_TIERS = { lowered: [], defaults: [] }

/** @typedef {import('hotpath/lab').Lab} Lab @typedef {import('./record.js').AcrossRun} AcrossRun @typedef {{ version: string, file: string }} Binary */

/**
 * Measures one variant of a function lab on two Nodes: each pair is a fresh process of either, which take their blocks in turn as two variants do.
 *
 * @param {Lab} lab
 * @param {object} options
 * @param {string} options.side a variant
 * @param {Binary} options.from
 * @param {Binary} options.to
 * @param {number} options.seed
 * @param {number} options.pairs in all
 * @param {number} options.laterMs
 * @param {AcrossRun} [options.begun] to go on with
 * @param {(run: AcrossRun) => void} [options.onPair] with the pairs that are complete
 * @returns {Promise<{ run: AcrossRun, failure?: undefined } | { failure: string }>} `failure`: they do not give the same answers
 * @throws {import('hotpath/failures').VariantFailure}
 */
export async function recordAcross (lab, { side, from, to, seed, pairs, laterMs, begun, onPair = () => {} }) {
  /** @type {AcrossRun} */
  let run = begun ?? { side, metric: 'time', from: from.version, to: to.version, machine: machine(), recorded: today(), source: sourcesOf(lab)[side], laterMs, pairs: [] }
  const random = seeded(seed + run.pairs.length)
  /** @type {import('hotpath/measure').Run} */
  const shared = { lab, reference: side, seed, random, settings: ENGINES.function.SETTINGS, warmUpMs: undefined, jitThresholds: NO_TIERS, affinity: new Seats(processorsHere(), random), perBlock: undefined, bodies: new Map(), onFirstBlock () {} }
  const different = await onBoth(lab, side, [from, to], random, (processes) => differenceOf(shared, processes))
  if (different) return { failure: `${side} answers differently on ${from.version} and ${to.version}: ${different}` }
  while (run.pairs.length < pairs) {
    const pair = await onBoth(lab, side, [from, to], random, async (processes) => {
      const sides = [from.version, to.version]
      const early = await ENGINES.function.measure(shared, processes, sides)
      await shared.affinity.unpin([...processes.values()])
      const later = await ENGINES.function.measure({ ...shared, warmUpMs: laterMs }, processes, sides)
      const lookOf = (/** @type {import('hotpath/measure').Byside} */ figures) => ({ ratios: { [COST]: ratioIn(figures, 'time', to.version, from.version) }, cpuSeconds: agesIn(figures) })
      return { early: lookOf(early), later: lookOf(later) }
    })
    run = { ...run, pairs: [...run.pairs, pair] }
    onPair(run)
  }
  return { run }
}

/**
 * @template T
 * @param {Lab} lab
 * @param {string} side
 * @param {Binary[]} nodes
 * @param {import('hotpath/stats').Random} random
 * @param {(processes: Map<string, import('hotpath/measure').MeasuredProcess>) => Promise<T>} work with a fresh process of each, by version
 */
async function onBoth (lab, side, nodes, random, work) {
  const [permissions, flags] = await Promise.all([Promise.all(nodes.map(({ file }) => permissionsOf(file))), Promise.all(nodes.map(({ file }) => flagsFor(lab.manifest, file)))])
  // the first to start has the colder caches
  const order = random() < 0.5 ? [0, 1] : [1, 0]
  const fleets = new Map(order.map((index) => [index, new Fleet([side], { files: lab.files, kind: { worker: ENGINES.function.worker, flags: [...ENGINES.function.flags, ...permissions[index]] }, flags: flags[index], node: nodes[index].file, random })]))
  try {
    await allOrFirstFailure([...fleets.values()].map(({ ready }) => ready))
    return await work(new Map(nodes.map(({ version }, index) => [version, /** @type {any} */ (fleets.get(index)?.processes.get(side))])))
  } finally {
    await Promise.all([...fleets.values()].map((fleet) => fleet.stop()))
  }
}

/** @param {import('hotpath/measure').Run} run @param {Map<string, import('hotpath/measure').MeasuredProcess>} processes */
async function differenceOf (run, processes) {
  const { edges, within } = /** @type {any} */ (run.lab.manifest.workload)
  const calls = wire.encode([...Object.values(edges), ...ENGINES.function.drawSeededInputs(run)])
  const [left, right] = await allOrFirstFailure([...processes.values()].map(async (measured) => {
    /** @type {import('hotpath/measure').Outcome[]} */
    const answers = await measured.ask('answers', { calls })
    // each version words an error, and where it was thrown, in its own way
    return answers.map(({ stack, ...answer }) => answer)
  }))
  return firstDifference(left, right, within)?.path
}
