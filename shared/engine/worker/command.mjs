import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { choosePermissionFlags } from '../process/node-options.js'
import { readProcessStateAndCpuTime } from '../process/procfs.js'
import channel from './channel.cjs'
import meter from './meter.cjs'
import primordials from './primordials.cjs'
import { killMarkedProcesses, runOnce } from './run-once.mjs'
import serializer from './serializer.cjs'
import threads from './threads.cjs'

/** Time limit of a run in ms: ten times a slow start on a busy machine. */
const ENDS_WITHIN_MS = 10_000

/** In the environment of all that this process starts. */
const marker = randomUUID()

/**
 * The folder for temporary files, which this process has for itself. A program may write nowhere else, so that it cannot keep answers for
 * another process. The worker runs none of its code.
 */
const folder = tmpdir()
const flags = [...choosePermissionFlags([...process.allowedNodeEnvironmentFlags]), `--allow-fs-write=${folder}`]

let file = ''

/** words of each run @type {string[][]} */
let inputs = []

/** answers of all runs so far: the words change with each run @type {ReturnType<typeof run>[]} */
let results = []

/** @param {string[]} words */
function run (words) {
  try {
    return runOnce(['node', ...flags.length > 1 ? flags : [], file, ...words], { marker, cwd: folder, endsWithinMs: ENDS_WITHIN_MS })
  } catch (error) {
    throw new Error(`it ${error.message}`)
  }
}

/** @param {ReturnType<typeof run>} ended @returns {{ value: any, stack: string }} `stack`: for a message, not compared */
function encodeOutcome ({ stderr, ...ended }) {
  return { value: serializer.encode(ended), stack: stderr }
}

/** Times runs, each with other words than the run before. @param {number} count */
function timeRuns (count) {
  const stop = meter.startClocks()
  for (let i = 0; i < count; i++) results.push(run(inputs[results.length % inputs.length]))
  return stop().wallNs
}

channel.answer({
  load: (request) => {
    file = request.file
    return { node: process.version }
  },

  answers: (request) => {
    /** @type {string[][]} */
    const calls = serializer.decode(request.calls)
    const outcomes = calls.map((words, index) => ({ ...encodeOutcome(run(words)), after: request.calls[index] }))
    if (killMarkedProcesses(marker) > 0) throw new Error('it leaves a process running. Let it end with all that it starts')
    return outcomes
  },

  inputs: (request) => {
    inputs = serializer.read(request.inputs)
    results = []
  },

  // this process waits for each run, so the wall clock counts
  stretch: (request) => {
    const wallNs = timeRuns(request.calls)
    return { ns: wallNs, wallNs, cpus: 0, cpuMs: 0 }
  },

  block: (request) => {
    const ns = timeRuns(request.calls)
    // only Linux tells the CPU time of children that have ended
    const cpuMs = primordials.cpuMs() + (readProcessStateAndCpuTime('self')?.childrenCpuMs ?? 0)
    return { ns, collectionNs: 0, collections: 0, cpuMs }
  },

  threads: threads.read,

  // words never come twice, so there is no earlier answer
  checkAnswers: () => {},

  /** Encodes the answers of all runs. Each process of a pair gets the same words in the same order. */
  freshAnswers: () => results.map((ended) => encodeOutcome(ended).value),
}, { mayKill: true })
