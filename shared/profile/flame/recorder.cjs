'use strict'

// Node loads this file with --require before the worker. It records a CPU profile, and keeps the times between the messages `profileFrom`
// and `profileTo`. The profiler nevertheless runs from the start, because V8 shows inlined functions only in code that it compiles while
// the profiler runs.

const { Session } = require('inspector')
const { writeFileSync } = require('fs')
const { channel: { further }, chooseLoop, threads } = require('@hotpath-labs/engine/worker/index.cjs')

const INTERVAL_US = 250

/** A sample that lasts longer was taken before a time in which the thread got no CPU. */
const MOST_US = 4 * INTERVAL_US

/** Where the main thread waits for a CPU for more than this share of the time, so does the load, and idle time is not the program's. */
const STARVED = 0.2

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US })
// before the call, because V8 counts from its beginning: it takes 10 ms or more
const started = process.hrtime.bigint()
session.post('Profiler.start')

// runs the measuring loop with two other functions first: V8 would inline the loop's only callee, and the profile would lack its frame
for (const args of [[0], [0, 0], [0, 0, 0]]) {
  for (const other of [() => 1, () => 2]) chooseLoop([args])(other, [args], [], 2000)
}

/** @type {string | undefined} undefined once the profile is written */
let file = process.env.HOTPATH_PROFILE

/**
 * @typedef {{ fromUs: number, toUs: number, cpuNs: number, waitNs: number, othersNs: number }} Span that is kept; the times of threads
 *   are 0 where they are not known
 */

/** @type {Span[]} */
const spans = []

const readUs = () => Number(process.hrtime.bigint() - started) / 1000

/** Other systems than Linux tell only the time of all threads. */
const readThread = () => {
  const { exactFromNs, mainNs, waitNs, othersNs } = threads.read()
  return exactFromNs === 0 ? { cpuNs: mainNs, waitNs, othersNs } : { cpuNs: 0, waitNs: 0, othersNs: 0 }
}

further.profileFrom = () => {
  spans.push({ fromUs: readUs(), toUs: Infinity, ...readThread() })
}

further.profileTo = endSpan

function endSpan () {
  const span = spans[spans.length - 1]
  const { cpuNs, waitNs, othersNs } = readThread()
  span.cpuNs = cpuNs - span.cpuNs
  span.waitNs = waitNs - span.waitNs
  span.othersNs = othersNs - span.othersNs
  span.toUs = readUs()
}

further.profileWrite = () => {
  try {
    writeProfile()
  } catch (error) {
    return { problem: error.message }
  }
  return {}
}

// also writes the profile at exit, so that a variant that dies early still leaves a profile
process.on('exit', () => { if (file) writeProfile() })

function writeProfile () {
  const path = /** @type {string} */ (file)
  file = undefined
  if (spans.some(({ toUs }) => toUs === Infinity)) endSpan()
  /** @type {any} */
  let outcome
  // throws here instead of in the callback, because an error from the callback would not reach this function's caller
  session.post('Profiler.stop', (error, stopped) => { outcome = { error, stopped } })
  if (outcome.error) throw outcome.error
  // writes synchronously, so that the file is complete when this process answers or exits
  writeFileSync(path, JSON.stringify(keepSpans(outcome.stopped.profile)))
}

/**
 * @typedef {Required<import('inspector').Profiler.Profile> & { otherThreads?: number }} Profile `otherThreads`: their share of the CPU time
 */

/**
 * Keeps the samples of the spans. V8 also counts time in which the thread gets no CPU, on a busy machine most of the time: where the system
 * tells the thread's CPU time, the samples share it.
 *
 * @param {Profile} profile
 * @returns {Profile}
 */
function keepSpans (profile) {
  const { nodes, startTime, samples, timeDeltas } = profile
  if (spans.length === 0) return profile
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id))
  const taken = samples.map((id, index) => ({ id, fromUs: 0, us: timeDeltas[index + 1] || 0 }))
  taken.forEach((sample, index) => { sample.fromUs = timeDeltas[index] + (index > 0 ? taken[index - 1].fromUs : 0) })
  const sum = (/** @type {(span: Span) => number} */ read) => spans.reduce((total, span) => total + read(span), 0)
  const isStarved = sum(({ waitNs }) => waitNs) / 1000 > STARVED * sum(({ fromUs, toUs }) => toUs - fromUs)
  const isKept = (/** @type {{ id: number, fromUs: number }} */ { id, fromUs }) =>
    !(isStarved && idle.has(id)) && spans.some((span) => fromUs >= span.fromUs && fromUs < span.toUs)
  const kept = taken.filter(isKept)
  const cpuUs = sum(({ cpuNs }) => cpuNs) / 1000
  const othersUs = sum(({ othersNs }) => othersNs) / 1000
  if (cpuUs > 0) {
    const busy = kept.filter(({ id }) => !idle.has(id))
    const wallUs = sumUs(busy)
    for (const sample of busy) sample.us = Math.min(sample.us, MOST_US)
    const cappedUs = sumUs(busy)
    // idle time shrinks as much, because the load gets no CPU either
    for (const sample of kept) sample.us *= cpuUs / (idle.has(sample.id) ? Math.max(wallUs, cpuUs) : cappedUs)
  }
  // the time of a sample is the next one's delta
  return {
    nodes,
    startTime: startTime + spans[0].fromUs,
    endTime: startTime + spans[0].fromUs + sumUs(kept),
    samples: [...kept.map(({ id }) => id), nodes[0].id],
    timeDeltas: [0, ...kept.map((sample) => sample.us)],
    otherThreads: othersUs / (cpuUs + othersUs) || 0,
  }
}

/** @param {{ us: number }[]} samples */
function sumUs (samples) {
  return samples.reduce((sum, { us }) => sum + us, 0)
}
