import { existsSync } from 'node:fs'
import colors from 'picocolors'
import { changeProgress, mineOf, progressOf, shown, typedOf } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { isUnchanged, linkPackages, withMine } from '@hotpath-labs/workshop'
import { aloud, ALOUD_MINE, nextLines, terminalReport, wrapped } from 'hotpath/report'
import { faultOf } from '../faults.js'
import { looks } from '../looks.js'
import { EXIT, OTHER_CODES, UNTOLD, measureMine, reportOptions, runOptions, whatIsLacking } from '../measuring.js'
import { chosenNode, oneNode } from '../nodes.js'
import { Progress } from '../progress.js'
import { UsageError, folderOf, readable } from '../usage.js'

/** @typedef {import('hotpath/lab').Lab} Lab @typedef {import('hotpath/measure').Result} Result */

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function mineCommand (command, name) {
  reportOptions(runOptions(command.command('mine')))
    .description('judge your file in place of fast, and show slow, fast and limit beside your file')
    .option('--node <version>', 'run the variants on this version of Node: 22, 20.11.0, lts, current, /path', oneNode)
    .addHelpText('after', `
Exit codes: 0 holds, 1 broken or a wrong answer, 2 usage, or your file is unchanged, 3 undecided, 4 cannot run here; ${OTHER_CODES}`)
    .action((options) => mine(name, options))
}

/** @param {string} name @param {any} options */
async function mine (name, options) {
  const lab = await startedLab(name)
  const { file } = mineOf(lab)
  if (readable(file, () => isUnchanged(lab))) throw new UsageError(`Nothing changed yet: ${shown(file)} is still a copy of slow. Edit your file, or type: pnpm lab ${typedOf(lab)} hint`)
  const stages = withMine(lab, file)

  const chosen = options.node && await chosenNode(options.node)
  process.exitCode = UNTOLD
  const result = await measureMine(stages, { ...options, chosen }, () => new Progress())
  process.exitCode = EXIT[result.verdict]
  const next = nextSteps(lab, result)
  process.stdout.write(options.json ? JSON.stringify(result) + '\n' : `${[told(result, lab, stages[0], options), ...next.length ? [nextLines(next, looks())] : []].join('\n\n')}\n`)
  if (result.claims.length) await keep(lab, result)
}

/** @param {string} name @returns {Promise<Lab>} of which the attendee has a file that can be judged */
export async function startedLab (name) {
  const lab = await loadLab(folderOf(name))
  const { file } = mineOf(lab)
  if (!existsSync(file)) throw new UsageError(`You have not started ${lab.name}. Type: pnpm lab ${typedOf(lab)} start`)
  if (withMine(lab, file).length === 0) throw new UsageError(`${lab.name} does not compare slow with fast, so mine cannot judge your file. Type: pnpm lab ${typedOf(lab)} --with ${shown(file)}`)
  linkPackages(lab)
  return lab
}

/** @param {Result} result @param {Lab} lab @param {Lab} planned @param {any} options */
function told (result, lab, planned, { verbose, explain }) {
  const fault = faultOf(result, lab)
  if (fault) return fault
  const report = terminalReport(result, planned.manifest, { ...looks(), verbose, explain, typed: typedOf(lab) })
  const said = aloud(result, planned.manifest, progressOf(lab.name).best, looks())
  const meaning = explain ? `\n${colors.createColors(looks().color).dim(wrapped(ALOUD_MINE, '', looks().width))}` : ''
  return said ? `${said}${meaning}\n\n${report}` : report
}

/** @param {Lab} lab @param {Result} result @returns {[string, string][]} */
function nextSteps (lab, { verdict, node }) {
  const typed = typedOf(lab)
  if (verdict === 'holds') return [[`pnpm lab ${typed} solution`, 'what fast does, and why'], ['pnpm lab next', 'which lab comes next']]
  if (verdict === 'cannot run') return whatIsLacking(node)
  return [[`pnpm lab ${typed} mine`, 'judge your file again'], [`pnpm lab ${typed} hint`, 'where to look']]
}

/** A result is not lost for a full disk. @param {Lab} lab @param {Result} result */
async function keep (lab, { verdict, claims: [{ verdict: overSlow, ratio }] }) {
  // what is undecided may be noise
  if (overSlow === 'undecided') return
  try {
    await changeProgress(lab.name, ({ passed, best }) => ({
      passed: verdict === 'holds' ? passed ?? new Date().toISOString() : passed,
      best: Math.max(best ?? 0, ratio),
    }))
  } catch (error) {
    process.stderr.write(`Your progress cannot be saved: ${error.message}\n`)
  }
}
