import colors from 'picocolors'
import { faultsOf, measuredFindings } from '@hotpath-labs/workshop'
import { loadLab } from 'hotpath/lab'
import { hanging } from 'hotpath/report'
import { looks } from '../looks.js'
import { EXIT, OTHER_CODES, UNTOLD } from '../measuring.js'
import { foldersOf, someSeconds } from '../usage.js'
import { worstOf } from '../whole.js'

/** @typedef {import('@hotpath-labs/workshop').RuleFinding} RuleFinding */

/** @param {import('commander').Command} program */
export function checkLabsCommand (program) {
  program.command('check-labs')
    .description('for authors: check that labs meet the rules for labs')
    .argument('[names...]', 'labs, or folders with a lab; default: all labs')
    .option('--no-measure', 'check only the files, which takes a second')
    .option('--seconds <n>', 'time limit of each measurement: start no new pair of processes after n seconds', someSeconds, 60)
    .addHelpText('after', `
Checks of the files:
  no file is missing, and none is unexpected
  a variant has at most 40 lines and imports nothing from outside its folder
  hints.md has three hints or more
  README.md has its sections in the expected order
  package.json lists the dependencies that are used, and no others
  a lab of this repository has notes.md, and its own place in the workshop

Checks by measuring, five for each lab:
  fast, changed so that it answers wrongly, is refused
  fast holds
  slow in place of fast is broken
  a claim with its two variants exchanged is broken, because of its ratio
  with slow and fast exchanged, a counter differs from the expected number

Examples:
  pnpm check-labs --no-measure
  pnpm check-labs divideByAndSum

Exit codes: 0 all checks pass, 1 a check fails, 2 usage, 3 undecided, 4 cannot run here; ${OTHER_CODES}`)
    .action(checkLabs)
}

/** @param {string[]} names @param {{ measure: boolean, seconds: number }} options */
async function checkLabs (names, { measure, seconds }) {
  const labs = await Promise.all(foldersOf(names).map(loadLab))
  process.exitCode = UNTOLD
  /** @type {RuleFinding['verdict'][]} */
  const verdicts = []
  for (const lab of labs) {
    const { faults, isMeasurable } = await faultsOf(lab)
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

/** @param {string[]} faults @returns {RuleFinding[]} */
function writtenFindings (faults) {
  return faults.length ? faults.map((what) => ({ verdict: 'broken', what })) : [{ verdict: 'holds', what: 'has the files that a lab needs' }]
}

/** @param {string} lab its name @param {RuleFinding} finding */
function print (lab, { verdict, what }) {
  const { color, width } = looks()
  const paint = colors.createColors(color)
  const mark = { holds: paint.green('✔'), broken: paint.red('✖'), undecided: paint.yellow('?'), 'cannot run': paint.red('!') }[verdict]
  process.stdout.write(`${hanging(`${mark} ${paint.bold(lab)} ${what}`, width)}\n`)
}
