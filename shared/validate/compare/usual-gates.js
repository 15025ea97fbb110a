import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
import { mean } from '@hotpath-labs/engine/stats/sample.js'
import { computeMannWhitneyPValue, computeWelchPValue } from '../replay.js'

/** @import { SampledRun } from 'peers/sample-run.js' */

/** A run of a CI gate counts as hanging if it takes this many ms longer than twice its measuring time. */
const GRACE_MS = 60_000

const WORKER = new URL('../peers/worker.js', import.meta.url)

/** @typedef {{ before: number[], after: number[] }} Samples cost of a call or a request in a run of each side */

/** @param {Samples} samples @returns {number} */
const ratioOf = ({ before, after }) => mean(after) / mean(before)

/**
 * Rules by which usual CI gates decide that the later of two runs is slower. The thresholds come from discussions in issue threads.
 *
 * @type {Record<string, (samples: Samples) => boolean>}
 */
const RULES = {
  'Welch, p < 0.05 and 2 %': (samples) => computeWelchPValue([samples.before, samples.after]) < 0.05 && ratioOf(samples) > 1.02,
  'Mann-Whitney, p < 0.002 and 10 %': (samples) => computeMannWhitneyPValue([samples.before, samples.after]) < 0.002 && ratioOf(samples) > 1.1,
  'two runs, 50 %': (samples) => ratioOf(samples) > 1.5,
}

/** Names of the CI gates that run a benchmark tool twice and compare the two runs by the tool's own rule, by kind of program. */
const TOOL_RULES = { function: 'tinybench twice', server: 'autocannon twice' }

/** @param {'function' | 'server'} kind @returns {string[]} names of the usual gates */
export const listUsualCiGates = (kind) => [...Object.keys(RULES), TOOL_RULES[kind]]

/**
 * Runs two programs one after the other, each in a separate process, and asks the usual CI gates whether the second is slower.
 *
 * @param {'function' | 'server'} kind
 * @param {{ base: string, head: string }} programs
 * @param {{ input: unknown, seconds: number }} how `seconds` for both together
 * @returns {Promise<Record<string, boolean>>} is head slower, by gate
 */
export async function askUsualCiGates (kind, programs, { input, seconds }) {
  const before = await askWorker('sample', { file: programs.base, input, seconds: seconds / 2 })
  const after = await askWorker('sample', { file: programs.head, input, seconds: seconds / 2 })
  const samples = { before: before.samples, after: after.samples }
  const byRule = Object.entries(RULES).map(([name, isSlower]) => [name, isSlower(samples)])
  const byTool = await askWorker('isSlowerByToolRule', { kind, before: before.summary, after: after.summary })
  return Object.fromEntries([...byRule, [TOOL_RULES[kind], byTool]])
}

/** @param {string} question @param {{ seconds?: number } & Record<string, unknown>} details @returns {Promise<any>} */
async function askWorker (question, details) {
  const measured = new MeasuredProcess({ variant: 'the usual gates', worker: WORKER, node: process.execPath, padding: 0 })
  try {
    return await measured.ask(question, details, GRACE_MS + 2000 * (details.seconds ?? 0))
  } finally {
    await measured.stop()
  }
}
