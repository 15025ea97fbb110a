import { findLabFaults } from '@hotpath-labs/workshop/new-lab/file-rules.js'
import { checkClaimsByMeasuring } from '@hotpath-labs/workshop/new-lab/measured-rules.js'
import { wrapWithHangingIndent } from '@hotpath-labs/terminal/lines.js'
import { makeVerdictPainters, VERDICT_SIGNS } from '@hotpath-labs/terminal/numbers.js'
import { EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { EXIT_CODES_HELP_TEXT, findTerminalOptions, formatExamples, makeTextPainter, printLine, printNotice } from '@hotpath-labs/terminal/terminal.js'
import { parseSeconds } from '@hotpath-labs/terminal/parse.js'
import { findWorstVerdict } from '@hotpath-labs/lab/report/words.js'
import { findLabs } from '@hotpath-labs/command-line/find-lab.js'

/** @import { RuleFinding } from '@hotpath-labs/workshop/new-lab/measured-rules.js' */

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  program.command('check-labs')
    .description('for authors of labs: check that labs meet the rules in CONTRIBUTING.md')
    .argument('[names...]', 'labs, or folders with a lab; default: all labs')
    .option('--no-measure', 'check the files of the labs without measuring, which takes a second')
    .option('--seconds <n>', 'time limit of each measurement: start no new pair of processes after n seconds', parseSeconds, 60)
    .addHelpText('after', `
Checks of the files:
  no file is missing, and none is unexpected
  a variant has at most 40 lines and imports nothing from outside its folder
  hints.md has three hints or more
  README.md has its sections in the expected order
  package.json lists the dependencies that are used, and no others
  a lab of this repository has notes.md, and its own place in the workshop

Checks by measuring, up to five for each lab:
  fast, changed so that it answers wrongly, is refused
  fast holds
  slow in place of fast is broken
  a claim with its two variants exchanged is broken, because of its ratio
  with slow and fast exchanged, a counter differs from the expected number, if
  the lab expects different numbers of them

Examples:
${formatExamples([
  ['check-labs --no-measure'],
  ['check-labs divideByAndSum'],
])}

Exit codes: 0 all checks pass, 1 a check fails, 2 usage, 3 undecided, 4 cannot run here; ${EXIT_CODES_HELP_TEXT}`)
    .action(checkLabs)
}

/** @param {string[]} names @param {{ measure: boolean, seconds: number }} options */
async function checkLabs (names, { measure, seconds }) {
  const labs = await findLabs(names)
  process.exitCode = EXIT_CODES['closed pipe']
  /** @type {RuleFinding['verdict'][]} */
  const verdicts = []
  const add = (/** @type {string} */ lab, /** @type {RuleFinding} */ finding) => {
    printLine(formatFinding(lab, finding))
    verdicts.push(finding.verdict)
  }
  for (const lab of labs) {
    const { faults, isMeasurable } = await findLabFaults(lab)
    for (const what of faults) add(lab.name, { verdict: 'broken', what })
    if (faults.length === 0) add(lab.name, { verdict: 'holds', what: 'has the files that a lab needs' })
    if (!measure || !isMeasurable) continue
    for await (const finding of checkClaimsByMeasuring(lab, seconds, (what) => printNotice(`${lab.name}: ${what} …`))) add(lab.name, finding)
  }
  process.exitCode = EXIT_CODES[findWorstVerdict(verdicts)]
}

/** @param {string} lab @param {RuleFinding} finding */
function formatFinding (lab, { verdict, what }) {
  const paint = makeTextPainter()
  const mark = makeVerdictPainters(paint)[verdict](VERDICT_SIGNS[verdict])
  return wrapWithHangingIndent(`${mark} ${paint.bold(lab)} ${what}`, findTerminalOptions().width)
}
