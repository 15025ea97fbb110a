import { askedIn, isLatency, metricOf, sidesOf, splitSide } from 'hotpath/lab'
import { sourcesOf } from 'hotpath/sources'
import { ENGINES, failureOf, flagsFor, Fleet, machine, measureLab, seatsFor, startServices, today } from 'hotpath/measure'
import { VariantFailure } from 'hotpath/failures'
import { seeded } from 'hotpath/stats'
import { SCHEMA } from './record.js'
import { KNOWN, nameOf, recordPair, variantOf } from './pair.js'
import { shapedPair } from './shaped.js'

/** The default measurement takes one pair, to show where it looks, and gives up on its first after so long. */
const LOOK_SECONDS = 10

/** @typedef {import('./record.js').CurveRecord} CurveRecord @typedef {import('./pair.js').Track} Track */

/**
 * @param {import('hotpath/lab').Manifest} manifest
 * @param {string[]} [variants] only of these; of all that something is claimed of
 * @returns {Track[]} what there is a curve of: each side under the metric by which it is claimed something of; nothing for a heap
 */
export function tracksOf ({ kind, claims, ...rest }, variants) {
  if (kind === 'heap') return []
  /** @type {Map<string, Track>} */
  const tracks = new Map()
  const { workloads } = /** @type {{ workloads?: Record<string, { seated?: boolean }> }} */ (rest)
  // sides grow old on one processor: what several are worth no curve of them says
  const add = (/** @type {Track} */ track) => workloads?.[splitSide(track.side).workload ?? '']?.seated !== false && tracks.set(nameOf(track), track)
  for (const claim of claims) for (const side of Object.values(sidesOf(claim))) add({ side, metric: claim.metric })
  if (!variants) return [...tracks.values()]
  for (const side of variants) if (![...tracks.values()].some((track) => variantOf(track.side) === side)) add({ side, metric: metricOf(kind) })
  return [...tracks.values()].filter(({ side }) => variants.includes(variantOf(side)))
}

/** How much longer than the CPU time of its sides a pair takes: it was 1.2 times in a calm hour. For a latency claim it takes longer on the clock. */
const OVERHEAD = { works: 1.5, waits: 2.2 }

/** Seconds for what comes before the first pair: services, and the look where the default measurement looks. */
const BEFORE_SECONDS = 4

/** Where time is short there are fewer pairs before they are younger: three, of which the interval of a steady ratio is twice as wide as of five. */
export const FEWEST_PAIRS = 3

/** The least CPU time of a side's curve, in seconds, however short the time is: with less most servers are not warm. */
const LEAST_SECONDS = { function: 1, server: 2.5 }

/** @param {import('hotpath/lab').Manifest} manifest @param {boolean} full @returns {{ each: number, known: number, least: number }} seconds that a pair takes for each of CPU a side; and of CPU until a shape can be known, and at least */
function needsOf (manifest, full) {
  const tracks = tracksOf(manifest)
  const sides = [...new Set(tracks.map(({ side }) => side))]
  const kind = manifest.kind === 'function' ? 'function' : 'server'
  const each = sides.reduce((sum, side) => sum + OVERHEAD[tracks.some((track) => track.side === side && isLatency(track.metric)) ? 'waits' : 'works'], 0)
  return { each, known: full ? Infinity : KNOWN.leastSeconds[kind], least: LEAST_SECONDS[kind] }
}

/**
 * @param {import('hotpath/lab').Lab} lab
 * @param {number} pairs
 * @param {number} seconds of CPU that a side may take
 * @param {boolean} [full] whether it takes them all
 * @returns {{ usual: number, most: number }} how many seconds its record takes: if every shape shows itself at once, or none ever does
 */
export function timeFor ({ manifest }, pairs, seconds, full = false) {
  const { each, known } = needsOf(manifest, full)
  return { usual: BEFORE_SECONDS + each * pairs * Math.min(seconds, known), most: BEFORE_SECONDS + each * pairs * seconds }
}

/**
 * What fits into the time: of each pair less than what would show every shape, if it must be, and fewer pairs before that.
 *
 * @param {import('hotpath/lab').Lab} lab
 * @param {{ pairs: number, seconds: number, timeSeconds: number, full?: boolean }} wanted at most
 * @returns {{ pairs: number, seconds: number }}
 */
export function fitted ({ manifest }, { pairs, seconds, timeSeconds, full = false }) {
  const { each, known, least } = needsOf(manifest, full)
  const left = Math.max(0, timeSeconds - BEFORE_SECONDS)
  const fit = Math.max(Math.min(FEWEST_PAIRS, pairs), Math.min(pairs, Math.floor(left / (each * Math.min(seconds, known)))))
  return { pairs: fit, seconds: Math.min(seconds, Math.max(least, left / (each * fit))) }
}

