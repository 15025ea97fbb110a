import colors from 'picocolors'
import { LABS, labNames, loadLab } from '../shared/lab/find.js'
import { worst } from '../shared/measure/run.js'
import { junitReport } from '../shared/report/junit.js'
import { plainTable, trimmed } from '../shared/report/terminal.js'
import { secondsTold, times } from '../shared/report/words.js'
import { wantsColor } from './lab.js'
import { EXIT, measure, measuringOptions, save } from './measuring.js'
import { Progress } from './progress.js'
import { remember } from './results.js'
import { UsageError, folderOf } from './usage.js'

/** @param {import('commander').Command} program */
export function verifyCommand (program) {
  const command = program.command('verify')
    .description('measure all labs, or those named, and judge every claim: the gate for CI')
    .argument('[names...]', 'labs, or paths of folders that hold one')
    .addHelpText('after', '\nThe exit code is that of the worst lab: 0 holds, 1 broken, 3 undecided.')
  measuringOptions(command).action(async (names, options) => {
    if (options.control && options.swap) throw new UsageError('--control and --swap cannot go together: choose one.')
    // all are loaded first: a wrong name or manifest should not wait for its turn
    const labs = await Promise.all((names.length ? names : labNames()).map((/** @type {string} */ name) => loadLab(folderOf(name))))
    const results = []
    for (const [index, lab] of labs.entries()) {
      const result = await measure(lab, options, new Progress(`${index + 1}/${labs.length}  `))
      results.push(result)
      if (result.mode === 'measured' && lab.folder.startsWith(LABS)) remember(result)
      process.stderr.write(`${index + 1}/${labs.length}  ${lab.name} ${result.verdict} in ${secondsTold(result.seconds)}\n`)
    }
    process.stdout.write(options.json ? JSON.stringify({ labs: results }) + '\n' : table(results) + '\n')
    if (options.junit) save(options.junit, junitReport(results))
    process.exitCode = EXIT[worst(results.map(({ verdict }) => verdict))]
  })
}

/** @param {import('../shared/measure/run.js').Result[]} results */
function table (results) {
  const paint = colors.createColors(wantsColor())
  const painters = { holds: paint.green, broken: paint.red, undecided: paint.yellow }
  const rows = plainTable()
  for (const { lab, verdict, claims, failure, oracle, counters } of results) {
    if (failure) rows.push([paint.bold(lab), '', painters[verdict](verdict), `${failure.variant} ${failure.what}`])
    else if (claims.length === 0) rows.push([paint.bold(lab), '', painters[verdict](verdict), oracle?.difference ?? counters.filter(({ holds }) => !holds).map(({ name, variant, actual, expected }) => `${name} of ${variant}: ${actual}, not ${expected}`).join(', ')])
    for (const [index, claim] of claims.entries()) {
      rows.push([index ? '' : paint.bold(lab), claim.id, painters[claim.verdict](claim.verdict), `${times(claim.ratio)} ${paint.dim(`[${claim.interval.map(times).join(' … ')}]`)}`])
    }
  }
  const verdict = worst(results.map((result) => result.verdict))
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  return `${trimmed(rows)}\n\n${painters[verdict](paint.bold(verdict.toUpperCase()))}  ${results.length} labs in ${secondsTold(seconds)}`
}
