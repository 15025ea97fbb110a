import { UsageError } from '@hotpath-labs/engine/failures.js'
import { preparePackageComparison } from 'hotpath/internal/sides/packages.js'
import { prepareFileComparison, prepareNodeComparison } from 'hotpath/internal/sides/sides.js'
import { findOrDownloadNode } from '@hotpath-labs/engine/nodes/provide.js'
import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { formatCountWithNoun, formatSeconds } from '@hotpath-labs/terminal/numbers.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { appendValidationResult, readValidationResults, writeValidationResults } from '@hotpath-labs/validate/journal.js'
import { appendAATest, runAATest } from '@hotpath-labs/validate/aa-tests.js'
import { askAllTools } from '@hotpath-labs/validate/tool-comparison.js'
import { judgeKnownRatio } from '@hotpath-labs/validate/trial.js'
import { judgeKnownDifference, selectCurrentCompareResults } from '@hotpath-labs/validate/compare/proof.js'
import { measureBesideLoops, measureShapeBesideLoop, selectCurrentLoops } from '@hotpath-labs/validate/loops/judge.js'
import { formatLoopRow, formatLoopsTable } from '@hotpath-labs/validate/loops/table.js'
import { recordMissingPairs } from '@hotpath-labs/validate/recorded-pairs.js'
import { selectResultsOfCurrentEngine } from '@hotpath-labs/validate/engine.js'
import { replayRecordedComparisons } from '@hotpath-labs/validate/compare/replay-trials.js'
import { writeValidationTables } from '@hotpath-labs/validate/write-tables.js'
import { makeCommand, printLine, TerminalProgress } from '@hotpath-labs/terminal/terminal.js'

/** @import { Noise } from '@hotpath-labs/validate/noise.js' */

/**
 * @typedef {object} ValidationOptions options of `pnpm validate` and its subcommands
 * @property {number} minutes
 * @property {string} [kind] only this kind of program
 * @property {Noise} [noise] only this noise
 * @property {number} [seconds] time limit of one verdict
 * @property {boolean} [beside] only of `nulls`
 * @property {string} [shape] only of `loops`: text in the name of a program
 * @property {string[]} [package] only of `loops`: two versions
 * @property {string[]} [node] only of `loops`: one version, or two
 */

/**
 * Lets the engine judge programs whose true ratio is known, and records the verdicts.
 *
 * @param {ValidationOptions & { seconds: number }} options
 */
export async function judgeKnownRatios ({ minutes, ...options }) {
  await repeat('validate', minutes, async () => {
    const row = await judgeKnownRatio(selectResultsOfCurrentEngine(readValidationResults('live')), options)
    appendValidationResult('live', row)
    return `${row.kind}, ${row.noise}, true ratio ${row.ratio}×: ${row.says}, measured ${row.reads.toFixed(3)}× in ${formatSeconds(row.seconds)}`
  })
  writeValidationTables()
}

/**
 * Measures and records pairs of processes. Tests replay the pairs to check when the engine stops measuring.
 *
 * @param {ValidationOptions} options
 */
export async function recordProcessPairs ({ minutes, kind, noise }) {
  await repeat('validate record', minutes, (seconds) => recordMissingPairs({ kind, noise, seconds }))
}

/** Compares programs with themselves (A/A tests), and records the verdicts and pairs. @param {ValidationOptions} options */
export async function runAATests ({ minutes, kind, noise: typedNoise, seconds, beside: isBeside }) {
  if (isBeside && typedNoise) {
    throw new UsageError('--beside and --noise cannot go together: with --beside, other programs are the noise. Leave one out.')
  }
  const noise = typedNoise ?? 'quiet'
  await repeat('validate nulls', minutes, async () => {
    const row = await runAATest({ kind, noise, seconds, isBeside })
    if (!row) return
    appendAATest(row)
    return `${row.kind}, ${row.noise}: ${row.says} after ${row.pairs.length} pairs`
  }, { isLocked: !isBeside })
  writeValidationTables()
}

/** Lets the engine and other benchmark tools judge the same programs, and records the verdicts. @param {ValidationOptions} options */
export async function compareBenchmarkTools ({ minutes, kind, noise, seconds }) {
  await repeat('validate peers', minutes, async () => {
    const rows = await askAllTools(selectResultsOfCurrentEngine(readValidationResults('peers')), { kind, noise, seconds })
    for (const row of rows) appendValidationResult('peers', row)
    return `${rows[0].kind}, ${rows[0].noise}, true ratio ${rows[0].ratio}×: ${rows.map(({ tool, says }) => `${tool} ${says}`).join(', ')}`
  })
  writeValidationTables()
}

