import { labFolder, labNames, loadLab } from '../../shared/lab/find.js'
import { nearest } from '../../shared/lab/nearest.js'
import { junitReport } from '../../shared/report/junit.js'
import { nextLines } from '../../shared/report/next.js'
import { claimsTable, labsTable } from '../../shared/report/overview.js'
import { terminalReport } from '../../shared/report/terminal.js'
import { secondsTold } from '../../shared/report/words.js'
import { anySeed } from '../../shared/stats/random.js'
import { looks } from '../looks.js'
import { EXIT, measure, measuringOptions, reportOptions, save } from '../measuring.js'
import { chosenNodes } from '../nodes.js'
import { Progress } from '../progress.js'
import { record } from '../records.js'
import { isWorthKeeping, lastResult, remember } from '../results.js'
import { UsageError, existingFile, folderOf } from '../usage.js'
import { onVersions } from '../whole.js'

/** What can be done with a lab beside measuring it; each gets the command that is named as the lab. */
const ACTIONS = {
  start: async () => (await import('./start.js')).startCommand,
  watch: async () => (await import('./watch.js')).watchCommand,
  mine: async () => (await import('./mine.js')).mineCommand,
  hint: async () => (await import('./hint.js')).hintCommand,
  solution: async () => (await import('./solution.js')).solutionCommand,
  reset: async () => (await import('./start.js')).resetCommand,
  profile: async () => (await import('./profile.js')).profileCommand,
  'watch-memory': async () => (await import('./watch-memory.js')).watchMemoryCommand,
  inspect: async () => (await import('./inspect.js')).inspectCommand,
  curve: async () => (await import('./curve.js')).curveCommand,
  versions: async () => (await import('./lab-versions.js')).labVersionsCommand,
}

/** Words that may stand where a lab's name would. */
const WORDS = {
  next: async () => (await import('./progress.js')).nextCommand,
  doctor: async () => (await import('./doctor.js')).doctorCommand,
}

/** @param {import('commander').Command} program @param {string[]} words that follow */
export async function labCommand (program, [name = '', action = '']) {
  const command = program.command('lab')
    .description('list the labs, or measure one and judge its claims')
  if (Object.hasOwn(WORDS, name)) return (await WORDS[/** @type {keyof typeof WORDS} */ (name)]())(command)
  if (Object.hasOwn(ACTIONS, name)) throw new UsageError(`The lab comes first: pnpm lab ${action && labFolder(action) ? action : '<name>'} ${name}`)
  if (!name.startsWith('-') && action && !action.startsWith('-')) return (await actionNamed(action))(command.command(name), name)
  command
    .argument('[name]', 'a lab, or the path of a folder that holds one')
    .usage('[name] [options] | <name> <action> [options] | next | doctor')
    .addHelpText('after', `
Examples:
  pnpm lab                               the labs, and how each went last time
  pnpm lab http-baseline                 measure and judge
  pnpm lab next                          which one comes next, and why
  pnpm lab http-baseline start           your own copy of slow, to make fast
  pnpm lab http-baseline watch           compare its answers on each save
  pnpm lab http-baseline mine            judge it; hint and solution help
  pnpm lab http-baseline --control       how much noise this machine has
  pnpm lab divideByAndSum --with try.cjs   judge any file in place of fast
  pnpm lab divideByAndSum --node 6,20,lts  the same on each of these Nodes, fetched if need be
  pnpm lab doctor                        whether this machine is fit to measure
  pnpm lab http-baseline profile         where slow and fast spend their time, as one page
  pnpm lab http-baseline curve           how its cost falls with age, and what a long run says
  pnpm lab divideByAndSum versions       which of its claims hold on which Node, from 6 to 26
  pnpm lab memory-leak watch-memory      its memory under load, drawn here

Actions, each with its own --help: ${Object.keys(ACTIONS).join(', ')}

Exit codes: 0 holds, 1 broken or a wrong answer, 2 usage, 3 undecided, 4 cannot run here`)
  reportOptions(measuringOptions(command))
    .option('--with <file>', 'judge this file in place of fast', existingFile)
    .option('--record', 'append the ratios to the lab\'s records, on which its floors are based')
    .action(async (name, options) => {
      const modes = ['control', 'swap', 'with', 'record'].filter((mode) => options[mode])
      if (modes.length > 1) throw new UsageError(`--${modes.join(' and --')} cannot go together: choose one.`)
      if (name) return options.node?.length > 1 ? runOnEach(name, options) : run(name, options)
      if (modes.length || options.junit || options.node) throw new UsageError(`Which lab? ${labNames().join(', ')}`)
      return list(options)
    })
}

