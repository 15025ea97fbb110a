import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { recordV8Events } from '@hotpath-labs/profile'
import { formatCurves, recordCurves, listCurvesToRecord } from '@hotpath-labs/history'
import { formatPath, formatLabArgument } from '@hotpath-labs/project'
import { VariantFailure } from 'hotpath/failures'
import { runOnEachNodeVersion, parseNodeVersionList } from '../../choose-nodes.js'
import { findTerminalOptions, makeIntegerParser, parseInteger, parseSeconds, printLine, printNotice, reportCannotRun } from 'hotpath/cli'
import { refuseUnknownVariant, findLab } from '../../find-lab.js'
import { makeProfilingContext, reportVariantFailure, runWithMachineLock } from '../../profiling.js'
import { UsageError } from '../../usage.js'

/** @import { Command } from 'commander' */
/** @import { Context } from '@hotpath-labs/profile' */
/** @import { CurveRecord } from '@hotpath-labs/history' */
/** @import { Lab } from 'hotpath/lab' */
/** @import { Mark } from '@hotpath-labs/pages' */

/** Default number of pairs of processes. With five, a ratio's confidence interval is about as wide as the spread of the pairs' ratios. */
const PAIRS = 5

/** Default limit of CPU time, in seconds, for each process of a pair. */
const SECONDS = 60

/** Oldest major version of Node whose log of compilations this project can parse. */
const OLDEST_WITH_MARKS = 18

/** @param {Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  addCurveOptions(command.command('curve'))
    .description('record how the variants get faster as they warm up, and the ratio of each claim once its variants get no faster')
    .argument('[variants...]', 'only these variants')
    .option('--html', 'also write the curves as an HTML page into profiles/')
    .addHelpText('after', `
Each pair has one fresh process per variant. The processes take turns. A process
ends after --seconds of CPU time, or sooner: once its cost has been steady for
two thirds of its CPU time. V8 compiles at its own thresholds here; pnpm lab
lowers them during warm-up. Ctrl-C ends the recording and shows the complete
pairs.

Exit codes: 0 shown, 1 a variant failed (complete pairs are shown), 2 usage, 4 cannot run here`)
    .action((variants, options) => runOnEachNodeVersion(options, (options) => showCurve(name, variants, options)))
}

/** Adds the options that `pnpm lab <name> curve` and `pnpm curves record` share. @param {Command} command */
export function addCurveOptions (command) {
  return command
    .option('--node <versions>', 'run the variants on these versions of Node, one after the other: 22,20.11.0,lts,current,/path', parseNodeVersionList)
    .option('--pairs <n>', 'number of pairs of fresh processes', makeIntegerParser(2, 100), PAIRS)
    .option('--seconds <n>', 'CPU time limit of each process', parseSeconds, SECONDS)
    .option('--full', 'run each process for all of --seconds, because some variants get faster again after a long steady time')
    .option('--seed <n>', 'use the same inputs and the same order of programs as the earlier run with this seed', parseInteger)
}

/** @param {string} name @param {string[]} variants @param {any} options */
async function showCurve (name, variants, options) {
  const lab = await findLab(name)
  for (const variant of variants) refuseUnknownVariant(lab, variant)
  const tracks = listCurvesToRecord(lab.manifest, variants.length ? variants : undefined)
  if (tracks.length === 0) {
    throw new UsageError(`${lab.name} is about memory and has no warm-up curve. To see its memory grow, type: pnpm lab ${formatLabArgument(lab)} watch-memory`)
  }
  const context = await makeProfilingContext(lab, undefined, options)
  /** @type {CurveRecord | undefined} */
  let complete
  const printInterrupted = () => {
    if (complete) printReport(lab, complete)
    printNotice(complete ? `stopped after ${complete.pairs.length} of ${options.pairs} pairs of processes` : 'stopped before the first pair of processes was complete: there is nothing to show')
  }
  process.once('exit', printInterrupted)
  await runWithMachineLock('the curve', context, async (progress) => {
    const { seed, onProgress } = context
    const { record, failure } = await recordCurves(lab, { ...options, seed, tracks, onProgress, onPair: (record) => { complete = record } })
    const marks = record && options.html && !failure ? await collectMarks(context, record) : {}
    process.off('exit', printInterrupted)
    progress.stop()
    if (record) printReport(lab, record)
    if (record && options.html) await writePage(context, record, marks)
    if (failure) reportVariantFailure(lab.name, failure)
  }).finally(() => process.off('exit', printInterrupted))
}

/** @param {Lab} lab @param {CurveRecord} record */
function printReport (lab, record) {
  printLine(formatCurves(record, lab.manifest, { ...findTerminalOptions(), typed: formatLabArgument(lab) }))
}

/**
 * Collects V8's compilations, deoptimisations and garbage collections for the page of warm-up curves. Collects none if a variant fails.
 *
 * @param {Context} context
 * @param {CurveRecord} record
 * @returns {Promise<Record<string, Mark[]>>} empty if a variant failed
 */
async function collectMarks (context, record) {
  if (context.nodeMajor < OLDEST_WITH_MARKS) return {}
  try {
    return await recordV8Events(context.lab, record, context)
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    printNotice(`the page shows no events of V8, because a variant failed: ${error.message}`)
    return {}
  }
}

/** @param {Context} context @param {CurveRecord} record @param {Record<string, Mark[]>} marks */
async function writePage (context, record, marks) {
  const { lab, folder, node, nodeMajor } = context
  const [{ renderCurvePage }, { writeFileAtomically }] = await Promise.all([import('@hotpath-labs/pages'), import('hotpath/files')])
  const file = join(folder, node === process.execPath ? 'curve.html' : `curve-node${nodeMajor}.html`)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileAtomically(file, renderCurvePage(lab, record, marks))
    printLine(formatPath(file))
  } catch (error) {
    reportCannotRun(`the page cannot be written: ${error.message}`)
  }
}
