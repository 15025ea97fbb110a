import { isDeepStrictEqual } from 'node:util'
import { formatPath } from '@hotpath-labs/lab/project/project.js'
import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { CannotRun, EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { formatSeconds } from '@hotpath-labs/terminal/numbers.js'
import { drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { describeOrigin, findRecordsFile, readAllRows, writeLabRecords } from '@hotpath-labs/records/records.js'
import { PAIRS, estimateSecondsPerNode, recordClaimsOnNode } from '@hotpath-labs/records/versions/recording.js'
import { parseNodeMajor } from '@hotpath-labs/records/versions/results.js'
import { printLine, printNotice, setExitCodeUnlessWorse, TerminalProgress } from '@hotpath-labs/terminal/terminal.js'
import { findNodeBinaries, reportSkippedNode } from '@hotpath-labs/command-line/choose-nodes.js'
import { findLabs } from '@hotpath-labs/command-line/find-lab.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

/** @typedef {{ lab: Lab, version: string, file: string, seconds: number }} Task a lab on one Node */

/**
 * @typedef {object} RecordOptions options of `pnpm versions record`
 * @property {string[]} node versions of Node, or paths of node binaries
 * @property {number} [seed]
 * @property {boolean} [force]
 */

/** Records the ratios of labs on several versions of Node. @param {string[]} names @param {RecordOptions} options */
export async function recordLabsOnVersions (names, options) {
  const labs = await findLabs(names)
  const nodes = await chooseBinaries(options)
  const tasks = labs.flatMap((lab) => nodes.filter(({ version }) => options.force || !isRecorded(lab, version)).map((node) =>
    ({ lab, ...node, seconds: estimateSecondsPerNode(lab) })))
  if (tasks.length === 0) return printNotice(nodes.length ? 'All labs are already recorded on these versions of Node; --force records them again' : 'nothing was recorded')
  await runTasks(tasks, { seed: drawSeed(), ...options })
  for (const { folder } of labs) printLine(formatPath(findRecordsFile(folder)))
}

/** @param {Lab} lab @param {string} version @returns {boolean} true if it is recorded with its programs as they are, on this processor */
function isRecorded (lab, version) {
  const { machine, sources } = describeOrigin(lab)
  return readAllRows(lab.folder).some((row) => 'claims' in row && row.by === 'versions' && row.node === version.slice(1) &&
    row.machine.cpu === machine.cpu && isDeepStrictEqual(row.sources, sources))
}

/** Chooses one node binary for each version, because a record has only one result for each version. @param {RecordOptions} options */
async function chooseBinaries ({ node }) {
  const chosen = await findNodeBinaries(node)
  for (const { missing } of chosen) if (missing) reportSkippedNode(missing)
  return [...new Map(chosen.flatMap(({ version, file }) => file ? [([version, { version, file }])] : [])).values()]
}

/**
 * Runs recording tasks one after the other, and shows the time left, estimated from the finished tasks.
 *
 * @param {Task[]} tasks @param {RecordOptions & { seed: number }} options
 */
async function runTasks (tasks, options) {
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
      const outcome = await runTask(task, progress, options)
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
 * Records a lab on one Node. If this machine cannot run the lab, returns the reason, so that the other tasks still run.
 *
 * @param {Task} task
 * @param {TerminalProgress} progress
 * @param {RecordOptions & { seed: number }} options
 * @returns {Promise<string>} the outcome
 */
async function runTask ({ lab, version, file }, progress, options) {
  const name = `${lab.name} on Node ${version}`
  progress.show(name)
  try {
    const onPair = (/** @type {number} */ pairs) => progress.show(`${name}: ${pairs} of ${PAIRS} pairs`)
    const recorded = await recordClaimsOnNode(lab, { seed: options.seed, node: file, version, onPair })
    if ('failure' in recorded) {
      setExitCodeUnlessWorse(EXIT_CODES.broken)
      return `${name} failed: ${recorded.failure}`
    }
    const { rows } = recorded
    const others = readAllRows(lab.folder).filter((row) => parseNodeMajor(row.node) !== parseNodeMajor(version) || ('claims' in row && !row.by))
    writeLabRecords(lab.folder, [...others, ...rows])
    return 'cannot' in rows[0] ? `${lab.name} cannot run on Node ${version}: ${rows[0].cannot},` : `${name}: ${PAIRS} pairs`
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    setExitCodeUnlessWorse(EXIT_CODES['cannot run'])
    return `not recorded: ${error.text}`
  }
}
