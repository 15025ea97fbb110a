import { join } from 'node:path'
import { ROOT, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { CannotRun, UsageError, findExitCodeOfError } from '@hotpath-labs/engine/failures.js'
import { formatVariantFailure } from '@hotpath-labs/lab/report/terminal.js'
import { findTerminalOptions, makeCommand, makeTextPainter, printNotice, reportCannotRun, setExitCodeUnlessWorse, TerminalProgress } from '@hotpath-labs/terminal/terminal.js'
import { readNodeMajorVersion } from './choose-nodes.js'
import { formatAttemptError } from './attempt-file.js'
import { refuseUnknownVariant } from './find-lab.js'

/**
 * @import { OptionValues } from 'commander'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Context, Failure } from '@hotpath-labs/profile/tool.js'
 */

/**
 * Chooses the tool whose result the stage shows. A leak costs no CPU, so a flame graph does not show it.
 *
 * @param {Lab} lab
 * @returns {'heap' | 'flame'}
 */
export function chooseProfilingTool ({ manifest }) {
  return manifest.kind === 'heap' ? 'heap' : 'flame'
}

/**
 * Refuses a lab whose programs are commands, for tools that watch a program at work for seconds.
 *
 * @param {Lab} lab
 * @throws {UsageError}
 */
export function refuseCommandLab (lab) {
  if (lab.manifest.kind !== 'command') return
  const typed = makeCommand(`lab ${formatLabArgument(lab)} profile`)
  throw new UsageError(`${lab.name} is about a command, which ends at once. For a flame graph of one run, type: ${typed}`)
}

/** Codes of file system errors whose cause is the machine, not a bug in this project. */
const FILE_ERRORS = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST', 'EMFILE']

/**
 * Waits until no measurement runs on this machine, then calls `work`. No measurement can start until `work` is done.
 *
 * @param {string} what shown by other commands that wait for the lock
 * @param {Context} context
 * @param {(progress: TerminalProgress) => Promise<void>} work
 */
export async function runWithMachineLock (what, context, work) {
  const { lab } = context.plan
  const progress = new TerminalProgress()
  context.onProgress = (text) => progress.show(`${lab.name}: ${text}`)
  const release = await lockMachine(`${what} of ${lab.name}`, (other) => progress.waiting(other))
  try {
    await work(progress)
  } catch (error) {
    reportCannotRun(formatMachineError(error, lab, what))
  } finally {
    progress.stop()
    release()
  }
}

/**
 * Formats an error whose cause is this machine. Throws any other error again, because it is a bug.
 *
 * @param {CannotRun | NodeJS.ErrnoException} error
 * @param {Lab} lab
 * @param {string} what could not be done with the lab
 * @returns {string}
 * @throws {NodeJS.ErrnoException} the error, if it is a bug
 */
export function formatMachineError (error, lab, what) {
  if (error instanceof CannotRun) return `${lab.name}: ${error.text}`
  const { code = '', path = '', message } = error
  if (FILE_ERRORS.includes(code) && (code === 'ENOSPC' || path !== '')) return `${lab.name}: ${what} cannot be written: ${message}`
  throw error
}

/** Prints why a variant failed, and sets the exit code. @param {Lab | string} lab or a name @param {Failure} failure */
export function reportVariantFailure (lab, failure) {
  const [name, ofAttempt] = typeof lab === 'string' ? [lab] : [lab.name, formatAttemptError({ failure, oracle: null }, lab)]
  printNotice(ofAttempt ?? formatVariantFailure(name, failure, makeTextPainter(process.stderr)))
  setExitCodeUnlessWorse(findExitCodeOfError(failure.code))
}

/**
 * @param {LabPlan} plan
 * @param {string | undefined} variant nothing for slow and fast
 * @param {OptionValues} options
 * @returns {Promise<Context>}
 */
export async function makeProfilingContext (plan, variant, { node = process.execPath, seed = 1 }) {
  if (variant) refuseUnknownVariant(plan, variant)
  return {
    plan,
    variants: variant ? [variant] : ['slow', 'fast'],
    node,
    nodeMajor: await readNodeMajorVersion(node),
    seed,
    folder: join(ROOT, 'profiles', plan.lab.name),
    width: findTerminalOptions().width,
    onProgress () {},
  }
}
