import { readFileSync, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { formatPath } from '@hotpath-labs/lab/project/project.js'
import { formatCountWithNoun } from '@hotpath-labs/terminal/numbers.js'
import { explainMissingFigures } from '@hotpath-labs/lab/report/verdict.js'
import { replayRecordingToEnd, createRecording, findRecordedResult } from './recording.js'
import { readLabRecording, findLabRecordingFile, shrinkRecording, writeRecording } from './recording-files.js'
import { startLiveRun } from './runs.js'
import { EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { printLine, printNotice, TerminalProgress } from '@hotpath-labs/terminal/terminal.js'
import { findWorstVerdict } from '@hotpath-labs/lab/report/words.js'
import { findLabs } from '@hotpath-labs/command-line/find-lab.js'
import { findProfileFile, startMeasurement, startProfiler } from './processes.js'

/**
 * @import { OptionValues } from 'commander'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/**
 * Records a run and a profile of each lab, one lab after the other. If a lab fails, continues with the next lab.
 *
 * @param {string[]} names of labs; without any, all labs
 * @param {OptionValues} options
 * @param {(lab: Lab) => boolean} isLeftOut
 */
export async function recordDemos (names, options, isLeftOut) {
  const labs = await findLabs(names)
  const wanted = labs.filter((lab) => !isLeftOut(lab))
  if (wanted.length < labs.length) printLine(`${labs.length - wanted.length} of ${labs.length} labs already have a recording`)
  /** @type {Result['verdict'][]} */
  const verdicts = []
  for (const lab of wanted) verdicts.push(await record(lab, options))
  process.exitCode = EXIT_CODES[findWorstVerdict(verdicts)]
}

/** @param {Lab} lab @returns {boolean} whether it ships a complete recording of its present claims */
export function hasCurrentRecording (lab) {
  const recording = readLabRecording(planClaims(lab))
  const recorded = recording?.profile && findRecordedResult(recording)?.claims
  // compares only the parts of a claim that the page of `pnpm demo` shows: a change in other parts makes no recording outdated
  const describe = (/** @type {any[]} */ claims) => claims
    .map(({ id, says, metric, atLeast = null, equivalenceMargin = null }) => [id, says, metric, atLeast, equivalenceMargin])
  return recorded !== undefined && isDeepStrictEqual(describe(recorded), describe(lab.manifest.claims))
}

/** @param {Lab} lab @param {OptionValues} options @returns {Promise<Result['verdict']>} `cannot run` if the profile failed */
async function record (lab, options) {
  const recording = createRecording(lab.name)
  const progress = new TerminalProgress()
  await new Promise((resolve) => {
    startLiveRun((...listeners) => startMeasurement(lab, options, ...listeners), {
      onEvent (event, ms) {
        if (event.type === 'waiting') return progress.say(event.what)
        recording.events.push([ms, event])
        if (event.type === 'comparing') progress.show(`${lab.name}: comparing answers`)
        if (event.type === 'pair') progress.show(`${lab.name}: ${formatCountWithNoun(event.pairs, 'pair')}`)
      },
      onEnd: () => resolve(undefined),
    })
  })
  const { result, problem } = replayRecordingToEnd(recording)
  const verdict = result?.verdict ?? 'cannot run'
  if (!result || verdict !== 'holds') {
    progress.stop()
    const reason = problem || (result && explainMissingFigures(result))
    printNotice(`no recording of ${lab.name} is saved: its verdict was ${verdict}, and a recording must show that the lab holds${reason ? `: ${reason}` : ''}`)
    return verdict
  }
  const showProfiling = () => progress.show(`${lab.name}: profiling slow and fast`)
  showProfiling()
  const error = await startProfiler(lab, options, (event) => event.type === 'waiting' ? progress.say(event.what) : showProfiling()).done
  progress.stop()
  if (error) {
    printNotice(`no recording of ${lab.name} is saved: the profile failed: ${error}`)
    return 'cannot run'
  }
  const file = findLabRecordingFile(lab)
  writeRecording(file, shrinkRecording({ ...recording, profile: JSON.parse(readFileSync(findProfileFile(lab), 'utf8')) }))
  printLine(`${formatPath(file)}  ${recording.events.length} events, ${result.seconds} s, ${Math.ceil(statSync(file).size / 1000)} kB`)
  return 'holds'
}
