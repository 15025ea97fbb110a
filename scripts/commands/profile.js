import { existsSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import colors from 'picocolors'
import { loadLab, typedOf } from '../../shared/lab/find.js'
import { nearest } from '../../shared/lab/nearest.js'
import { CannotRun } from '../../shared/measure/process/failure.js'
import { WAITED, lockMachine, waitingFor } from '../../shared/measure/process/lock.js'
import { linkPackages } from '../../shared/mine/copy.js'
import { mineOf } from '../../shared/mine/place.js'
import { TOOLS } from '../../shared/profile/tools.js'
import { failureReport } from '../../shared/report/terminal.js'
import { EXIT } from '../measuring.js'
import { nodeMajor, withNodeOption } from '../nodes.js'
import { openPage } from '../open.js'
import { Progress } from '../progress.js'
import { UsageError, checkVariant, folderOf, wholeNumber } from '../usage.js'

/** What an attendee's own file is called among the variants. */
const MINE = 'mine'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function profileCommand (command, name) {
  withNodeOption(command.command('profile'))
    .description('profile slow and fast, or one variant, under the lab\'s own load')
    .argument('[variant]', 'only this one; mine is your own file')
    .option('--tool <name>', 'which tool', 'flame')
    .option('--seed <n>', 'repeat a run: its inputs', wholeNumber)
    .option('--no-open', 'print the path of the page without opening it')
    .addHelpText('after', `
Tools:
${Object.entries(TOOLS).map(([tool, { says }]) => `  ${tool.padEnd(19)} ${says}`).join('\n')}

All files go to profiles/${name}/. A profile is not a measurement: nothing is judged or remembered.

Exit codes: 0 written, 1 a variant died (its profile up to there is written), 2 usage, 4 cannot be done here`)
    .action((variant, options) => profile(name, variant, options))
}

/** @param {string} name @param {string | undefined} variant @param {any} options */
async function profile (name, variant, options) {
  const lab = await loadLab(folderOf(name))
  const context = await contextOf(variant === MINE ? withOwn(lab) : lab, variant, options)
  const tool = await toolNamed(options.tool)
  await alone('the profile', context, async (progress) => {
    const reason = tool.cannot?.(context)
    if (reason) return cannotRun(reason)
    mkdirSync(context.folder, { recursive: true })
    const { page, files, lines, failure } = await tool.run(context)
    progress.stop()
    if (failure) tellFailure(context.lab.name, failure)
    process.stdout.write([...lines, ...(page ? [page] : files).map(shown)].map((line) => line + '\n').join(''))
    if (page && options.open && process.stdout.isTTY) await openPage(page)
  })
}

/** @param {import('../../shared/lab/find.js').Lab} lab @returns {import('../../shared/lab/find.js').Lab} with the attendee's file as one of its variants */
function withOwn (lab) {
  const { file } = mineOf(lab)
  if (!existsSync(file)) throw new UsageError(`You have not started ${lab.name}. Type: pnpm lab ${typedOf(lab)} start`)
  linkPackages(lab)
  const { manifest, files } = lab
  return { ...lab, files: { ...files, [MINE]: file }, manifest: { ...manifest, ladder: { ...manifest.ladder, [MINE]: 'yours' } } }
}

/**
 * Does something with a lab while nothing else is measured on this machine, and tells what is missing where it cannot be done.
 *
 * @param {string} what for those who wait
 * @param {import('../../shared/profile/tools.js').Context} context
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
    else if (isAboutFiles(error)) cannotRun(`${lab.name}: the profile cannot be written: ${error.message}`)
    else throw error
  } finally {
    progress.stop()
    release()
  }
}

/** @param {string} lab @param {import('../../shared/profile/tools.js').Failure} failure */
export function tellFailure (lab, failure) {
  process.stderr.write(failureReport(lab, failure, colors.createColors(Boolean(process.stderr.isTTY && !process.env.NO_COLOR))) + '\n')
  // a variant that failed before counts for more
  if (process.exitCode !== EXIT.broken) process.exitCode = failure.by ? EXIT['cannot run'] : EXIT.broken
}

/** @param {string} reason told, with the exit code that goes with it */
export function cannotRun (reason) {
  process.stderr.write(reason.trim() + '\n')
  process.exitCode = EXIT['cannot run']
}

/** @param {import('../../shared/lab/find.js').Lab} lab @param {string | undefined} variant @param {any} options @returns {Promise<import('../../shared/profile/tools.js').Context>} */
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

/** @param {string} name @returns {Promise<import('../../shared/profile/tools.js').Tool>} */
async function toolNamed (name) {
  const known = Object.keys(TOOLS)
  const near = nearest(name, known)
  if (!known.includes(name)) throw new UsageError(`There is no tool ${JSON.stringify(name)}. ${near ? `Did you mean ${near}?` : `The tools are ${known.join(', ')}.`}`)
  return (await TOOLS[name].load()).tool
}

/** @param {NodeJS.ErrnoException} error */
function isAboutFiles ({ code = '', path = '' }) {
  return ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST', 'EMFILE'].includes(code) && (code === 'ENOSPC' || path !== '')
}

/** @param {string} file absolute @returns {string} as short as it can be typed */
function shown (file) {
  const from = relative(process.env.INIT_CWD ?? process.cwd(), file)
  return from.startsWith('..') ? file : from
}
