import { formatPath } from '@hotpath-labs/project'
import { lockMachine } from 'hotpath/measure'
import { CannotRun } from 'hotpath/failures'
import { formatSeconds } from 'hotpath/report'
import { findVersionsFile } from '@hotpath-labs/history'
import { findNodeBinaries, reportSkippedNode } from '../../choose-nodes.js'
import { EXIT_CODES, printLine, printNotice, setExitCodeUnlessWorse, TerminalProgress } from 'hotpath/cli'
import { refuseUnknownVariant, findLabs } from '../../find-lab.js'
import { UsageError } from '../../usage.js'
import { planCrossVersionRecordings, planVersionRecordings } from './plan.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Task } from './plan.js' */

/** Records the ratios of labs on several versions of Node. @param {string[]} names @param {any} options */
export async function recordLabsOnVersions (names, options) {
  const labs = await findLabs(names)
  if (options.across) for (const lab of labs) checkAcross(lab, options.across)
  const nodes = await chooseBinaries(options)
  const plan = options.across ? planCrossVersionRecordings : planVersionRecordings
  const tasks = labs.flatMap((lab) => plan(lab, nodes, options))
  if (tasks.length === 0) return printNotice(nodes.length ? 'All labs are already recorded on these versions of Node; --force records them again' : 'nothing was recorded')
  await runTasks(tasks)
  for (const { folder } of labs) printLine(formatPath(findVersionsFile(folder)))
}

/** @param {Lab} lab @param {string} variant */
function checkAcross (lab, variant) {
  const { kind } = lab.manifest
  if (kind !== 'function') throw new UsageError(`--across works only with function labs, and ${lab.name} is about ${kind === 'heap' ? 'memory' : 'a server'}.`)
  refuseUnknownVariant(lab, variant)
}

/** Chooses one node binary for each version, because a record file has only one entry for each version. @param {any} options */
async function chooseBinaries ({ node, across }) {
  const chosen = await findNodeBinaries(node)
  const missing = chosen.flatMap(({ missing }) => missing ?? [])
  const nodes = [...new Map(chosen.flatMap(({ version, file }) => file ? [([version, { version, file }])] : [])).values()]
  missing.forEach(reportSkippedNode)
  if (across && nodes.length < 2 && missing.length === 0) throw new UsageError('--across needs two or more versions of Node. Type, for example: --node 18,20')
  return nodes
}

/** Runs recording tasks one after the other, and shows the time left, estimated from the finished tasks. @param {Task[]} tasks */
async function runTasks (tasks) {
  const sumSeconds = (/** @type {number} */ from) => tasks.slice(from).reduce((sum, { seconds }) => sum + seconds, 0)
  printNotice(`${tasks.length} measurements: about ${formatSeconds(sumSeconds(0))}`)
  const spent = { expected: 0, actual: 0 }
  for (const [index, task] of tasks.entries()) {
    const place = `${index + 1}/${tasks.length}`
    const pace = spent.expected ? spent.actual / spent.expected : 1
    const progress = new TerminalProgress(`${place}, about ${formatSeconds(pace * sumSeconds(index))} left  `)
    const release = await lockMachine('versions', (other) => progress.waiting(other))
    const started = performance.now()
    try {
      const outcome = await runTask(task, progress)
      progress.stop()
      const seconds = (performance.now() - started) / 1000
      spent.expected += task.seconds
      spent.actual += seconds
      printNotice(`${place}  ${outcome} in ${formatSeconds(seconds)}`)
    } finally {
      progress.stop()
      release()
    }
  }
}

/**
 * Runs one recording task. If this machine cannot run the lab, returns the reason, so that the other tasks still run.
 *
 * @param {Task} task
 * @param {TerminalProgress} progress
 */
async function runTask (task, progress) {
  try {
    return await task.run(progress)
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    setExitCodeUnlessWorse(EXIT_CODES['cannot run'])
    return `not recorded: ${error.text}`
  }
}
