import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { makeUnmeasuredResult } from '@hotpath-labs/lab/report/result.js'
import { roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { VariantFailure, describeFailure } from '@hotpath-labs/engine/failures.js'
import { listExerciseSteps } from '@hotpath-labs/lab/exercise.js'
import { formatPlace } from '@hotpath-labs/lab/report/attempt.js'
import { drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { formatColumns } from '@hotpath-labs/terminal/lines.js'
import { describeExerciseProgress } from '@hotpath-labs/workshop/attempt/reached-step.js'
import { makeTextPainter, findTerminalOptions } from '@hotpath-labs/terminal/terminal.js'
import { findNodeBinary } from './choose-nodes.js'
import { makeResultWithoutNode } from './measure.js'

/**
 * @import { AnswerChecker } from '@hotpath-labs/workshop/attempt/answer-checker.js'
 * @import { JudgedStep } from '@hotpath-labs/lab/manifest.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { RunObserver } from './measure.js'
 */

/** @typedef {Pick<AnswerChecker, 'start' | 'examine' | 'rest' | 'stop'>} Checker */

/**
 * Waits until no measurement runs on this machine, then lets the lab judge an attendee's file.
 *
 * @param {Lab} lab that judges its exercise itself
 * @param {string} file absolute
 * @param {{ node?: string }} options of the command line
 * @param {Pick<RunObserver, 'waiting' | 'stop'> & { show?: (text: string) => void }} progress
 * @returns {Promise<{ result: Result, judged: JudgedStep[] }>}
 */
export async function judgeExerciseWhenMachineIsFree (lab, file, options, progress) {
  const chosen = options.node ? await findNodeBinary(options.node) : undefined
  if (chosen?.missing) return { result: makeResultWithoutNode({ lab, mode: 'mine' }, { chosen }), judged: [] }
  const release = await lockMachine(lab.name, (other) => progress.waiting(other))
  const started = performance.now()
  /** @type {JudgedStep[]} */
  let judged = []
  /** @type {Result['failure']} */
  let failure = null
  try {
    const { judge } = await loadJudge(lab)
    judged = await judge(file, { node: chosen?.file, onStep: (name) => progress.show?.(`${lab.name}: ${name}`) })
  } catch (error) {
    failure = describeVariantFailure(error)
  } finally {
    progress.stop()
    release()
  }
  const wrong = judged.findIndex(({ holds }) => !holds)
  const at = wrong < 0 ? judged.length : wrong
  const result = makeUnmeasuredResult({ lab, mode: 'mine' }, { seed: drawSeed() }, {
    verdict: !failure && wrong < 0 ? 'holds' : 'broken',
    seconds: roundToDecimals((performance.now() - started) / 1000, 2),
    node: chosen?.version ?? process.version,
    failure,
    ...!failure && { step: describeExerciseProgress(listExerciseSteps(lab.manifest), at) },
  })
  return { result, judged }
}

/** @param {Error} error of an attendee's file @returns {NonNullable<Result['failure']>} @throws any other error */
function describeVariantFailure (error) {
  if (!(error instanceof VariantFailure)) throw error
  return describeFailure(error)
}

/** Formats a lab's own verdict: each step, then the attendee's progress. @param {Result} result @param {JudgedStep[]} judged */
export function formatJudgedSteps ({ step, verdict, seconds }, judged) {
  const paint = makeTextPainter()
  const rows = judged.map(({ name, holds, says }) => [holds ? paint.green('✔') : paint.red('✘'), paint.bold(name), says])
  const right = judged.filter(({ holds }) => holds).length
  return [
    `${verdict === 'holds' ? paint.green('✔ HOLDS') : paint.red('✘ NOT YET')}  Your file passes ${right} of ${judged.length} steps. The run took ${seconds.toFixed(1)} s`,
    formatColumns(rows, findTerminalOptions().width, [2]),
    ...step ? [formatPlace(step, verdict)] : [],
  ].join('\n\n')
}

/**
 * Makes what checks an attendee's file on each save, as the lab says.
 *
 * @param {Lab} lab that judges its exercise itself
 * @param {string} file absolute
 * @returns {Checker}
 */
export function makeExerciseChecker (lab, file) {
  const doNothing = async () => {}
  return {
    start: doNothing,
    rest: doNothing,
    stop: doNothing,
    async examine (signal) {
      const started = performance.now()
      const { check } = await loadJudge(lab)
      let printed = { lines: 0, text: '' }
      const failure = await check(file, signal, { onPrinted: (now) => { printed = now } }).then(() => null, describeVariantFailure)
      return signal.aborted ? undefined : { oracle: null, counters: [], failure, printed, seconds: (performance.now() - started) / 1000 }
    },
  }
}

/** @param {Lab} lab that judges its exercise itself */
function loadJudge ({ manifest: { exercise } }) {
  return /** @type {NonNullable<typeof exercise>} */ (exercise).load()
}
