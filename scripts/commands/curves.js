import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  findCurveFile, describeProgramsAndClaims, MIN_CURVE_PAIRS, findResumableRecord, fitCurveRecordingIntoTime, isRecordUpToDate, readCurves,
  recordCurves, computePairScatter, estimateCurveRecordingSeconds, listCurvesToRecord,
  writeCurves,
} from '@hotpath-labs/history'
import { ATTENDEE_FOLDER, formatPath, explainWriteErrors } from '@hotpath-labs/project'
import { formatPercent, formatSeconds } from 'hotpath/report'
import { runOnEachNodeVersion, readNodeMajorVersion } from '../choose-nodes.js'
import { EXIT_CODES, setExitCodeUnlessWorse } from '../exit-codes.js'
import { findLabs } from '../find-lab.js'
import { parseMinutes } from '../parse.js'
import { makeProfilingContext, reportVariantFailure, runWithMachineLock } from '../profiling.js'
import { printLine, printNotice } from '../terminal.js'
import { addCurveOptions } from './lab/curve.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { CurveRecord } from '@hotpath-labs/history' */

/**
 * Largest variation of a claim's ratio between pairs of processes, as a share. If a ratio varies more, the warm-up curves are not saved. On
 * idle machines, ratios vary by 2 to 15 %.
 */
const MOST_SCATTER = 0.25

/** Time limit in minutes for all labs on one version of Node. Later labs get the time that earlier labs did not use. */
const MINUTES = 20

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  const curves = program.command('curves')
    .description('record how the variants of labs get faster as they warm up, and the ratio of each claim once its variants get no faster')
  addCurveOptions(curves.command('record'))
    .description('record the warm-up curves of all labs, or of the labs you name')
    .argument('[names...]', 'labs, or folders with a lab; default: all labs')
    .option('--minutes <n>', 'time limit for all labs together', parseMinutes, MINUTES)
    .option('--force', 'record labs that have curves too, and save curves even if the ratios of a claim vary too much')
    .addHelpText('after', `
Writes labs/<name>/data/curves/node<major>.json. Results of pnpm lab take the ratio
of a long run from it. Ctrl-C keeps the complete pairs, and the same command
continues from them. If --minutes is too short, processes get less CPU time and
there are fewer pairs, but at least three.

Exit codes: 0 recorded, 1 a variant failed, 2 usage, 3 the pairs differ too much to be kept, 4 cannot run here`)
    .action((names, options) => runOnEachNodeVersion(options, (options) => recordAll(names, options)))
}

/** @param {string[]} names @param {any} options */
async function recordAll (names, options) {
  const { node = process.execPath, pairs, seconds, full, minutes, force } = options
  const labs = (await findLabs(names)).filter((lab) => {
    const hasCurves = listCurvesToRecord(lab.manifest).length > 0
    if (!hasCurves && names.length) printNotice(`${lab.name} is about memory and has no warm-up curve`)
    return hasCurves
  })
  const major = await readNodeMajorVersion(node)
  const wanted = labs.filter((lab) => {
    const isWanted = force || !isRecorded(lab, major, pairs)
    if (!isWanted) printNotice(`The warm-up curves of ${lab.name} are already recorded; --force records them again`)
    return isWanted
  })
  if (wanted.length === 0) return
  const times = wanted.map((lab) => estimateCurveRecordingSeconds(lab, pairs, seconds, full))
  const sum = (/** @type {'usual' | 'most'} */ which, from = 0) => times.slice(from).reduce((all, time) => all + time[which], 0)
  const most = minutes * 60
  const [usually, atMost] = [sum('usual'), sum('most')].map((time) => formatSeconds(Math.min(most, time)))
  printNotice(`${wanted.map(({ name }) => name).join(', ')} on Node ${major}: about ${usually}, at most ${atMost}`)
  const started = performance.now()
  for (const [index, lab] of wanted.entries()) {
    const left = most - (performance.now() - started) / 1000
    const timeSeconds = left * times[index].usual / sum('usual', index)
    await recordOne(lab, major, { ...options, ...fitCurveRecordingIntoTime(lab, { pairs, seconds, timeSeconds, full }), timeSeconds })
  }
}

/** @param {Lab} lab @param {number} major @param {any} options */
async function recordOne (lab, major, options) {
  const { pairs, force } = options
  const context = await makeProfilingContext(lab, undefined, options)
  const tracks = listCurvesToRecord(lab.manifest)
  const partFile = join(ATTENDEE_FOLDER, 'curves', `${lab.name}-node${major}.json`)
  const begun = findResumableRecord(readCurves(partFile, major).record, { ...describeProgramsAndClaims(lab), tracks })
  let complete = begun?.pairs.length ?? 0
  const printInterrupted = () => printNotice(complete
    ? `${lab.name}: ${complete} of ${pairs} pairs of processes are complete and kept in ${formatPath(partFile)}. To continue, type the same command again.`
    : `${lab.name}: stopped before the first pair of processes was complete, so nothing is saved`)
  process.once('exit', printInterrupted)
  await runWithMachineLock('the curve', context, async (progress) => {
    const { record, failure } = await recordCurves(lab, {
      ...options,
      seed: context.seed,
      tracks,
      begun,
      onProgress: context.onProgress,
      onPair: (record) => {
        explainWriteErrors(() => writeCurves(partFile, record))
        complete = record.pairs.length
      },
    })
    process.off('exit', printInterrupted)
    progress.stop()
    if (failure) {
      reportVariantFailure(lab.name, failure)
      if (complete) printInterrupted()
      return
    }
    if (record) keepRecord(lab, record, { file: findCurveFile(lab.folder, major), partFile, force })
  }).finally(() => process.off('exit', printInterrupted))
}

/** @param {Lab} lab @param {CurveRecord} record @param {{ file: string, partFile: string, force?: boolean }} where */
function keepRecord (lab, record, { file, partFile, force }) {
  const { id, scatter } = findWorstScatter(lab, record)
  if (scatter > MOST_SCATTER && !force) {
    printNotice(`The curves of ${lab.name} are not saved: the ratio of ${id} varies by ${formatPercent(scatter)} among pairs of processes; expected at most ${formatPercent(MOST_SCATTER)}. ` +
      'Record the lab again when this machine is less busy, or with --force.')
    rmSync(partFile, { force: true })
    return setExitCodeUnlessWorse(EXIT_CODES.undecided)
  }
  writeCurves(file, record)
  rmSync(partFile, { force: true })
  printLine(`${formatPath(file)}: ${record.pairs.length} pairs${id && `; the ratio of ${id} varies by ${formatPercent(scatter)} from pair to pair`}`)
}

/** @param {Lab} lab @param {CurveRecord} record @returns {{ id: string, scatter: number }} of the required claim that scatters most */
function findWorstScatter ({ manifest }, record) {
  // leaves out claims without a recorded ratio: curves are recorded only of variants that are pinned to one CPU
  return manifest.claims
    .filter((claim) => !('dependsOn' in claim) && record.pairs.every(({ ratios }) => Object.hasOwn(ratios, claim.id)))
    .map(({ id }) => ({ id, scatter: computePairScatter(record, id) }))
    .reduce((a, b) => b.scatter > a.scatter ? b : a, { id: '', scatter: 0 })
}

/** @param {Lab} lab @param {number} major @param {number} pairs */
function isRecorded (lab, major, pairs) {
  const { record } = readCurves(findCurveFile(lab.folder, major), major)
  return record !== undefined && record.pairs.length >= Math.min(MIN_CURVE_PAIRS, pairs) && isRecordUpToDate(record, lab)
}
