import { fork } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { resolveUserPath, makeFolder } from '@hotpath-labs/engine/files.js'
import { findAttemptPaths, findAttendeeFolder, ROOT, formatPath } from '@hotpath-labs/lab/project/project.js'
import { linkLabPackages } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { findClaimOverSlow } from '@hotpath-labs/lab/plans.js'
import { printNotice } from '@hotpath-labs/terminal/terminal.js'
import { watchChildExit } from '@hotpath-labs/command-line/child.js'
import { chooseProfilingTool } from '@hotpath-labs/command-line/profiling.js'
import { shouldReplaceLastResult, saveLastResult } from '@hotpath-labs/command-line/results.js'

/**
 * @import { OptionValues } from 'commander'
 * @import { Judging } from './board.js'
 * @import { StageAdapters } from './stage.js'
 * @import { ProfileEvent } from './profile.js'
 * @import { StageEvent } from './run.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 */

const MEASURER = fileURLToPath(new URL('measurer.js', import.meta.url))
const PROFILER = fileURLToPath(new URL('profiler.js', import.meta.url))
const findBoardsFolder = () => join(findAttendeeFolder(), 'board')

/** Number of characters to keep of a child process's stderr: enough for a stack trace. */
const STDERR_KEPT = 4000

/** Folder in which `pnpm demo` saves a recording of each run. */
export const findRecordingsFolder = () => join(findAttendeeFolder(), 'recordings')

/**
 * Makes the functions with which the stage (the pages of `pnpm demo`) starts processes and finds files.
 *
 * @param {Lab} lab
 * @param {OptionValues} options
 * @returns {StageAdapters}
 */
export function makeStageAdapters (lab, options) {
  return {
    measure: (onEvent, onEnd) => startMeasurement(lab, options, onEvent, onEnd),
    profile: (onEvent) => startProfiler(lab, options, onEvent),
    profileFile: findProfileFile(lab),
    recordings: findRecordingsFolder(),
    tell: printNotice,
    onResult: (result) => { if (shouldReplaceLastResult(lab, result, { node: options.node && [options.node] })) saveLastResult(result) },
  }
}

/**
 * Measures a lab like `pnpm lab`, in a child process, so that the page's requests do not disturb the measurement.
 *
 * @param {Lab} lab
 * @param {OptionValues} options
 * @param {(event: StageEvent) => void} onEvent
 * @param {() => void} onEnd
 */
export function startMeasurement (lab, { mine, seconds, node, file }, onEvent, onEnd) {
  if (mine) linkLabPackages(lab)
  const task = { folder: lab.folder, file: mine ? findAttemptPaths(lab).file : file, options: { seconds, chosen: node && { file: node } } }
  return startChild(MEASURER, task, onEvent, (_, error) => {
    if (error) onEvent({ type: 'failed', what: error.message })
    onEnd()
  })
}

/**
 * Takes the same profile as `pnpm lab <name> profile`, in a child process. Compares heap snapshots in a lab about memory.
 *
 * @param {Lab} lab
 * @param {OptionValues} options
 * @param {(event: ProfileEvent) => void} [onEvent]
 * @returns {{ done: Promise<string | undefined>, stop: () => void }} `done`: resolves to the error's message, or nothing
 */
export function startProfiler ({ folder }, { node }, onEvent = () => {}) {
  /** @type {() => void} */
  let stop = () => {}
  const done = new Promise((resolve) => {
    ({ stop } = startChild(PROFILER, { folder, node }, onEvent, (last, error, code) => {
      if (last?.type === 'profiled') resolve(undefined)
      else resolve(last?.type === 'failed' ? last.what : error?.message ?? `the profiler exited with code ${code}`)
    }))
  })
  return { done, stop }
}

/**
 * Starts a child process that sends events over its IPC channel. Prints the child's stderr only if the child fails.
 *
 * @template {StageEvent | ProfileEvent} Sent
 * @param {string} module
 * @param {object} task sent to the child
 * @param {(event: Sent) => void} onEvent
 * @param {(last: Sent | undefined, error: Error | undefined, code: number | null) => void} onEnd called once, with the last event
 * @returns {{ stop: () => void }}
 */
function startChild (module, task, onEvent, onEnd) {
  const child = fork(module, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let stderr = ''
  /** @type {Sent | undefined} */
  let last
  let isStopped = false
  child.stderr?.setEncoding('utf8').on('data', (text) => { stderr = (stderr + text).slice(-STDERR_KEPT) })
  child.on('message', (/** @type {Sent} */ event) => {
    last = event
    onEvent(event)
  })
  const stop = watchChildExit(child, (error, code) => {
    const hasSucceeded = last?.type === 'profiled' || (last?.type === 'result' && last.result.verdict !== 'cannot run')
    if (!hasSucceeded && !isStopped) process.stderr.write(stderr)
    onEnd(last, error, code)
  })
  child.send(task)
  return {
    stop () {
      isStopped = true
      stop()
    },
  }
}

/**
 * Makes the board's adapters: the folder of attendees' files, and the function that judges a file.
 *
 * @param {Lab} lab
 * @param {OptionValues} options
 * @returns {Judging}
 */
export function makeBoardAdapters (lab, options) {
  const ownFolder = join(findBoardsFolder(), lab.name)
  const folder = options.board === true ? ownFolder : resolveUserPath(options.board)
  if (options.board === true) makeFolder(folder)
  else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`There is no folder ${folder}. Make it, or type --board alone to use ${formatPath(ownFolder)}.`)
  }
  if (!findClaimOverSlow(lab)) throw new UsageError(`${lab.name} does not compare the variants slow and fast, so --board cannot judge files for it. Choose another lab.`)
  return {
    folder,
    work: join(findBoardsFolder(), '.judged', lab.name),
    judge: (file, onEvent, onEnd) => startMeasurement(lab, { ...options, mine: false, file }, onEvent, onEnd),
  }
}

/** @param {Lab} lab @returns {string} the file with its profile's data */
export function findProfileFile (lab) {
  return join(ROOT, 'profiles', lab.name, `${chooseProfilingTool(lab)}.json`)
}
