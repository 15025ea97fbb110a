import { findNodeBinary } from './choose-nodes.js'
import { describeCannotRun } from 'hotpath/failures'
import { lockMachine, makeUnmeasuredResult } from 'hotpath/measure'
import { formatReachedExerciseStep } from 'hotpath/report'
import { formatColumns } from 'hotpath/text'
import { drawSeed } from 'hotpath/stats'
import { judgeBenchmark } from '@hotpath-labs/workshop'
import { findTerminalOptions, makeTextPainter } from 'hotpath/cli'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */
/** @import { RunObserver } from './measure.js' */

/**
 * Waits until no measurement runs on this machine, then judges an attendee's benchmark.
 *
 * @param {Lab} lab with a benchmark exercise
 * @param {string} file absolute
 * @param {{ node?: string }} options of the command line
 * @param {Pick<RunObserver, 'waiting' | 'stop'> & { show?: (text: string) => void }} progress
 * @returns {Promise<Result>}
 */
export async function judgeBenchmarkWhenMachineIsFree (lab, file, options, progress) {
  const chosen = options.node ? await findNodeBinary(options.node) : undefined
  if (chosen?.missing) {
    progress.stop()
    const failure = describeCannotRun(chosen.missing)
    const run = { node: chosen.version, verdict: /** @type {const} */ ('cannot run'), failure }
    return makeUnmeasuredResult(lab, { seed: drawSeed(), mode: 'mine' }, run)
  }
  const release = await lockMachine(lab.name, (other) => progress.waiting(other))
  try {
    return await judgeBenchmark(lab, file, { node: chosen?.file, onPair: ({ name }) => progress.show?.(`${lab.name}: comparing the pair ${name}`) })
  } finally {
    progress.stop()
    release()
  }
}

/**
 * Formats the verdict on an attendee's benchmark: its answer and the true ratio for each pair of functions, then the attendee's progress.
 *
 * @param {Result} result
 * @returns {string}
 */
export function formatBenchmarkVerdict ({ pairs = [], step, verdict, seconds }) {
  const paint = makeTextPainter()
  const rows = pairs.map(({ name, truth, answer, tolerance, holds }) => [
    holds ? paint.green('✔') : paint.red('✖'),
    paint.bold(name),
    `your answer ${answer.toPrecision(3)}×`,
    `truth ${truth}×${holds ? '' : paint.dim(` ± ${Math.round(100 * tolerance)} %`)}`,
  ])
  const right = pairs.filter(({ holds }) => holds).length
  const head = verdict === 'holds' ? paint.green('✔ HOLDS') : paint.red('✖ BROKEN')
  return [
    `${head}  Your benchmark is right about ${right} of ${pairs.length} pairs of functions. The run took ${seconds.toFixed(1)} s`,
    formatColumns(rows, findTerminalOptions().width, [2]),
    ...step ? [`You are here: ${formatReachedExerciseStep(step)}`] : [],
  ].join('\n\n')
}