/**
 * Records how the variants of a lab grow old: pairs of fresh processes, as V8 would have them, without its thresholds lowered.
 *
 * @param {import('hotpath/lab').Lab} lab
 * @param {object} options
 * @param {number} options.seed
 * @param {number} options.pairs in all
 * @param {number} options.seconds of CPU that a side of a pair may take
 * @param {boolean} [options.full] whether it takes them all, also when its shape is known before
 * @param {number} [options.timeSeconds] after which no pair is begun that would not end by then, where there are some
 * @param {string} [options.node] binary that runs the variants
 * @param {Track[]} options.tracks
 * @param {CurveRecord} [options.begun] a record to go on with
 * @param {(text: string) => void} [options.onProgress]
 * @param {(record: CurveRecord) => void} [options.onPair] with the pairs that are complete
 * @returns {Promise<{ record?: CurveRecord, failure?: import('hotpath/failures').Failure }>} of a variant that failed half-way: what was
 *   complete, and how it failed; no record where there is not one pair
 * @throws {import('hotpath/failures').CannotRun}
 */
export async function recordCurves (lab, { seed, pairs, seconds, full, timeSeconds = Infinity, node = process.execPath, tracks, begun, onProgress = () => {}, onPair = () => {} }) {
  const started = performance.now()
  let longestMs = 0
  const isInTime = () => (performance.now() - started + longestMs) / 1000 < timeSeconds
  onProgress('finding out how long pnpm lab warms up')
  // of the age at which it looks only; that all variants give the same answers it finds out too
  const looked = await measureLab(lab, { seed, seconds: LOOK_SECONDS, mostPairs: 1, node })
  const kept = begun?.node === looked.node ? begun : undefined
  const refused = refusalOf(looked)
  if (refused) return { record: kept, failure: refused }

  const kind = ENGINES[lab.manifest.kind]
  const flags = await flagsFor(lab.manifest, node)
  const random = seeded(seed + (kept?.pairs.length ?? 0))
  /** @type {CurveRecord} */
  let record = kept ?? {
    schema: SCHEMA,
    lab: lab.name,
    node: looked.node,
    machine: machine(),
    recorded: today(),
    seconds,
    tracks,
    sources: sourcesOf(lab),
    claims: askedIn(lab),
    looks: looksOf(looked),
    pairs: [],
  }
  const services = await startServices(lab, { seed, random, onProgress: () => onProgress('starting the services that the variants need') })
  /** @type {import('./pair.js').Run} */
  const run = { lab, bodies: new Map(), seed, random, affinity: seatsFor(lab.manifest, random, services) }
  try {
    while (record.pairs.length < pairs && (record.pairs.length < Math.min(FEWEST_PAIRS, pairs) || isInTime())) {
      const begunMs = performance.now()
      const nth = record.pairs.length + 1
      const fleet = new Fleet([...new Set(tracks.map(({ side }) => variantOf(side)))], { files: lab.files, kind, flags, node, random, env: services.env })
      try {
        await fleet.ready
        const onRound = (/** @type {number} */ oldest) => onProgress(`pair ${nth} of ${pairs}: ${oldest.toFixed(1)} s of CPU time so far, at most ${seconds.toFixed(1)} s`)
        const curves = await recordPair(run, fleet.processes, tracks, { seconds, full, onRound })
        record = { ...record, pairs: [...record.pairs, shapedPair(curves, lab.manifest.claims)] }
        longestMs = Math.max(longestMs, performance.now() - begunMs)
        onPair(record)
      } finally {
        await fleet.stop()
      }
    }
    return { record }
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    const failure = await failureOf(error, services)
    return { record: record.pairs.length ? record : undefined, failure }
  } finally {
    await services.stop()
  }
}

/** @param {import('hotpath/measure').Result} looked */
function refusalOf ({ failure, oracle, counters }) {
  if (failure) return failure
  if (oracle?.verdict === 'different') return { variant: 'a variant', what: `answers wrongly: ${oracle.difference}`, stderr: '' }
  const wrong = counters.find(({ holds }) => !holds)
  if (wrong) return { variant: wrong.variant, what: `has another count than the lab expects: ${wrong.name} is ${wrong.actual}, expected ${wrong.expected}`, stderr: '' }
}

/** @param {import('hotpath/measure').Result} looked @returns {CurveRecord['looks']} */
function looksOf ({ claims }) {
  return Object.fromEntries(claims.flatMap(({ base, against, age }) => [[base, age.base], [against, age.against]]))
}
