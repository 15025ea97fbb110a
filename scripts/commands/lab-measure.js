import { labFolder, labNames, loadLab, typedOf } from '../../shared/lab/find.js'
import { inOrder } from '../../shared/lab/workshop.js'
import { junitReport } from '../../shared/report/junit.js'
import { nextLines } from '../../shared/report/next.js'
import { claimsTable, labsTable } from '../../shared/report/overview.js'
import { terminalReport } from '../../shared/report/terminal.js'
import { secondsTold } from '../../shared/report/words.js'
import { anySeed } from '../../shared/stats/random.js'
import { looks } from '../looks.js'
import { EXIT, OTHER_CODES, UNTOLD, measure, measuringOptions, reportOptions, save, whatIsLacking } from '../measuring.js'
import { chosenNodes } from '../nodes.js'
import { Progress } from '../progress.js'
import { record } from '../records.js'
import { isWorthKeeping, lastResult, remember } from '../results.js'
import { UsageError, existingFile, folderOf, refuse } from '../usage.js'
import { onVersions } from '../whole.js'

/**
 * What `pnpm lab` does where no action is named: it lists the labs, or measures one.
 *
 * @param {import('commander').Command} command
 * @param {string[]} actions that a lab has, for its help
 */
export function labMeasureCommand (command, actions) {
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

Actions, each with its own --help: ${actions.join(', ')}

Exit codes: 0 holds, 1 broken or a wrong answer, 2 usage, 3 undecided, 4 cannot run here; ${OTHER_CODES}`)
  reportOptions(measuringOptions(command))
    .option('--with <file>', 'judge this file in place of fast', existingFile)
    .option('--record', 'append the ratios to the lab\'s records, on which its floors are based')
    .action(async (name, options, command) => {
      const modes = ['control', 'swap', 'with', 'record'].filter((mode) => options[mode])
      if (modes.length > 1) throw new UsageError(`--${modes.join(' and --')} cannot go together: choose one.`)
      if (name) return options.node?.length > 1 ? runOnEach(name, options) : run(name, options)
      refuse(command, ['json'], `Which lab? ${labNames().join(', ')}. To list them,`)
      return list(options)
    })
}

/** @param {string} name @param {any} options */
async function run (name, options) {
  const lab = await loadLab(folderOf(name))
  const [chosen] = options.node ? await chosenNodes(options.node) : []
  process.exitCode = UNTOLD
  const result = await measure(lab, { ...options, chosen }, new Progress())
  if (options.json) process.stdout.write(JSON.stringify(result) + '\n')
  else process.stdout.write(terminalReport(result, lab.manifest, { ...looks(), verbose: options.verbose, explain: options.explain, next: nextSteps(lab, result), typed: typedOf(lab) }) + '\n')
  if (options.junit) save(options.junit, junitReport([result]))
  if (isWorthKeeping(lab, result, options)) remember(result)
  if (options.record) record(lab, result, options.warmUp)
  process.exitCode = EXIT[result.verdict]
}

/** @param {string} name @param {any} options */
async function runOnEach (name, options) {
  const ignored = ['explain', 'verbose'].find((option) => options[option])
  if (ignored) throw new UsageError(`--${ignored} is about one result. Type: pnpm lab ${name} --node ${options.node[0]} --${ignored}`)
  const lab = await loadLab(folderOf(name))
  const nodes = await chosenNodes(options.node)
  const seed = options.seed ?? anySeed()
  process.exitCode = UNTOLD
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
  if (verdict === 'cannot run') return whatIsLacking(node)
  if (mode !== 'measured' || claims.length === 0) return []
  const control = /** @type {[string, string]} */ ([`pnpm lab ${typedOf(lab)} --control`, 'how much of this could be noise'])
  if (verdict !== 'holds') return [control]
  return [control, [`pnpm lab ${typedOf(lab)} start`, 'make slow fast yourself']]
}

/** @param {any} options */
async function list (options) {
  const labs = await Promise.all(inOrder(labNames()).map((name) => loadLab(/** @type {string} */ (labFolder(name)))))
  const rows = labs.map((lab) => ({ lab: lab.name, title: lab.manifest.title, last: lastResult(lab.name) }))
  if (options.json) {
    process.stdout.write(JSON.stringify({ labs: rows.map(({ lab, title, last }) => ({ lab, title, verdict: last?.verdict ?? null })) }) + '\n')
    return
  }
  const next = rows.find(({ last }) => last?.verdict !== 'holds') ?? rows[0]
  process.stdout.write(`${labsTable(rows, looks())}\n\n${nextLines([[`pnpm lab ${next.lab}`, 'measure and judge it']], looks())}\n`)
}
