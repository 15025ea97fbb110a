import { existsSync, mkdirSync } from 'node:fs'
import { relative } from 'node:path'
import { mineOf, typedOf } from '@hotpath-labs/project'
import { loadLab, nearest } from 'hotpath/lab'
import { addMine, linkPackages, MINE } from '@hotpath-labs/workshop'
import { TOOLS } from '@hotpath-labs/profile'
import { withNodeOption } from '../nodes.js'
import { openPage } from '../open.js'
import { alone, cannotRun, contextOf, tellFailure } from '../profiling.js'
import { UsageError, folderOf, wholeNumber } from '../usage.js'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function profileCommand (command, name) {
  withNodeOption(command.command('profile'))
    .description('profile slow and fast, or one variant, under the lab\'s load')
    .argument('[variant]', 'profile only this variant; mine is your own file')
    .option('--tool <name>', 'the tool to use', 'flame')
    .option('--seed <n>', 'repeat the inputs of an earlier run', wholeNumber)
    .option('--no-open', 'print the path of the page without opening it')
    .addHelpText('after', `
Tools:
${Object.entries(TOOLS).map(([tool, { says }]) => `  ${tool.padEnd(19)} ${says}`).join('\n')}

All files go to profiles/${name}/. A profile is not a measurement, so\nnothing is judged and no result is saved.

Exit codes: 0 written, 1 a variant died (the profile until then is written), 2 usage, 4 cannot run here`)
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

/** @param {import('hotpath/lab').Lab} lab @returns {import('hotpath/lab').Lab} with the attendee's file as one of its variants */
function withOwn (lab) {
  const { file } = mineOf(lab)
  if (!existsSync(file)) throw new UsageError(`You have not started ${lab.name}. Type: pnpm lab ${typedOf(lab)} start`)
  linkPackages(lab)
  return addMine(lab, file)
}

/** @param {string} name @returns {Promise<import('@hotpath-labs/profile').Tool>} */
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
