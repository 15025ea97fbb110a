import { existsSync, mkdirSync } from 'node:fs'
import { relative } from 'node:path'
import { loadLab, typedOf } from '../../shared/lab/find.js'
import { nearest } from '../../shared/lab/nearest.js'
import { linkPackages } from '../../shared/mine/copy.js'
import { mineOf } from '../../shared/mine/place.js'
import { TOOLS } from '../../shared/profile/tools.js'
import { withNodeOption } from '../nodes.js'
import { openPage } from '../open.js'
import { alone, cannotRun, contextOf, tellFailure } from '../profiling.js'
import { UsageError, folderOf, wholeNumber } from '../usage.js'

/** What an attendee's own file is called among the variants. */
const MINE = 'mine'

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

/** @param {string} name @returns {Promise<import('../../shared/profile/tools.js').Tool>} */
async function toolNamed (name) {
  const known = Object.keys(TOOLS)
  const near = nearest(name, known)
  if (!known.includes(name)) throw new UsageError(`There is no tool ${JSON.stringify(name)}. ${near ? `Did you mean ${near}?` : `The tools are ${known.join(', ')}.`}`)
  return (await TOOLS[name].load()).tool
}

/** @param {string} file absolute @returns {string} as short as it can be typed */
function shown (file) {
  const from = relative(process.env.INIT_CWD ?? process.cwd(), file)
  return from.startsWith('..') ? file : from
}
