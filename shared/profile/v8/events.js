import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { curveCalls, formatCurveName, curveRequests, parseVariantFromSideName } from '@hotpath-labs/history'
import { MEASURING_MODULES_BY_LAB_KIND, MeasuredProcess } from 'hotpath/measure'
import { median, createRandom } from 'hotpath/stats'
import { runWithServices } from '../drive.js'
import { parseV8Log } from './log.js'
import { keepOnlyMainThreadLog, buildV8LogFileFlag } from './main-log.js'

/** @import { Ageing, CurveRecord } from '@hotpath-labs/history' */
/** @import { Mark } from '@hotpath-labs/pages' */
/** @import { Lab } from 'hotpath/lab' */
/** @import { VariantFailure } from 'hotpath/failures' */
/** @import { Fn } from './log.js' */

/** CPU time in seconds of one block of calls or requests. The time of each V8 event is wrong by the length of one block at most. */
const BLOCK_SECONDS = 0.02

/** Time limit of a run in ms, per second of CPU time: a run may take three times its CPU time, because a program may also wait. */
const MAX_MS_PER_CPU_SECOND = 3000

/** Pattern of V8's trace line for a major garbage collection. Minor collections are left out, because hundreds happen in a second. */
const MAJOR_COLLECTION = /^\[\d+:[^\]]*\]\s+([\d.]+) ms: Mark-(?:Compact|sweep)/gm

/**
 * @typedef {{ what: Mark['what'], ms: number, label: string }} Event `ms` after V8's start
 * @typedef {{ ms: number, cpuSeconds: number, operations: number }} Edge the process's age at the end of a block
 */

/**
 * Records V8's compilations, deoptimisations and garbage collections. Uses an extra process for each variant, because logging costs time.
 *
 * @param {Lab} lab
 * @param {CurveRecord} record that names the sides, and their final age
 * @param {{ seed: number, node: string, onProgress: (text: string) => void }} options
 * @returns {Promise<Record<string, Mark[]>>} by side, of a variant's first workload only
 * @throws {VariantFailure}
 */
export async function recordV8Events (lab, { tracks, pairs }, { seed, node, onProgress }) {
  const { kind } = lab.manifest
  const engine = MEASURING_MODULES_BY_LAB_KIND[kind]
  const { prepareVariantsForCurve } = kind === 'function' ? curveCalls : curveRequests
  const firstTracks = tracks.filter((track, index) =>
    tracks.findIndex(({ side }) => parseVariantFromSideName(side) === parseVariantFromSideName(track.side)) === index)
  const folder = mkdtempSync(join(tmpdir(), 'hotpath-marks-'))
  /** @type {Record<string, Mark[]>} */
  const marks = {}
  try {
    await runWithServices({ lab, node, seed, onProgress }, async ({ env, flags }) => {
      for (const track of firstTracks) {
        const variant = parseVariantFromSideName(track.side)
        onProgress(`${variant}: recording what V8 does`)
        const finalCpuSeconds = median(pairs.map(({ curves }) => curves[formatCurveName(track)].end.cpuSeconds))
        const [log, trace] = [join(folder, `${variant}.log`), join(folder, `${variant}.txt`)]
        const stdout = openSync(trace, 'w')
        const started = performance.now()
        const measured = new MeasuredProcess({
          variant,
          worker: engine.WORKER_FILE_NAME,
          node,
          env,
          padding: 0,
          stdout,
          flags: [...engine.NODE_FLAGS, ...flags[variant] ?? [], '--log-code', '--log-deopt', buildV8LogFileFlag(log), '--trace-gc'],
        })
        closeSync(stdout)
        try {
          await measured.load(lab.files[variant])
          // an empty `bodies` for each variant avoids comparing its answers with another variant's answers, which may differ
          const [subject] = await prepareVariantsForCurve(
            { lab, bodies: new Map(), seed, random: createRandom(seed) },
            new Map([[variant, measured]]),
            [track.side]
          )
          const edges = await age(subject, finalCpuSeconds, started).finally(() => subject.close())
          await measured.leave()
          marks[track.side] = convertEventTimesToProcessAge(parseV8Events(readFileSync(keepOnlyMainThreadLog(log), 'utf8'), readFileSync(trace, 'utf8')), edges)
        } finally {
          await measured.stop()
        }
      }
    })
    return marks
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs blocks of calls or requests until the process has used a given CPU time.
 *
 * @param {Ageing} subject
 * @param {number} finalCpuSeconds
 * @param {number} started
 * @returns {Promise<Edge[]>}
 */
async function age (subject, finalCpuSeconds, started) {
  const edges = [{ ms: 0, cpuSeconds: 0, operations: 0 }]
  const deadline = performance.now() + MAX_MS_PER_CPU_SECOND * finalCpuSeconds
  while (edges[edges.length - 1].cpuSeconds < finalCpuSeconds && performance.now() < deadline) {
    const { cpuSeconds } = await subject.block(BLOCK_SECONDS)
    edges.push({ ms: performance.now() - started, cpuSeconds, operations: subject.measured.operations })
  }
  return edges
}

/** @param {string} log of V8 @param {string} trace of --trace-gc @returns {Event[]} sorted by time */
export function parseV8Events (log, trace) {
  const { functions, deopts } = parseV8Log(log)
  const format = (/** @type {Fn} */ { name, place }) => `${name} (${basename(place.file)}:${place.line})`
  /** @type {Event[]} */
  const events = functions.flatMap((fn) => fn.codes.filter(({ tier }) => tier === 'turbofan')
    .map(({ us }) => ({ what: 'compiled', ms: us / 1000, label: format(fn) })))
  for (const { fn, reason, us } of deopts) events.push({ what: 'thrown away', ms: us / 1000, label: `${format(fn)}: ${reason}` })
  for (const [, ms] of trace.matchAll(MAJOR_COLLECTION)) events.push({ what: 'collected', ms: Number(ms), label: '' })
  return events.sort((a, b) => a.ms - b.ms)
}

/**
 * Replaces the time of each V8 event by the process's CPU seconds and number of operations until the event.
 *
 * @param {Event[]} events
 * @param {Edge[]} edges
 * @returns {Mark[]} without the events after the last block
 */
export function convertEventTimesToProcessAge (events, edges) {
  return events.flatMap(({ what, ms, label }) => {
    const next = edges.findIndex((edge) => edge.ms >= ms)
    if (next < 1) return []
    const [before, after] = [edges[next - 1], edges[next]]
    const share = (ms - before.ms) / (after.ms - before.ms)
    const interpolate = (/** @type {'cpuSeconds' | 'operations'} */ key) => before[key] + share * (after[key] - before[key])
    return [{
      what,
      cpuSeconds: Number(interpolate('cpuSeconds').toPrecision(4)),
      operations: Math.max(1, Math.round(interpolate('operations'))),
      label,
    }]
  })
}
