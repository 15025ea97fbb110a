import { ENGINES, MeasuredProcess, flagsFor, startServices } from 'hotpath/measure'
import { calls, nameOf, requests, variantOf } from '@hotpath-labs/history'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseLog } from './log.js'
import { keepMainLog, logFileFlag } from './main-log.js'
import { median, seeded } from 'hotpath/stats'

/** The most CPU time of a block in a process that is watched, in seconds: the place of a mark is known to within a block. */
const BLOCK = 0.02

/** V8's line on a major collection; the young generation's come hundreds of times a second. */
const COLLECTION = /^\[\d+:[^\]]*\]\s+([\d.]+) ms: Mark-(?:Compact|sweep)/gm

/**
 * @typedef {import('@hotpath-labs/pages').Mark} Mark
 * @typedef {{ what: Mark['what'], ms: number, told: string }} Event `ms` after V8 began
 * @typedef {{ ms: number, cpuSeconds: number, operations: number }} Edge of a block: how old the process was when
 */

/**
 * What V8 did to each variant while it grew old: seen in one more process of each, because writing it down takes time.
 *
 * @param {import('hotpath/lab').Lab} lab
 * @param {import('@hotpath-labs/history').CurveRecord} record says which sides, and how old they became
 * @param {{ seed: number, node: string, onProgress: (text: string) => void }} options
 * @returns {Promise<Record<string, Mark[]>>} by side; of several workloads of a variant the first
 * @throws {import('hotpath/failures').VariantFailure}
 */
export async function marksOf (lab, { tracks, pairs }, { seed, node, onProgress }) {
  const { kind } = lab.manifest
  const engine = ENGINES[kind]
  const { begin } = kind === 'function' ? calls : requests
  const flags = await flagsFor(lab.manifest, node)
  const firsts = tracks.filter((track, index) => tracks.findIndex(({ side }) => variantOf(side) === variantOf(track.side)) === index)
  const folder = mkdtempSync(join(tmpdir(), 'hotpath-marks-'))
  const random = seeded(seed)
  const services = await startServices(lab, { seed, random, onProgress: () => onProgress('starting the services that the variants need') })
  /** @type {Record<string, Mark[]>} */
  const marks = {}
  try {
    for (const track of firsts) {
      const { side } = track
      const variant = variantOf(side)
      onProgress(`${variant}: recording what V8 does`)
      const until = median(pairs.map(({ curves }) => curves[nameOf(track)].end.cpuSeconds))
      const files = { log: join(folder, `${variant}.log`), said: join(folder, `${variant}.txt`) }
      const stdout = openSync(files.said, 'w')
      const started = performance.now()
      const measured = new MeasuredProcess({ variant, worker: engine.worker, node, env: services.env, padding: 0, stdout, flags: [...engine.flags, ...flags[variant] ?? [], '--log-code', '--log-deopt', logFileFlag(files.log), '--trace-gc'] })
      try {
        await measured.load(lab.files[variant])
        // of each its own: which workloads have right answers depends on who is asked
        const [subject] = await begin({ lab, bodies: new Map(), seed, random }, new Map([[variant, measured]]), [side])
        const edges = await grownOld(subject, until, started).finally(() => subject.close())
        await measured.leave()
        marks[side] = placed(eventsIn(readFileSync(keepMainLog(files.log), 'utf8'), readFileSync(files.said, 'utf8')), edges)
      } finally {
        await measured.stop()
        closeSync(stdout)
      }
    }
    return marks
  } finally {
    await services.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {import('@hotpath-labs/history').Ageing} subject @param {number} until seconds of CPU @param {number} started @returns {Promise<Edge[]>} */
async function grownOld (subject, until, started) {
  const edges = [{ ms: 0, cpuSeconds: 0, operations: 0 }]
  // one that waits for others does not grow old by itself
  for (const end = performance.now() + 3000 * until; edges[edges.length - 1].cpuSeconds < until && performance.now() < end;) {
    const { cpuSeconds } = await subject.block(BLOCK)
    edges.push({ ms: performance.now() - started, cpuSeconds, operations: subject.measured.operations })
  }
  return edges
}

/** @param {string} log of V8 @param {string} said on stdout, by --trace-gc @returns {Event[]} in the order of time */
export function eventsIn (log, said) {
  const { functions, deopts } = parseLog(log)
  const placeOf = (/** @type {import('./log.js').Fn} */ { name, place }) => `${name || '(anonymous)'} (${basename(place.file)}:${place.line})`
  /** @type {Event[]} */
  const events = functions.flatMap((fn) => fn.codes.filter(({ tier }) => tier === 'turbofan').map(({ us }) => ({ what: 'compiled', ms: us / 1000, told: placeOf(fn) })))
  for (const { fn, reason, us } of deopts) events.push({ what: 'thrown away', ms: us / 1000, told: `${placeOf(fn)}: ${reason}` })
  for (const [, ms] of said.matchAll(COLLECTION)) events.push({ what: 'collected', ms: Number(ms), told: '' })
  return events.sort((a, b) => a.ms - b.ms)
}

/** @param {Event[]} events @param {Edge[]} edges of the blocks @returns {Mark[]} those of the time that was watched, each at the age that the process had */
export function placed (events, edges) {
  return events.flatMap(({ what, ms, told }) => {
    const next = edges.findIndex((edge) => edge.ms >= ms)
    if (next < 1) return []
    const [before, after] = [edges[next - 1], edges[next]]
    const share = (ms - before.ms) / (after.ms - before.ms)
    const at = (/** @type {'cpuSeconds' | 'operations'} */ by) => before[by] + share * (after[by] - before[by])
    return [{ what, cpuSeconds: Number(at('cpuSeconds').toPrecision(4)), operations: Math.max(1, Math.round(at('operations'))), told }]
  })
}
