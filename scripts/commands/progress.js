import { loadLabsInOrder, findStepToGoOn, listWorkshopSteps } from '@hotpath-labs/lab/project/timetable.js'
import { nameLabState, readProgress } from '@hotpath-labs/lab/project/progress.js'
import { listExerciseSteps } from '@hotpath-labs/lab/exercise.js'
import { formatColumns, wrapWithHangingIndent } from '@hotpath-labs/terminal/lines.js'
import { findTerminalOptions, formatNextCommands, makeCommand, makeTextPainter, printJson, printLine } from '@hotpath-labs/terminal/terminal.js'
import { RESULT_SCHEMA_VERSION } from '@hotpath-labs/lab/report/result-schema.js'

/** @import { Manifest } from '@hotpath-labs/lab/manifest.js' */

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  program.command('progress')
    .description('list the labs you have started and passed')
    .option('--json', 'print one JSON object')
    .action(showProgress)
}

/** @param {{ json?: boolean }} options */
async function showProgress ({ json }) {
  const progress = readProgress()
  const rows = (await loadLabsInOrder()).map(({ name: lab, hints: { length: allHints }, manifest }) => {
    const { started = null, passed = null, step = null, hints = 0 } = progress[lab] ?? {}
    return { lab, started, passed, step, hints, allHints, state: nameLabState(progress[lab]), ...describeSteps(manifest, step) }
  })
  if (json) {
    const next = findStepToGoOn(progress, await listWorkshopSteps())?.lab ?? null
    return printJson({ schema: RESULT_SCHEMA_VERSION, labs: rows.map(({ allHints, place, about, state, ...row }) => row), next })
  }
  const paint = makeTextPainter()
  const { width } = findTerminalOptions()
  const exercises = rows.filter(({ isDemonstration }) => !isDemonstration)
  // lists the labs without progress in one paragraph, so that all fits a small terminal
  const isBegun = (/** @type {typeof rows[number]} */ { state, hints }) => Boolean(state || hints)
  const rest = exercises.filter((row) => !isBegun(row)).map(({ lab }) => lab)
  const table = rows.filter(isBegun).map(({ lab, passed, hints, allHints, isDemonstration, place, state: name }) => {
    const state = passed ? paint.green(name) : isDemonstration ? paint.dim('only shown') : name === 'started' ? paint.yellow(name) : paint.dim(name || 'not started')
    return [paint.bold(lab), state, place, paint.dim(hints ? `hint ${Math.min(hints, allHints)} of ${allHints}` : '')]
  })
  const steps = rows.filter(({ about, passed }) => about && !passed).map(({ lab, about }) => wrapWithHangingIndent(`${lab}, next step: ${about}`, width))
  printLine([
    ...table.length ? [formatColumns(table, width, [2, 0])] : [],
    ...steps.length ? [steps.join('\n')] : [],
    ...rest.length ? [wrapWithHangingIndent(`not started: ${rest.join(', ')}`, width)] : [],
    `${exercises.filter(({ passed }) => passed).length} of ${exercises.length} passed`,
    formatNextCommands([[makeCommand('lab next'), 'which lab comes next']]),
  ].join('\n\n'))
}

/** @param {Manifest} manifest @param {string | null} reached the furthest step */
function describeSteps (manifest, reached) {
  const steps = listExerciseSteps(manifest)
  const index = steps.findIndex(({ variant }) => variant === reached)
  const next = steps[index + 1]
  // no step is found if the attendee has reached none, or if this version of the lab no longer has the saved step
  return {
    isDemonstration: manifest.demonstration,
    place: index < 0 || steps.length === 1 ? '' : `step ${index + 1} of ${steps.length}`,
    about: index < 0 ? undefined : next?.about,
  }
}
