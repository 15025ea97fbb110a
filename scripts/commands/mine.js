import { existsSync } from 'node:fs'
import colors from 'picocolors'
import { loadLab } from '../../shared/lab/find.js'
import { blamed } from '../../shared/mine/blame.js'
import { verdictOfMine, withMine } from '../../shared/mine/contender.js'
import { isUnchanged, linkPackages } from '../../shared/mine/copy.js'
import { mineOf, shown } from '../../shared/mine/place.js'
import { changeProgress } from '../../shared/mine/progress.js'
import { terminalReport } from '../../shared/report/terminal.js'
import { nextLines } from './attending.js'
import { wantsColor } from './lab.js'
import { EXIT, measurePlanned, runOptions } from '../measuring.js'
import { Progress } from '../progress.js'
import { UsageError, folderOf } from '../usage.js'

/** @typedef {import('../../shared/lab/find.js').Lab} Lab @typedef {import('../../shared/measure/run.js').Result} Result */

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function mineCommand (command, name) {
  runOptions(command.command('mine'))
    .description('judge your file in the place of fast, with slow, fast and the limit beside it')
    .addHelpText('after', `
Exit codes: 0 holds, 1 broken or a wrong answer, 2 usage or nothing changed yet, 3 undecided, 4 cannot run here`)
    .action((options) => mine(name, options))
}

/** @param {string} name @param {any} options */
async function mine (name, options) {
  const lab = await loadLab(folderOf(name))
  const { file } = mineOf(lab)
  if (!existsSync(file)) throw new UsageError(`You have not started ${lab.name}. Type: pnpm lab ${name} start`)
  if (isUnchanged(lab)) throw new UsageError(`Nothing changed yet: ${shown(file)} is still slow. Edit it, or type: pnpm lab ${name} hint`)
  const stages = withMine(lab, file)
  if (stages.length === 0) throw new UsageError(`${lab.name} claims nothing over slow by which your file could be judged. Type: pnpm lab ${name} --with ${shown(file)}`)
  linkPackages(lab)

  /** @type {Result[]} */
  const results = []
  for (const planned of stages) {
    results.push(await measurePlanned(planned, 'with', options, new Progress()))
    if (verdictOfMine(results).verdict !== 'holds') break
  }
  const result = verdictOfMine(results)
  process.exitCode = EXIT[result.verdict]
  process.stdout.write(options.json ? JSON.stringify(result) + '\n' : `${told(result, lab, stages[0], options)}\n\n${nextLines(nextSteps(name, result)).join('\n')}\n`)
  if (result.verdict === 'holds') await keep(lab, result)
}

/** @param {Result} result @param {Lab} lab @param {Lab} planned @param {any} options */
function told (result, lab, planned, { verbose }) {
  const paint = colors.createColors(wantsColor())
  const mine = mineOf(lab)
  if (result.failure?.variant === 'mine') {
    const { file, line, what } = blamed(result.failure, mine)
    return `${paint.red('✘')} ${paint.bold(`${shown(file)}${line ? `:${line}` : ''}`)}  ${what}`
  }
  if (result.oracle?.verdict === 'different') return `${paint.red('✘')} ${paint.bold('wrong answer')}  ${shown(mine.file)}: ${result.oracle.difference}`
  return terminalReport(result, planned.manifest, { color: wantsColor(), verbose })
}

/** @param {string} name @param {Result} result @returns {[string, string][]} */
function nextSteps (name, { verdict }) {
  if (verdict === 'holds') return [[`pnpm lab ${name} solution`, 'how fast does it, and why'], ['pnpm lab next', 'what comes now']]
  if (verdict === 'cannot run') return [['pnpm lab doctor', 'what this machine lacks']]
  return [[`pnpm lab ${name} mine`, 'judge it again'], [`pnpm lab ${name} hint`, 'where to look']]
}

/** A result is not lost for a full disk. @param {Lab} lab @param {Result} result */
async function keep (lab, { claims: [{ ratio }] }) {
  try {
    await changeProgress(lab.name, ({ passed, best }) => ({ passed: passed ?? new Date().toISOString(), best: Math.max(best ?? 0, ratio) }))
  } catch (error) {
    process.stderr.write(`could not save that you have passed: ${error.message}\n`)
  }
}