/** @param {string} word */
async function actionNamed (word) {
  const known = Object.keys(ACTIONS)
  const near = nearest(word, known)
  if (!known.includes(word)) throw new UsageError(`A lab has no action ${JSON.stringify(word)}. ${near ? `Did you mean ${near}?` : `The actions are ${known.join(', ')}.`}`)
  return ACTIONS[/** @type {keyof typeof ACTIONS} */ (word)]()
}

/** @param {string} name @param {any} options */
async function run (name, options) {
  const lab = await loadLab(folderOf(name))
  const [chosen] = options.node ? await chosenNodes(options.node) : []
  const result = await measure(lab, { ...options, chosen }, new Progress())
  if (options.json) process.stdout.write(JSON.stringify(result) + '\n')
  else process.stdout.write(terminalReport(result, lab.manifest, { ...looks(), verbose: options.verbose, explain: options.explain, next: nextSteps(lab, result) }) + '\n')
  if (options.junit) save(options.junit, junitReport([result]))
  if (isWorthKeeping(lab, result, options)) remember(result)
  if (options.record) record(lab, result, options.warmUp)
  process.exitCode = EXIT[result.verdict]
}

/** @param {string} name @param {any} options */
async function runOnEach (name, options) {
  const lab = await loadLab(folderOf(name))
  const nodes = await chosenNodes(options.node)
  const seed = options.seed ?? anySeed()
  /** @type {import('../../shared/measure/run.js').Result[]} */
  const results = []
  for (const [index, chosen] of nodes.entries()) {
    const place = `${index + 1}/${nodes.length}  `
    const result = await measure(lab, { ...options, seed, chosen }, new Progress(place))
    process.stderr.write(`${place}Node ${result.node} ${result.verdict} in ${secondsTold(result.seconds)}\n`)
    if (options.record && result.verdict !== 'cannot run') record(lab, result, options.warmUp)
    results.push(result)
  }
  const whole = onVersions(lab.name, results)
  process.stdout.write(`${options.json ? JSON.stringify(whole) : claimsTable(results, whole, looks())}\n`)
  if (options.junit) save(options.junit, junitReport(results))
  process.exitCode = EXIT[whole.verdict]
}

/** @param {import('../../shared/lab/find.js').Lab} lab @param {import('../../shared/measure/run.js').Result} result @returns {[string, string][]} */
function nextSteps (lab, { mode, verdict, claims, node }) {
  if (verdict === 'cannot run' && node !== process.version) return []
  if (verdict === 'cannot run') return [['pnpm lab doctor', 'what this machine lacks']]
  if (mode !== 'measured' || claims.length === 0) return []
  const control = /** @type {[string, string]} */ ([`pnpm lab ${lab.name} --control`, 'how much of this could be noise'])
  if (verdict !== 'holds') return [control]
  return [control, [`pnpm lab ${lab.name} start`, 'make slow fast yourself']]
}

/** @param {any} options */
async function list (options) {
  const labs = await Promise.all(labNames().map((name) => loadLab(/** @type {string} */ (labFolder(name)))))
  const rows = labs.map((lab) => ({ lab: lab.name, title: lab.manifest.title, last: lastResult(lab.name) }))
  if (options.json) {
    process.stdout.write(JSON.stringify({ labs: rows.map(({ lab, title, last }) => ({ lab, title, verdict: last?.verdict ?? null })) }) + '\n')
    return
  }
  const next = rows.find(({ last }) => last?.verdict !== 'holds') ?? rows[0]
  process.stdout.write(`${labsTable(rows, looks())}\n\n${nextLines([[`pnpm lab ${next.lab}`, 'measure and judge it']], looks())}\n`)
}
