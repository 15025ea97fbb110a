import colors from 'picocolors'
import { labFolder, labsInOrder, nextStep, readProgress, workshop } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { columns, hanging, nextLines, wrapped } from 'hotpath/report'
import { looks } from '../looks.js'

/** @param {import('commander').Command} program */
export function progressCommand (program) {
  program.command('progress')
    .description('list the labs you have started and passed')
    .option('--json', 'print one JSON object')
    .action(progress)
}

/** @param {import('commander').Command} command lab */
export function nextCommand (command) {
  command.command('next')
    .description('show which lab comes next, and why')
    .option('--json', 'print one JSON object')
    .action(next)
}

/** @param {{ json?: boolean }} options */
async function progress ({ json }) {
  const known = readProgress()
  const rows = (await labsInOrder()).map(({ name: lab, hints: all }) => {
    const { started = null, passed = null, best = null, hints = 0 } = known[lab] ?? {}
    return { lab, started, passed, best, hints, of: all.length }
  })
  if (json) {
    process.stdout.write(JSON.stringify({ schema: 1, labs: rows.map(({ of, ...row }) => row), next: nextStep(known, await workshop())?.lab ?? null }) + '\n')
    return
  }
  const paint = colors.createColors(looks().color)
  const table = rows.map(({ lab, started, passed, best, hints, of }) => {
    const beside = best === null ? '' : `, best ${Number(best.toPrecision(2))}×`
    const state = passed ? paint.green(`passed${beside}`) : started ? paint.yellow(`started${beside}`) : paint.dim('not started')
    return [paint.bold(lab), state, paint.dim(hints ? `${Math.min(hints, of)} of ${of} hints` : '')]
  })
  const passed = rows.filter((row) => row.passed).length
  process.stdout.write(`${columns(table, looks().width, [0])}\n\n${passed} of ${rows.length} passed\n\n${nextLines([['pnpm lab next', 'which lab comes next']], looks())}\n`)
}

/** @param {{ json?: boolean }} options */
async function next ({ json }) {
  const known = readProgress()
  const steps = await workshop()
  const step = nextStep(known, steps)
  if (json) {
    process.stdout.write(JSON.stringify({ schema: 1, next: step ?? null }) + '\n')
    return
  }
  if (!step) {
    process.stdout.write(`You have passed all ${steps.length} labs.\n\n${nextLines([['pnpm progress', 'your results'], ['pnpm verify', 'judge every claim on this machine']], looks())}\n`)
    return
  }
  const { manifest } = await loadLab(/** @type {string} */ (labFolder(step.lab)))
  const { color, width } = looks()
  const isStarted = known[step.lab]?.started
  process.stdout.write([
    hanging(`${colors.createColors(color).bold(step.lab)}  ${manifest.title}`, width),
    wrapped(manifest.question, '', width),
    '',
    wrapped(`${isStarted ? 'You have started this lab and not passed it yet' : `It is lab ${steps.indexOf(step) + 1} of ${steps.length} and takes about ${step.minutes} minutes`}. ${step.why}`, '', width),
    '',
    nextLines(isStarted ? [[`pnpm lab ${step.lab} mine`, 'judge your file'], [`pnpm lab ${step.lab} hint`, 'where to look']] : [[`pnpm lab ${step.lab} start`, 'copy slow, to make it fast']], looks()),
  ].join('\n') + '\n')
}
