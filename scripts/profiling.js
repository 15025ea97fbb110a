import { join } from 'node:path'
import colors from 'picocolors'
import { ROOT } from '../shared/lab/root.js'
import { CannotRun } from '../shared/measure/process/failure.js'
import { WAITED, lockMachine, waitingFor } from '../shared/measure/process/lock.js'
import { failureReport } from '../shared/report/terminal.js'
import { EXIT, exitWithWorst } from './measuring.js'
import { nodeMajor } from './nodes.js'
import { Progress } from './progress.js'
import { checkVariant } from './usage.js'

/**
 * Does something with a lab while nothing else is measured on this machine, and tells what is missing where it cannot be done.
 *
 * @param {string} what for those who wait
 * @param {import('../shared/profile/tools.js').Context} context
 * @param {(progress: Progress) => Promise<void>} work
 */
export async function alone (what, context, work) {
  const { lab } = context
  const progress = new Progress()
  context.onProgress = (text) => progress.show(`${lab.name}: ${text}`)
  let hasWaited = false
  const release = await lockMachine(`${what} of ${lab.name}`, (other) => {
    hasWaited = true
    progress.say(waitingFor(other))
  })
  if (hasWaited) progress.say(WAITED)
  try {
    await work(progress)
  } catch (error) {
    if (error instanceof CannotRun) cannotRun(`${lab.name}: ${error.needs} ${error.message}. ${error.mend}`)
    else if (isAboutFiles(error)) cannotRun(`${lab.name}: ${what} cannot be written: ${error.message}`)
    else throw error
  } finally {
    progress.stop()
    release()
  }
}

/** @param {string} lab @param {import('../shared/profile/tools.js').Failure} failure */
export function tellFailure (lab, failure) {
  process.stderr.write(failureReport(lab, failure, colors.createColors(Boolean(process.stderr.isTTY && !process.env.NO_COLOR))) + '\n')
  exitWithWorst(failure.by ? EXIT['cannot run'] : EXIT.broken)
}

/** @param {string} reason told, with the exit code that goes with it */
export function cannotRun (reason) {
  process.stderr.write(reason.trim() + '\n')
  exitWithWorst(EXIT['cannot run'])
}

/** @param {import('../shared/lab/find.js').Lab} lab @param {string | undefined} variant @param {any} options @returns {Promise<import('../shared/profile/tools.js').Context>} */
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
