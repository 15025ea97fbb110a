import colors from 'picocolors'
import { faultsOf } from '../../shared/check/written.js'
import { measuredFindings } from '../../shared/check/measured.js'
import { labNames, loadLab } from '../../shared/lab/find.js'
import { hanging } from '../../shared/report/lines.js'
import { looks } from '../looks.js'
import { EXIT, OTHER_CODES, UNTOLD } from '../measuring.js'
import { folderOf, someSeconds } from '../usage.js'
import { worstOf } from '../whole.js'

/** @typedef {import('../../shared/check/measured.js').Finding} Finding */

/** @param {import('commander').Command} program */
export function checkLabsCommand (program) {
  program.command('check-labs')
    .description('check that labs are what a lab has to be; for those who write one')
    .argument('[names...]', 'labs, or paths of folders that hold one; without names, all')
    .option('--no-measure', 'check the files only, in a second')
    .option('--seconds <n>', 'start no new pair after this many, in each measurement', someSeconds, 60)
    .addHelpText('after', `
From the files:
  no file is missing and none unexpected; a variant has 40 lines at most and
  knows nothing outside its folder; three hints or more; the stations of the
  README; dependencies that are used and no others; a row in docs/workshop.md

Measured, four times for each lab:
  a change to fast that gives a wrong answer is refused; fast holds; slow in the
  place of fast does not; slow and fast exchanged are broken

Examples:
  pnpm check-labs --no-measure
  pnpm check-labs divideByAndSum

Exit codes: 0 all is well, 1 something is not, 2 usage, 3 undecided, 4 cannot run here; ${OTHER_CODES}`)
    .action(checkLabs)
}

/** @param {string[]} names @param {{ measure: boolean, seconds: number }} options */
async function checkLabs (names, { measure, seconds }) {
  const labs = await Promise.all((names.length ? names : labNames()).map((name) => loadLab(folderOf(name))))
  process.exitCode = UNTOLD
  /** @type {Finding['verdict'][]} */
  const verdicts = []
  for (const lab of labs) {
    const { faults, isMeasurable } = faultsOf(lab)
    for (const finding of writtenFindings(faults)) {
      print(lab.name, finding)
      verdicts.push(finding.verdict)
    }
    if (!measure || !isMeasurable) continue
    for await (const finding of measuredFindings(lab, seconds, (what) => process.stderr.write(`${lab.name}: ${what} …\n`))) {
      print(lab.name, finding)
      verdicts.push(finding.verdict)
    }
  }
  process.exitCode = EXIT[worstOf(verdicts)]
}

/** @param {string[]} faults @returns {Finding[]} */
function writtenFindings (faults) {
  return faults.length ? faults.map((what) => ({ verdict: 'broken', what })) : [{ verdict: 'holds', what: 'has the files that a lab needs' }]
}

/** @param {string} lab its name @param {Finding} finding */
function print (lab, { verdict, what }) {
  const { color, width } = looks()
  const paint = colors.createColors(color)
  const mark = { holds: paint.green('✔'), broken: paint.red('✖'), undecided: paint.yellow('?'), 'cannot run': paint.red('!') }[verdict]
  process.stdout.write(`${hanging(`${mark} ${paint.bold(lab)} ${what}`, width)}\n`)
}
