import { appendFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { loadLab } from 'hotpath/lab'
import { claimsTable, junitReport, markdownReport, secondsTold } from 'hotpath/report'
import { anySeed } from 'hotpath/stats'
import { looks } from '../looks.js'
import { EXIT, OTHER_CODES, UNTOLD, measure, measuringOptions, save } from '../measuring.js'
import { chosenNodes } from '../nodes.js'
import { Progress } from '../progress.js'
import { record } from '../records.js'
import { isWorthKeeping, lastResult, remember } from '../results.js'
import { UsageError, foldersOf, refuse } from '../usage.js'
import { onVersions, resultsIn, wholeOf } from '../whole.js'
import { writtenIn } from '../result-files.js'

/** @typedef {import('hotpath/measure').Result} Result @typedef {import('../whole.js').Versions} Versions */

/** What a lab is taken to need that has not been run here yet. */
const USUAL_SECONDS = 8

/** @param {import('commander').Command} program */
export function verifyCommand (program) {
  const command = program.command('verify')
    .description('measure all labs, or the labs you name, and judge every claim, as a gate for CI')
    .argument('[names...]', 'labs, or folders with a lab; default: all labs. Or: merge <files>')
    .addHelpText('after', `
Examples:
  pnpm verify                               all labs, one after the other
  pnpm verify --node 20,22,lts,current      all labs, on each of these versions
  pnpm --silent verify --shard 1/3 --json > part1.json
                                            a third of the labs, on this machine
  pnpm verify merge part1.json part2.json part3.json
                                            one table and one exit code for all

Each lab may use --seconds, plus the time that earlier labs did not need.

Exit codes, by the worst lab: 0 holds, 1 broken, 3 undecided, 4 cannot run; 2 usage, ${OTHER_CODES}`)
  measuringOptions(command)
    .option('--markdown <file>', 'also write a Markdown table; on GitHub Actions the job summary always gets it')
    .option('--shard <i/n>', 'measure only part i of n of the labs', shard)
    .option('--record', 'append the ratios to each lab\'s records.json, the evidence for the ratios its claims ask for')
    .action(async (names, options) => {
      const modes = ['control', 'swap', 'record'].filter((mode) => options[mode])
      if (modes.length > 1) throw new UsageError(`--${modes.join(' and --')} cannot go together: choose one.`)
      if (names[0] === 'merge') refuse(command, ['json', 'junit', 'markdown'], 'merge measures nothing:')
      report(names[0] === 'merge' ? merged(names.slice(1)) : await run(names, options), options)
    })
}

/** @param {string[]} names @param {any} options @returns {Promise<(Result | Versions)[]>} */
async function run (names, options) {
  const wanted = foldersOf(names)
  const { index, of } = options.shard ?? { index: 1, of: 1 }
  // all are loaded first: a wrong name or manifest should not wait for its turn
  const labs = await Promise.all(wanted.filter((folder, position) => position % of === index - 1).map(loadLab))
  if (labs.length === 0) throw new UsageError(`There ${wanted.length === 1 ? 'is 1 lab' : `are ${wanted.length} labs`}, so part ${index} of ${of} is empty. Use fewer parts.`)
  const nodes = options.node ? await chosenNodes(options.node) : [undefined]
  const usual = (/** @type {{ name: string }} */ { name }) => lastResult(name)?.seconds ?? USUAL_SECONDS
  // the quick ones first: what they leave of their time is for those that need more than theirs
  const turns = labs.toSorted((a, b) => usual(a) - usual(b)).flatMap((lab) => {
    const seed = options.seed ?? anySeed()
    return nodes.map((chosen) => ({ lab, chosen, seed }))
  })
  process.exitCode = UNTOLD
  /** @type {Map<string, Result[]>} */
  const results = new Map(labs.map(({ folder }) => [folder, []]))
  let spare = 0
  for (const [position, { lab, chosen, seed }] of turns.entries()) {
    const left = turns.slice(position).reduce((sum, { lab }) => sum + usual(lab), 0)
    const seconds = options.seconds + spare
    const result = await measure(lab, { ...options, seconds, chosen, seed }, new Progress(`${position + 1}/${turns.length}, about ${Math.ceil(left)} s left  `))
    spare = Math.max(0, seconds - result.seconds)
    results.get(lab.folder)?.push(result)
    if (isWorthKeeping(lab, result, options)) remember(result)
    if (options.record && result.verdict !== 'cannot run') record(lab, result, options.warmUp)
    process.stderr.write(`${position + 1}/${turns.length}  ${lab.name}${nodes.length > 1 ? ` on Node ${result.node}` : ''} ${result.verdict} in ${secondsTold(result.seconds)}\n`)
  }
  return labs.map(({ name, folder }) => {
    const all = /** @type {Result[]} */ (results.get(folder))
    return options.node?.length > 1 ? onVersions(name, all) : all[0]
  })
}

/** @param {string[]} files */
function merged (files) {
  if (files.length === 0) throw new UsageError('merge needs the files to merge. Type: pnpm verify merge part1.json part2.json')
  return writtenIn(files)
}

/** @param {(Result | Versions)[]} labs @param {any} options */
function report (labs, options) {
  const whole = wholeOf(labs)
  const results = labs.flatMap(resultsIn)
  process.stdout.write(`${options.json ? JSON.stringify({ schema: 1, ...whole, labs }) : claimsTable(results, whole, looks())}\n`)
  process.exitCode = EXIT[whole.verdict]
  if (options.junit) save(options.junit, junitReport(results))
  if (options.markdown) save(options.markdown, markdownReport(results))
  if (process.env.GITHUB_STEP_SUMMARY) save(process.env.GITHUB_STEP_SUMMARY, markdownReport(results), appendFileSync)
}

/** @param {string} text such as 1/3 */
function shard (text) {
  const [, index, of] = (text.match(/^(\d+)\/(\d+)$/) ?? []).map(Number)
  if (!(index >= 1 && index <= of)) throw new InvalidArgumentError('Expected i/n, such as 1/3 for the first of three parts.')
  return { index, of }
}
