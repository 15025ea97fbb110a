import { UsageError } from '@hotpath-labs/engine/failures.js'
import { formatCurves } from '@hotpath-labs/records/curve/screen.js'
import { recordCurves, listCurvesToRecord } from '@hotpath-labs/records/curve/record.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { readNodeVersion } from '@hotpath-labs/engine/process/node-options.js'
import { selectForNode } from '@hotpath-labs/lab/measure/node-range.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { findTerminalOptions, makeCommand, printLine, printNotice } from '@hotpath-labs/terminal/terminal.js'
import { makeIntegerParser, parseInteger, parseSeconds } from '@hotpath-labs/terminal/parse.js'
import { runOnEachNodeVersion, parseNodeVersionList } from '@hotpath-labs/command-line/choose-nodes.js'
import { refuseUnknownVariant, findLab } from '@hotpath-labs/command-line/find-lab.js'
import { makeProfilingContext, refuseCommandLab, reportVariantFailure, runWithMachineLock } from '@hotpath-labs/command-line/profiling.js'

/**
 * @import { Command } from 'commander'
 * @import { CurveRecord } from '@hotpath-labs/records/curve/record.js'
 */

/**
 * @typedef {object} CurveOptions options of `pnpm lab <name> curve`, for one version of Node
 * @property {string} [node] path of the node binary
 * @property {number} pairs
 * @property {number} seconds of CPU time
 * @property {boolean} [full]
 * @property {number} [seed]
 */

/** Default number of pairs of processes. With five, a ratio's confidence interval is about as wide as the spread of the pairs' ratios. */
const PAIRS = 5

/** Default limit of CPU time, in seconds, for each process of a pair. */
const SECONDS = 60

/** @param {Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  command.command('curve')
    .description('record how the variants get faster as they warm up, and the ratio of each claim once its variants get no faster')
    .argument('[variants...]', 'only these variants')
    .option('--node <versions>', 'run the variants on these versions of Node, one after the other: 22,20.11.0,lts,current,/path', parseNodeVersionList)
    .option('--pairs <n>', 'number of pairs of fresh processes', makeIntegerParser(2, 100), PAIRS)
    .option('--seconds <n>', 'CPU time limit of each process', parseSeconds, SECONDS)
    .option('--full', 'run each process for all of --seconds, because some variants get faster again after a long steady time')
    .option('--seed <n>', 'use the same inputs and the same order of programs as the earlier run with this seed', parseInteger)
    .addHelpText('after', `
Each pair has one fresh process per variant. The processes take turns. A process
ends after --seconds of CPU time, or sooner: once its cost has been steady for
two thirds of its CPU time. V8 compiles at its own thresholds here; pnpm lab
lowers them during warm-up. Ctrl-C ends the recording and shows the complete
pairs.

Exit codes: 0 shown, 1 a variant failed (complete pairs are shown), 2 usage, 4 cannot run here`)
    .action((variants, options) => runOnEachNodeVersion(options, (options) => showCurve(name, variants, options)))
}

/** @param {string} name @param {string[]} variants @param {CurveOptions} options */
async function showCurve (name, variants, options) {
  const version = options.node ? await readNodeVersion(options.node) : process.version
  const { plan } = selectForNode(planClaims(await findLab(name)), version)
  const { lab } = plan
  refuseCommandLab(lab)
  for (const variant of variants) refuseUnknownVariant(plan, variant)
  const tracks = listCurvesToRecord(plan, variants.length ? variants : undefined)
  if (tracks.length === 0) {
    throw new UsageError(`${lab.name} is about memory and has no warm-up curve. To see its memory grow, type: ${makeCommand(`lab ${formatLabArgument(lab)} watch-memory`)}`)
  }
  const context = await makeProfilingContext(plan, undefined, options)
  /** @type {CurveRecord | undefined} */
  let complete
  const printReport = () => complete && printLine(formatCurves(complete, lab, findTerminalOptions()))
  const printInterrupted = () => {
    printReport()
    printNotice(complete ? `stopped after ${complete.pairs.length} of ${options.pairs} pairs of processes` : 'stopped before the first pair of processes was complete: there is nothing to show')
  }
  process.once('exit', printInterrupted)
  await runWithMachineLock('the curve', context, async (progress) => {
    const { seed, onProgress } = context
    const failure = await recordCurves(plan, { ...options, seed, tracks, onProgress, onPair: (record) => { complete = record } })
    process.off('exit', printInterrupted)
    progress.stop()
    printReport()
    if (failure) reportVariantFailure(lab, failure)
  }).finally(() => process.off('exit', printInterrupted))
}
