import { mkdirSync } from 'node:fs'
import { resolveUserPath } from '@hotpath-labs/engine/files.js'
import { formatPathFrom } from '@hotpath-labs/terminal/paths.js'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { ATTEMPT_VARIANT_NAME, planClaims, planProfile } from '@hotpath-labs/lab/plans.js'
import { linkLabPackages } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { PROFILING_TOOLS } from '@hotpath-labs/profile/tools.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { formatSuggestion, parseInteger } from '@hotpath-labs/terminal/parse.js'
import { makeCommand, printLine, reportCannotRun } from '@hotpath-labs/terminal/terminal.js'
import { findAttemptFile } from '@hotpath-labs/command-line/attempt-file.js'
import { addNodeOption } from '@hotpath-labs/command-line/choose-nodes.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'
import { openInBrowser } from '@hotpath-labs/command-line/browser.js'
import { makeProfilingContext, refuseCommandLab, reportVariantFailure, runWithMachineLock } from '@hotpath-labs/command-line/profiling.js'

/**
 * @import { OptionValues } from 'commander'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Tool } from '@hotpath-labs/profile/tool.js'
 */

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  addNodeOption(command.command('profile'))
    .description('profile the variants slow and fast, or only one variant, under the load of the lab')
    .argument('[variant]', 'profile only this variant; mine: your file, beside slow')
    .option('--tool <name>', 'the tool to use', 'flame')
    .option('--seed <n>', 'use the same inputs as the earlier run with this seed', parseInteger)
    .option('--no-open', 'print the path of the page without opening it')
    .addHelpText('after', `
Tools:
${Object.entries(PROFILING_TOOLS).map(([tool, { says }]) => `  ${tool.padEnd(19)} ${says}`).join('\n')}

All files go to profiles/${name}/. A profile is not a measurement, so
nothing is judged and no result is saved.

Exit codes: 0 written, 1 a variant died (the profile until then is written), 2 usage, 4 cannot run here`)
    .action((variant, options) => profile(name, variant, options))
}

/** @param {string} name @param {string | undefined} variant @param {OptionValues} options */
async function profile (name, variant, options) {
  const lab = await findLab(name)
  if (options.tool !== 'flame') refuseCommandLab(lab)
  const isAttempt = variant === ATTEMPT_VARIANT_NAME
  const chosen = await makeProfilingContext(isAttempt ? planAttemptProfile(lab) : planClaims(lab), variant, options)
  const context = isAttempt ? { ...chosen, variants: ['slow', ATTEMPT_VARIANT_NAME] } : chosen
  const tool = await loadTool(options.tool)
  await runWithMachineLock('the profile', context, async (progress) => {
    const reason = tool.cannot?.(context)
    if (reason) return reportCannotRun(reason)
    mkdirSync(context.folder, { recursive: true })
    const { page, files, lines, failure } = await tool.run(context)
    progress.stop()
    if (failure) reportVariantFailure(lab, failure)
    for (const line of lines) printLine(line)
    if (process.stdout.isTTY) printLine(`${lines.at(-1) ? '\n' : ''}${explainFiles(page !== undefined, options.open)}`)
    for (const file of page ? [page] : files) printLine(formatPathFrom(file, resolveUserPath('.')))
    if (page && options.open && process.stdout.isTTY) await openInBrowser(page)
  })
}

/** @param {boolean} isPage @param {boolean} isOpened @returns {string} what the paths below are */
function explainFiles (isPage, isOpened) {
  if (!isPage) return 'Files written:'
  return `The whole profile is a page. Open it in a browser${isOpened ? ', if it does not open by itself' : ''}:`
}

/** @param {Lab} lab @returns {LabPlan} with the attendee's file as one of its programs */
function planAttemptProfile (lab) {
  if (lab.manifest.exercise) throw new UsageError(`The lab judges your file itself, so there is no load to profile. To judge it, type: ${makeCommand(`lab ${formatLabArgument(lab)} mine`)}`)
  const file = findAttemptFile(lab)
  linkLabPackages(lab)
  return planProfile(lab, file)
}

/** @param {string} name @returns {Promise<Tool>} */
async function loadTool (name) {
  const names = Object.keys(PROFILING_TOOLS)
  if (names.includes(name)) return PROFILING_TOOLS[name].load()
  throw new UsageError(`There is no tool ${JSON.stringify(name)}. ${formatSuggestion(name, names, `The tools are ${names.join(', ')}.`)}`)
}
