import { join } from 'node:path'
import colors from 'picocolors'
import { ROOT } from '@hotpath-labs/project'
import { lockMachine } from 'hotpath/measure'
import { CannotRun } from 'hotpath/failures'
import { failureReport } from 'hotpath/report'
import { EXIT, exitWithWorst } from './measuring.js'
import { nodeMajor } from './nodes.js'
import { Progress } from './progress.js'
import { checkVariant } from './usage.js'

/**
 * Does something with a lab while nothing else is measured on this machine, and tells what is missing where it cannot be done.
 *
 * @param {string} what for those who wait
 * @param {import('@hotpath-labs/profile').Context} context
 * @param {(progress: Progress) => Promise<void>} work
 */
export async function alone (what, context, work) {
  const { lab } = context
  const progress = new Progress()
  context.onProgress = (text) => progress.show(`${lab.name}: ${text}`)
  const release = await lockMachine(`${what} of ${lab.name}`, (other) => progress.waiting(other))
  try {
    await work(progress)
  } catch (error) {
    cannotRun(explainFailure(error, lab, what))
  } finally {
    progress.stop()
    release()
  }
}

/**
 * Says what this machine lacks.
 *
 * @param {any} error
 * @param {import('hotpath/lab').Lab} lab
 * @param {string} what was to be done with the lab
 * @returns {string}
 * @throws {any} the error, if it is a fault of the labs
 */
export function explainFailure (error, lab, what) {
  if (error instanceof CannotRun) return `${lab.name}: ${error.needs} ${error.message}. ${error.mend}`
  if (isAboutFiles(error)) return `${lab.name}: ${what} cannot be written: ${error.message}`
  throw error
}

/** @param {string} lab @param {import('@hotpath-labs/profile').Failure} failure */
export function tellFailure (lab, failure) {
  process.stderr.write(failureReport(lab, failure, colors.createColors(Boolean(process.stderr.isTTY && !process.env.NO_COLOR))) + '\n')
  exitWithWorst(failure.by ? EXIT['cannot run'] : EXIT.broken)
}

/** @param {string} reason told, with the exit code that goes with it */
export function cannotRun (reason) {
  process.stderr.write(reason.trim() + '\n')
  exitWithWorst(EXIT['cannot run'])
}

/** @param {import('hotpath/lab').Lab} lab @param {string | undefined} variant @param {any} options @returns {Promise<import('@hotpath-labs/profile').Context>} */
export async function contextOf (lab, variant, { node = process.execPath, seed = 1 }) {
  if (variant) checkVariant(lab, variant)
  return {
    lab,
    variants: variant ? [variant] : ['slow', 'fast'],
    node,
    nodeMajor: await nodeMajor(node),
    seed,
    folder: join(ROOT, 'profiles', lab.name),
    onProgress () {},
  }
}

/** @param {NodeJS.ErrnoException} error */
function isAboutFiles ({ code = '', path = '' }) {
  return ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST', 'EMFILE'].includes(code) && (code === 'ENOSPC' || path !== '')
}
