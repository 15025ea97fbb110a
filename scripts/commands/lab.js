import colors from 'picocolors'
import { LABS, labFolder, labNames, loadLab } from '../../shared/lab/find.js'
import { nearest } from '../../shared/lab/nearest.js'
import { junitReport } from '../../shared/report/junit.js'
import { widthOf } from '../../shared/report/lines.js'
import { labsTable } from '../../shared/report/overview.js'
import { terminalReport } from '../../shared/report/terminal.js'
import { EXIT, measure, measuringOptions, save } from '../measuring.js'
import { Progress } from '../progress.js'
import { record } from '../records.js'
import { lastResult, remember } from '../results.js'
import { UsageError, existingFile, folderOf } from '../usage.js'

/** What can be done with a lab beside measuring it; each gets the command that is named as the lab. */
const ACTIONS = {
  profile: async () => (await import('./profile.js')).profileCommand,
  'watch-memory': async () => (await import('./watch-memory.js')).watchMemoryCommand,
  inspect: async () => (await import('./inspect.js')).inspectCommand,
}

/** How stdout is written to. */
export const looks = () => ({ color: Boolean(process.stdout.isTTY && !process.env.NO_COLOR), width: widthOf(process.stdout) })

/** @param {import('commander').Command} program @param {string[]} words that follow */
export async function labCommand (program, [name = '', action = '']) {
  const command = program.command('lab')
    .description('list the labs, or measure one and judge its claims')
  if (!name.startsWith('-') && action && !action.startsWith('-')) return (await actionNamed(action))(command.command(name), name)
  command
    .argument('[name]', 'a lab, or the path of a folder that holds one')
    .usage('[name] [options] | <name> <action> [options]')
    .addHelpText('after', `
Examples:
  pnpm lab                               what there is, and how it went last time
  pnpm lab http-baseline                 measure and judge
  pnpm lab http-baseline --control       how much noise this machine has
  pnpm lab divideByAndSum --with my/try.cjs   judge your own file in the place of fast
  pnpm lab http-baseline profile         where slow and fast spend their time, as one page
  pnpm lab memory-leak watch-memory      its memory under load, drawn here

Actions, each with its own --help: ${Object.keys(ACTIONS).join(', ')}

Exit codes: 0 holds, 1 broken or a wrong answer, 2 usage, 3 undecided, 4 cannot run here`)
  measuringOptions(command)
    .option('--with <file>', 'judge this file in the place of fast', existingFile)
    .option('--record', 'append the ratios to the records of the lab, on which its floors stand')
    .action(async (name, options) => {
      const modes = ['control', 'swap', 'with', 'record'].filter((mode) => options[mode])
      if (modes.length > 1) throw new UsageError(`--${modes.join(' and --')} cannot go together: choose one.`)
      if (name) return run(name, options)
      if (modes.length || options.junit) throw new UsageError(`Which lab? ${labNames().join(', ')}`)
      return list(options)
    })
}

/** @param {string} word */
async function actionNamed (word) {
  const known = Object.keys(ACTIONS)
  const near = nearest(word, known)
  if (!known.includes(word)) throw new UsageError(`A lab has no action ${JSON.stringify(word)}. ${near ? `Did you mean ${near}?` : `There is ${known.join(', ')}.`}`)
  return ACTIONS[/** @type {keyof typeof ACTIONS} */ (word)]()
}

/** @param {string} name @param {any} options */
async function run (name, options) {
  const lab = await loadLab(folderOf(name))
  const result = await measure(lab, options, new Progress())
  if (options.json) process.stdout.write(JSON.stringify(result) + '\n')
  else process.stdout.write(terminalReport(result, lab.manifest, { ...looks(), verbose: options.verbose, next: nextSteps(lab, result) }) + '\n')
  if (options.junit) save(options.junit, junitReport([result]))
  if (result.mode === 'measured' && lab.folder.startsWith(LABS)) remember(result)
  if (options.record) record(lab, result, options.warmUp)
  process.exitCode = EXIT[result.verdict]
}

/** @param {import('../../shared/lab/find.js').Lab} lab @param {import('../../shared/measure/run.js').Result} result */
function nextSteps (lab, { mode, verdict, claims }) {
  if (mode !== 'measured' || claims.length === 0) return []
  const control = `pnpm lab ${lab.name} --control   how much of this could be noise`
  if (verdict !== 'holds') return [control]
  return [control, `pnpm lab ${lab.name} --with FILE   judge your own file as fast`]
}

/** @param {any} options */
async function list (options) {
  const labs = await Promise.all(labNames().map((name) => loadLab(/** @type {string} */ (labFolder(name)))))
  const rows = labs.map((lab) => ({ lab: lab.name, title: lab.manifest.title, last: lastResult(lab.name) }))
  if (options.json) {
    process.stdout.write(JSON.stringify({ labs: rows.map(({ lab, title, last }) => ({ lab, title, verdict: last?.verdict ?? null })) }) + '\n')
    return
  }
  process.stdout.write(`${labsTable(rows, looks())}\n\n${colors.createColors(looks().color).dim('next  ')}pnpm lab ${(rows.find(({ last }) => last?.verdict !== 'holds') ?? rows[0]).lab}\n`)
}
