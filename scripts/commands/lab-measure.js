import { labNames, labsInOrder, typedOf } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { claimsTable, junitReport, labsTable, nextLines, secondsTold, terminalReport } from 'hotpath/report'
import { anySeed } from 'hotpath/stats'
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
    .argument('[name]', 'a lab, or a folder with a lab')
    .usage('[name] [options] | <name> <action> [options] | next | doctor')
    .addHelpText('after', `
Examples:
  pnpm lab                                 list the labs with your last results
  pnpm lab http-baseline                   measure a lab and judge its claims
  pnpm lab next                            which lab comes next, and why
  pnpm lab http-baseline start             copy slow, to make it fast yourself
  pnpm lab http-baseline watch             compare your answers on each save
  pnpm lab http-baseline mine              judge your file
  pnpm lab http-baseline hint              show a hint; solution shows the answer
  pnpm lab http-baseline --control         how much noise this machine has
  pnpm lab divideByAndSum --with try.cjs   judge any file in place of fast
  pnpm lab divideByAndSum --node 6,20,lts  measure on these versions of Node;
                                           missing ones are fetched
  pnpm lab doctor                          check whether this machine measures well
  pnpm lab http-baseline profile           flame graphs of slow and fast
  pnpm lab http-baseline curve             how the variants warm up
  pnpm lab divideByAndSum versions         recorded ratios on Node 6 to 26
  pnpm lab memory-leak watch-memory        draw its memory under load

Actions, each with its own --help: ${actions.join(', ')}

Exit codes: 0 holds, 1 broken or a wrong answer, 2 usage, 3 undecided, 4 cannot run here; ${OTHER_CODES}`)
  reportOptions(measuringOptions(command))
    .option('--with <file>', 'judge this file in place of fast', existingFile)
    .option('--record', 'append the ratios to the lab\'s records.json, the evidence for the ratios its claims ask for')
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
  if (ignored) throw new UsageError(`--${ignored} works with one version of Node only. Type: pnpm lab ${name} --node ${options.node[0]} --${ignored}`)
  const lab = await loadLab(folderOf(name))
  const nodes = await chosenNodes(options.node)
  const seed = options.seed ?? anySeed()
  process.exitCode = UNTOLD
  /** @type {import('hotpath/measure').Result[]} */
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

/** @param {import('hotpath/lab').Lab} lab @param {import('hotpath/measure').Result} result @returns {[string, string][]} */
function nextSteps (lab, { mode, verdict, claims, node }) {
  if (verdict === 'cannot run') return whatIsLacking(node)
  if (mode !== 'measured' || claims.length === 0) return []
  const typed = typedOf(lab)
  if (verdict !== 'holds') return [[`pnpm lab ${typed} --control`, 'how much noise this machine has'], [`pnpm lab ${typed} --explain`, 'how it was measured, how sure it is']]
  return [[`pnpm lab ${typed} profile`, 'where the time goes'], [`pnpm lab ${typed} start`, 'make it faster yourself'], [`pnpm lab ${typed} --explain`, 'how it was measured, how sure it is']]
}

/** @param {any} options */
async function list (options) {
  const rows = (await labsInOrder()).map((lab) => ({ lab: lab.name, title: lab.manifest.title, last: lastResult(lab.name) }))
  if (options.json) {
    process.stdout.write(JSON.stringify({ labs: rows.map(({ lab, title, last }) => ({ lab, title, verdict: last?.verdict ?? null })) }) + '\n')
    return
  }
  const next = rows.find(({ last }) => last?.verdict !== 'holds') ?? rows[0]
  process.stdout.write(`${labsTable(rows, looks())}\n\n${nextLines([[`pnpm lab ${next.lab}`, 'measure and judge this lab']], looks())}\n`)
}
