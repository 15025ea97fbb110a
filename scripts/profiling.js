import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/project'
import { lockMachine } from 'hotpath/measure'
import { CannotRun } from 'hotpath/failures'
import { formatVariantFailure } from 'hotpath/report'
import { readMajor } from './choose-nodes.js'
import { EXIT_CODES, exitWithWorst, formatCannotRun, reportCannotRun } from './exit-codes.js'
import { checkVariant } from './find-lab.js'
import { Progress } from './progress.js'
import { makePaint, warn } from './terminal.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Context, Failure } from '@hotpath-labs/profile' */

/** Codes of file system errors that the machine causes, not the project. */
const FILE_ERRORS = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST', 'EMFILE']

/**
 * Runs work with a lab once no measurement runs on this machine.
 *
 * @param {string} what shown to those who wait
 * @param {Context} context
 * @param {(progress: Progress) => Promise<void>} work
 */
export async function withMachineLock (what, context, work) {
  const { lab } = context
  const progress = new Progress()
  context.onProgress = (text) => progress.show(`${lab.name}: ${text}`)
  const release = await lockMachine(`${what} of ${lab.name}`, (other) => progress.waiting(other))
  try {
    await work(progress)
  } catch (error) {
    reportCannotRun(explainFailure(error, lab, what))
  } finally {
    progress.stop()
    release()
  }
}

/**
 * Formats an error that the machine causes, not the project.
 *
 * @param {any} error
 * @param {Lab} lab
 * @param {string} what could not be done with the lab
 * @returns {string}
 * @throws {any} the error, if it is a bug
 */
export function explainFailure (error, lab, what) {
  if (error instanceof CannotRun) return `${lab.name}: ${formatCannotRun(error)}`
  const { code = '', path = '', message } = error
  if (FILE_ERRORS.includes(code) && (code === 'ENOSPC' || path !== '')) return `${lab.name}: ${what} cannot be written: ${message}`
  throw error
}

/** Prints the failure of a variant, and sets the exit code. @param {string} lab @param {Failure} failure */
export function reportFailure (lab, failure) {
  warn(formatVariantFailure(lab, failure, makePaint(process.stderr)))
  exitWithWorst(failure.by ? EXIT_CODES['cannot run'] : EXIT_CODES.broken)
}

/** @param {Lab} lab @param {string | undefined} variant nothing for slow and fast @param {any} options @returns {Promise<Context>} */
export async function makeContext (lab, variant, { node = process.execPath, seed = 1 }) {
  if (variant) checkVariant(lab, variant)
  return {
    lab,
    variants: variant ? [variant] : ['slow', 'fast'],
    node,
    nodeMajor: await readMajor(node),
    seed,
    folder: join(ROOT, 'profiles', lab.name),
    onProgress () {},
  }
}
