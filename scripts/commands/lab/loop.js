import { findAttendeeFolder, findAttemptPaths, formatPath } from '@hotpath-labs/lab/project/project.js'
import { nameLabState, readLabProgress, readProgress } from '@hotpath-labs/lab/project/progress.js'
import { findNextWorkshopStep, findStepToGoOn, listWorkshopSteps } from '@hotpath-labs/lab/project/timetable.js'
import { groupByTheme } from '@hotpath-labs/lab/manifest.js'
import { describeGoal, describeStartingFile, findClaimAboutSlow, findSolutionVariant, listExerciseSteps, listOptionalSteps } from '@hotpath-labs/lab/exercise.js'
import { findNamesOfClaimSides } from '@hotpath-labs/lab/sides.js'
import { planAttempt } from '@hotpath-labs/lab/plans.js'
import { findMetric } from '@hotpath-labs/lab/metrics.js'
import { formatComparison } from '@hotpath-labs/lab/phrase.js'
import { collectRecordedClaims, listFiguresByNode } from '@hotpath-labs/records/figures/figures.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { formatRange, capitalize } from '@hotpath-labs/terminal/numbers.js'
import { formatColumns, wrapText } from '@hotpath-labs/terminal/lines.js'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { findTerminalOptions, formatNextCommands, makeCommand, makeTextPainter } from '@hotpath-labs/terminal/terminal.js'
import { beginAttempt } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { WorkshopSession } from '@hotpath-labs/workshop/attempt/session.js'
import { openInEditorWindow } from '@hotpath-labs/workshop/attempt/watcher.js'
import { findExercise } from '@hotpath-labs/command-line/find-lab.js'
import { ATTEMPT_TIME_LIMIT_SECONDS } from '@hotpath-labs/command-line/measuring-options.js'
import { openLab, reportFileErrors } from './open-lab.js'
import { describeRules, describeTemplateChange } from './start.js'
import { waitForQuit } from './watch.js'
import { WatchView } from './watch-view.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Step } from '@hotpath-labs/lab/project/timetable.js'
 * @import { WorkshopEffects } from '@hotpath-labs/workshop/attempt/session.js'
 */

/** Width in columns from which the list of the labs has two columns: a column for each lab is longer than a terminal of 24 lines. */
const TWO_COLUMNS = 76

/** Leads through the labs, in a terminal, until the user leaves. */
export async function runLoop () {
  const steps = (await listWorkshopSteps()).filter(({ isDemonstration }) => !isDemonstration)
  const view = new WatchView({ isLoop: true })
  /** @type {WorkshopSession} */
  const session = new WorkshopSession(makeEffects(steps, view, () => session.settled()))
  reportFileErrors(view, session.begin(), () => session.settled())
  // Ctrl-C leaves the loop like q: another exit code would make pnpm print an error
  await waitForQuit(view, (key) => key === 'resumed' ? session.settled() : reportFileErrors(view, session.press(key), () => session.settled()), () => session.isTyping)
  await session.end()
  view.write(`Your files stay in the folder ${formatPath(findAttendeeFolder())}.\n\n${formatNextCommands([[makeCommand('lab'), 'go on where you are'], [makeCommand('progress'), 'what you have passed']])}`)
}

/** @param {Step[]} steps @param {WatchView} view @param {() => void} onSettled @returns {WorkshopEffects} */
function makeEffects (steps, view, onSettled) {
  const labs = steps.map(({ lab }) => lab)
  const findNext = (/** @type {string | undefined} */ current) => findNextWorkshopStep(readProgress(), steps, current)?.lab
  /** why no lab was opened, for below the list, which fills a small terminal */
  let reason = ''
  return {
    findFirst: () => findStepToGoOn(readProgress(), steps)?.lab,
    findNext,
    listLabs: () => labs,
    async open (name) {
      try {
        view.showWork(`opening ${name} …`)
        const lab = await findExercise(name)
        const { change } = await beginAttempt(lab, { isStarted: false })
        const messages = formatMessages(lab, findNext(name))
        const opened = await openLab(name, lab, view, { seconds: ATTEMPT_TIME_LIMIT_SECONDS, onSettled, messages })
        view.write(formatOpening(lab, steps[labs.indexOf(name)], `lab ${labs.indexOf(name) + 1} of ${labs.length}`, change))
        return opened
      } catch (error) {
        if (!(error instanceof HotpathError) && !error.syscall) throw error
        reason = `${name} cannot be opened. ${error.text ?? error.message}`
      }
    },
    showLabs () {
      view.write(`\n${formatLabs(steps)}\n`)
      if (reason) view.say(reason)
      reason = ''
    },
    explainList: (isBackPossible) => view.say(`Type a lab's number or name, then Enter. ${isBackPossible ? 'Esc goes back, q' : 'q'} leaves.`),
    askLab: (typed) => view.ask('lab: ', typed),
    tell: (message) => view.say({ 'all passed': 'There is no other lab that you have not passed.', 'no such lab': 'The list has no lab with this number or name.' }[message]),
  }
}

/** @param {Lab} lab @param {string | undefined} next lab */
function formatMessages (lab, next) {
  const { name } = lab
  return {
    gone: `Your file is gone. Put it back, or press l and open ${name} once more, for a new copy.`,
    // the screen before says which file it is
    unchanged: `It is still a copy of ${describeStartingFile(lab.manifest)}. ${lab.manifest.exercise ? 'm judges it' : 'm measures the lab\'s own programs'}, h gives a hint.`,
    passed: next ? `You have passed ${name}. Enter opens the next lab: ${next}.` : `You have passed ${name}, and all other labs before.`,
  }
}

