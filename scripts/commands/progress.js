import { labsInOrder, findNextStep, readProgress, listWorkshopSteps } from '@hotpath-labs/project'
import { formatColumns } from 'hotpath/report'
import { formatNext, makePaint, print, printJson, terminalOptions } from '../terminal.js'
import { SCHEMA } from 'hotpath/result'

/** @param {import('commander').Command} program */
export function register (program) {
  program.command('progress')
    .description('list the labs you have started and passed')
    .option('--json', 'print one JSON object')
    .action(showProgress)
}

/** @param {{ json?: boolean }} options */
async function showProgress ({ json }) {
  const progress = readProgress()
  const rows = (await labsInOrder()).map(({ name: lab, hints: { length: allHints } }) => {
    const { started = null, passed = null, best = null, hints = 0 } = progress[lab] ?? {}
    return { lab, started, passed, best, hints, allHints }
  })
  if (json) {
    const next = findNextStep(progress, await listWorkshopSteps())?.lab ?? null
    return printJson({ schema: SCHEMA, labs: rows.map(({ allHints, ...row }) => row), next })
  }
  const paint = makePaint()
  const table = rows.map(({ lab, started, passed, best, hints, allHints }) => {
    const ratio = best === null ? '' : `, best ${Number(best.toPrecision(2))}×`
    const state = passed ? paint.green(`passed${ratio}`) : started ? paint.yellow(`started${ratio}`) : paint.dim('not started')
    return [paint.bold(lab), state, paint.dim(hints ? `${Math.min(hints, allHints)} of ${allHints} hints` : '')]
  })
  print([
    formatColumns(table, terminalOptions().width, [0]),
    `${rows.filter((row) => row.passed).length} of ${rows.length} passed`,
    formatNext([['pnpm lab next', 'which lab comes next']]),
  ].join('\n\n'))
}
