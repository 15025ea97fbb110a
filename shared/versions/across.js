import wire from '../worker/wire.cjs'
import { sourcesOf } from '../lab/sources.js'
import * as kind from '../measure/function.js'
import { machine, today } from '../measure/machine.js'
import { flagsFor } from '../measure/process/flags.js'
import { Fleet } from '../measure/process/fleet.js'
import { allOrFirstFailure } from '../measure/settled.js'
import { permissionsOf } from '../measure/process/permissions.js'
import { processorsHere } from '../measure/process/processors.js'
import { Seats } from '../measure/process/seats.js'
import { firstDifference } from '../measure/answers/same.js'
import { seeded } from '../stats/random.js'
import { COST } from './record.js'
import { agesIn, ratioIn } from './recording.js'

/** Two Nodes have no thresholds in common that could be lowered alike, so each warms up by its own. */
const NO_TIERS = { sooner: [], usual: [] }

/** @typedef {import('../lab/find.js').Lab} Lab @typedef {import('./record.js').AcrossRun} AcrossRun @typedef {{ version: string, file: string }} Binary */

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
 * @throws {import('../measure/process/failure.js').VariantFailure}
 */
export async function recordAcross (lab, { side, from, to, seed, pairs, laterMs, begun, onPair = () => {} }) {
  /** @type {AcrossRun} */
  let run = begun ?? { side, metric: 'time', from: from.version, to: to.version, machine: machine(), recorded: today(), source: sourcesOf(lab)[side], laterMs, pairs: [] }
  const random = seeded(seed + run.pairs.length)
  /** @type {import('../measure/run.js').Run} */
  const shared = { lab, reference: side, seed, random, settings: kind.SETTINGS, warmUpMs: undefined, tiers: NO_TIERS, seats: new Seats(processorsHere(), random), perBlock: undefined, bodies: new Map(), onFirstBlock () {} }
  const different = await onBoth(lab, side, [from, to], random, (processes) => differenceOf(shared, processes))
  if (different) return { failure: `${side} answers differently on ${from.version} and ${to.version}: ${different}` }
  while (run.pairs.length < pairs) {
    const pair = await onBoth(lab, side, [from, to], random, async (processes) => {
      const sides = [from.version, to.version]
      const early = await kind.measure(shared, processes, sides)
      await shared.seats.release([...processes.values()])
      const later = await kind.measure({ ...shared, warmUpMs: laterMs }, processes, sides)
      const lookOf = (/** @type {import('../measure/figures.js').Byside} */ figures) => ({ ratios: { [COST]: ratioIn(figures, 'time', to.version, from.version) }, cpuSeconds: agesIn(figures) })
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
 * @param {import('../stats/random.js').Random} random
 * @param {(processes: Map<string, import('../measure/process/process.js').MeasuredProcess>) => Promise<T>} work with a fresh process of each, by version
 */
async function onBoth (lab, side, nodes, random, work) {
  const [permissions, flags] = await Promise.all([Promise.all(nodes.map(({ file }) => permissionsOf(file))), Promise.all(nodes.map(({ file }) => flagsFor(lab.manifest, file)))])
  // the first to start has the colder caches
  const order = random() < 0.5 ? [0, 1] : [1, 0]
  const fleets = new Map(order.map((index) => [index, new Fleet([side], { files: lab.files, kind: { worker: kind.worker, flags: [...kind.flags, ...permissions[index]] }, flags: flags[index], node: nodes[index].file, random })]))
  try {
    await allOrFirstFailure([...fleets.values()].map(({ ready }) => ready))
    return await work(new Map(nodes.map(({ version }, index) => [version, /** @type {any} */ (fleets.get(index)?.processes.get(side))])))
  } finally {
    await Promise.all([...fleets.values()].map((fleet) => fleet.stop()))
  }
}

/** @param {import('../measure/run.js').Run} run @param {Map<string, import('../measure/process/process.js').MeasuredProcess>} processes */
async function differenceOf (run, processes) {
  const { edges, within } = /** @type {any} */ (run.lab.manifest.workload)
  const calls = wire.encode([...Object.values(edges), ...kind.inputsOf(run)])
  const [left, right] = await allOrFirstFailure([...processes.values()].map(async (measured) => {
    /** @type {import('../measure/answers/same.js').Outcome[]} */
    const answers = await measured.ask('answers', { calls })
    // each version words an error, and where it was thrown, in its own way
    return answers.map(({ stack, ...answer }) => answer)
  }))
  return firstDifference(left, right, within)?.path
}