/** Lets `hotpath compare` judge programs whose slowdown or leak is known, and records the verdicts. @param {ValidationOptions} options */
export async function validateHotpathCompare ({ minutes, kind, noise, seconds }) {
  // takes no lock here, because each comparison takes the machine's lock itself
  await repeat('validate compare', minutes, async () => {
    const row = await judgeKnownDifference(selectCurrentCompareResults(readValidationResults('compare')), { kind, noise, seconds })
    appendValidationResult('compare', row)
    return `${row.kind}, ${row.noise}, true difference ${row.difference}: ${row.verdict} after ${formatSeconds(row.seconds)}`
  }, { isLocked: false })
  writeValidationTables()
}

/**
 * Measures programs with `hotpath compare` and with plain loops: those of many shapes, or those of the user's perf files.
 *
 * @param {string[]} files
 * @param {ValidationOptions} options
 */
export async function compareWithLoops (files, { minutes, seconds, shape, ...versions }) {
  const onWait = (/** @type {string} */ other) => printLine(`waiting for ${other}`)
  const keep = (/** @type {import('@hotpath-labs/validate/loops/judge.js').LoopRow} */ row) => {
    appendValidationResult('loops', row)
    printLine(formatLoopRow(row))
    return row.shape
  }
  if (files.length > 0) await compareFilesWithLoops(files, versions, { seconds, onWait, onRow: keep })
  else {
    if (versions.package) throw new UsageError('--package needs the perf files to run, such as: pnpm validate loops row.perf.js --package pg@8.11.2 pg@8.11.3')
    if (versions.node?.[1]) throw new UsageError('Two versions of Node need the perf files to run. Without files, name one: --node 22')
    const node = versions.node && await findOrDownloadNode(versions.node[0])
    await repeat('validate loops', minutes, async () => {
      const row = await measureShapeBesideLoop(selectCurrentLoops(readValidationResults('loops')), { node, filter: shape, seconds, onWait })
      return row && keep(row)
    }, { isLocked: false })
  }
  printLine(formatLoopsTable(selectCurrentLoops(readValidationResults('loops'))))
  writeValidationTables()
}

/**
 * @param {string[]} files
 * @param {Pick<ValidationOptions, 'package' | 'node'>} versions
 * @param {Parameters<typeof measureBesideLoops>[1]} how
 */
async function compareFilesWithLoops (files, { package: packages, node }, how) {
  const [base, head] = packages ?? node ?? files
  if (!head || (!packages && !node && files.length > 2)) throw new UsageError('Expected two perf files, or two versions to compare with them: --package NAME@VERSION NAME@VERSION, or: --node VERSION VERSION')
  const prepare = packages ? preparePackageComparison : node ? prepareNodeComparison : prepareFileComparison
  const sides = await prepare({ cwd: process.cwd(), base, head, files })
  try {
    await measureBesideLoops(sides, how)
  } finally {
    await sides.remove()
  }
}

/** Lets the rule of `hotpath compare` judge pairs of equal programs, from `pnpm validate compare`. */
export async function replayMeasuredPairs () {
  const progress = new TerminalProgress()
  progress.show('judging pairs that are measured already')
  const rows = await replayRecordedComparisons(readValidationResults('compare'), createRandom(1))
  progress.stop()
  if (rows.length === 0) return printLine(`Nothing to judge: too few pairs are recorded since the engine changed. To record some, type: ${makeCommand('validate compare')}`)
  writeValidationResults('replays', rows)
  writeValidationTables()
  const nulls = rows.filter(({ difference }) => difference === 1)
  const count = (/** @type {'slower' | 'comparisons'} */ what) => nulls.reduce((sum, row) => sum + row[what], 0)
  printLine(`${count('slower')} of ${formatCountWithNoun(count('comparisons'), 'comparison')} of equal programs called slower`)
}

/**
 * Repeats a measurement until the time of --minutes is over, or until nothing is left to measure.
 *
 * @param {string} what
 * @param {number} minutes
 * @param {(secondsLeft: number) => Promise<string | undefined>} step resolves to the result's line, or undefined if nothing is left to do
 * @param {{ isLocked?: boolean }} [how] `isLocked`: no other measurement runs on this machine meanwhile
 */
async function repeat (what, minutes, step, { isLocked = true } = {}) {
  const progress = new TerminalProgress()
  const release = isLocked ? await lockMachine(what, (other) => progress.waiting(other)) : () => {}
  const end = performance.now() + minutes * 60e3
  let steps = 0
  try {
    for (let left = minutes * 60; left > 0; left = (end - performance.now()) / 1000) {
      const outcome = await step(left)
      if (outcome === undefined) break
      steps++
      progress.show(`${formatSeconds(left)} left  ${outcome}`)
    }
  } finally {
    progress.stop()
    release()
  }
  printLine(`${what}: ${formatCountWithNoun(steps, 'more run')}`)
}