/**
 * Formats what somebody needs to begin a lab.
 *
 * @param {Lab} lab
 * @param {Step} step
 * @param {string} place
 * @param {Awaited<ReturnType<typeof beginAttempt>>['change']} change of slow since the file was copied
 */
function formatOpening (lab, { minutes }, place, change) {
  const paint = makeTextPainter()
  const { width } = findTerminalOptions()
  const { manifest, name } = lab
  const { file } = findAttemptPaths(lab)
  // a file that the lab judges itself is not compared with slow
  const figure = manifest.exercise ? '' : describeSlow(lab)
  const editor = openInEditorWindow(file)
  const steps = listExerciseSteps(manifest).length
  return [
    `\n${wrapText(`${paint.bold(name)}  ${paint.dim(`${place}, about ${minutes} minutes${readLabProgress(name).passed ? ', passed' : ''}`)}`, '', width)}`,
    paint.bold(wrapText(manifest.question, '', width)),
    ...figure ? [wrapText(figure, '', width)] : [],
    [
      `The lab's page: ${formatPath(lab.folder)}/README.md`,
      `Your file: ${paint.bold(formatPath(file))}`,
      wrapText(`${editor ? `It was opened with ${editor}: change it` : 'Open it in your editor, and change it'} ${describeGoal(manifest)}. Each save is checked.`, '', width),
      ...change ? [wrapText(describeTemplateChange(lab, change), '', width)] : [],
      ...steps > 1 ? [describeStepCount(steps, listOptionalSteps(manifest).length)] : [],
      ...describeRules(lab).map((rule) => wrapText(rule, '', width)),
    ].join('\n'),
  ].join('\n\n')
}

/** @param {number} steps @param {number} optional the last of them @returns {string} */
function describeStepCount (steps, optional) {
  if (optional === 0) return `There are ${steps} steps to take.`
  return `There are ${steps} steps to take. ${steps - optional === 1 ? 'The first is' : `The first ${steps - optional} are`} enough to pass.`
}

/** @param {Lab} lab @returns {string} how much more slow costs than the solution, on record; empty without a record */
function describeSlow (lab) {
  const { manifest } = lab
  const claim = findClaimAboutSlow(manifest)
  const recorded = claim && collectRecordedClaims(lab).find((one) => one.claim.id === claim.id)
  const figures = recorded ? listFiguresByNode(recorded) : []
  const [major] = process.versions.node.split('.').map(Number)
  const figure = figures.find(({ node }) => node === major) ?? figures.at(-1)
  if (!claim || !figure) return ''
  const sides = findNamesOfClaimSides(manifest, claim)
  const isSolution = parseSide(claim.faster).variant === findSolutionVariant(manifest)
  const names = { slower: `slow (${sides.names.slower})`, faster: isSolution ? 'the solution' : sides.names.faster }
  // m measures processes that are not warm yet
  const isWarm = recorded?.steady.some(({ node, steady }) => node === figure.node && !steady.stale)
  return `${capitalize(formatComparison({ ...sides, names }, formatRange(figure.range)))}${isWarm ? ' once both are warm' : ''}, recorded on Node ${figure.node}.${describeOtherMetrics(lab, claim)}`
}

/**
 * @param {Lab} lab
 * @param {{ metric: string, faster: string }} shown claim whose figure stands before
 * @returns {string} a sentence with what else an attendee's file is judged by; empty if nothing
 */
function describeOtherMetrics (lab, shown) {
  const { workloads = {} } = /** @type {{ workloads?: Record<string, { label: string }> }} */ (lab.manifest)
  const name = (/** @type {{ metric: string, faster: string }} */ { metric, faster }) => {
    const { workload } = parseSide(faster)
    return `${findMetric(metric).name}${['p50', 'p99'].includes(metric) ? ` of ${workload ? workloads[workload].label : 'requests'}` : ''}`
  }
  const judged = planAttempt(lab, findAttemptPaths(lab).file).flatMap(({ claims }) => claims)
    .flatMap((claim) => 'faster' in claim && !('dependsOn' in claim) ? [name(claim)] : [])
  const others = [...new Set(judged)].filter((one) => one !== name(shown))
  const list = new Intl.ListFormat('en-GB').format(others.map((one) => `the ${one}`))
  return list && ` Your file is ${judged.includes(name(shown)) ? 'also ' : ''}judged by ${list}.`
}

/** @param {Step[]} steps @returns {string} a numbered entry for each lab, by theme, in two columns if they fit */
function formatLabs (steps) {
  const paint = makeTextPainter()
  const { width } = findTerminalOptions()
  const progress = readProgress()
  const entries = groupByTheme(steps).flatMap(([theme, own]) => [['', paint.dim(capitalize(theme)), ''], ...own.map((step) => {
    const name = nameLabState(progress[step.lab])
    const state = name === 'passed' ? paint.green(name) : name === 'started' ? paint.yellow(name) : paint.dim(name || `${step.minutes} min`)
    return [String(steps.indexOf(step) + 1).padStart(2), paint.bold(step.lab), state]
  })])
  // a narrow terminal shows the names only
  if (width < TWO_COLUMNS) return formatColumns(width < 50 ? entries.map((entry) => entry.slice(0, 2)) : entries, width, [1])
  const half = Math.ceil(entries.length / 2)
  return formatColumns(entries.slice(0, half).map((entry, index) => [...entry, '', ...entries[half + index] ?? ['', '', '']]), width, [1, 5])
}
