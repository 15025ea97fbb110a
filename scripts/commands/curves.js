import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { curveFile, describeQuestion, FEWEST_PAIRS, findResumable, fitted, isFresh, readRecord, recordCurves, scatterOf, timeFor, tracksOf, writeRecord } from '@hotpath-labs/history'
import { loadLab } from 'hotpath/lab'
import { MY, shown, writing } from '@hotpath-labs/project'
import { percent, secondsTold } from 'hotpath/report'
import { onEachNode } from '../each-node.js'
import { EXIT, exitWithWorst } from '../measuring.js'
import { nodeMajor } from '../nodes.js'
import { foldersOf, someMinutes } from '../usage.js'
import { curveOptions } from './curve.js'
import { alone, contextOf, tellFailure } from '../profiling.js'

/** Pairs of what gates that scatter by more were recorded beside other work: in calm hours they do by 2 to 15 %. */
const MOST_SCATTER = 0.25

/** For all labs together on one version of Node; what one lab does not need is left for the next ones. */
const MINUTES = 20

/** @typedef {import('hotpath/lab').Lab} Lab @typedef {import('@hotpath-labs/history').CurveRecord} CurveRecord */

/** @param {import('commander').Command} program */
export function curvesCommand (program) {
  const curves = program.command('curves').description('record the labs\' warm-up curves, and each claim\'s ratio once its variants are steady')
  curveOptions(curves.command('record'))
    .description('record the warm-up curves of all labs, or of the labs you name')
    .argument('[names...]', 'labs, or folders with a lab; default: all labs')
    .option('--minutes <n>', 'time limit for all labs together', someMinutes, MINUTES)
    .option('--force', 'record curves again that are already there, and keep them even if the pairs differ too much')
    .addHelpText('after', `
Writes labs/<name>/data/curves/node<major>.json. Results of pnpm lab take the ratio
of a long run from it. Ctrl-C keeps the complete pairs, and the same command
continues from them. If --minutes is too short, processes get less CPU time and
there are fewer pairs, but at least three.

Exit codes: 0 recorded, 1 a variant failed, 2 usage, 3 the pairs differ too much to be kept, 4 cannot run here`)
    .action((names, options) => onEachNode(options, (options) => recordAll(names, options)))
}

/** @param {string[]} names @param {any} options */
async function recordAll (names, options) {
  const { node = process.execPath, pairs, seconds, full, minutes, force } = options
  const labs = (await Promise.all(foldersOf(names).map(loadLab))).filter((lab) => {
    const hasCurves = tracksOf(lab.manifest).length > 0
    if (!hasCurves && names.length) process.stderr.write(`${lab.name} is about memory and has no warm-up curve\n`)
    return hasCurves
  })
  const major = await nodeMajor(node)
  const wanted = force ? labs : labs.filter((lab) => !isRecorded(lab, major, pairs))
  for (const lab of labs) if (!wanted.includes(lab)) process.stderr.write(`${lab.name} is already recorded; --force records it again\n`)
  if (wanted.length === 0) return
  const times = wanted.map((lab) => timeFor(lab, pairs, seconds, full))
  const sum = (/** @type {'usual' | 'most'} */ which, from = 0) => times.slice(from).reduce((all, time) => all + time[which], 0)
  const most = minutes * 60
  process.stderr.write(`${wanted.map(({ name }) => name).join(', ')} on Node ${major}: about ${secondsTold(Math.min(most, sum('usual')))}, at most ${secondsTold(Math.min(most, sum('most')))}\n`)
  const started = performance.now()
  for (const [index, lab] of wanted.entries()) {
    const left = most - (performance.now() - started) / 1000
    const timeSeconds = left * times[index].usual / sum('usual', index)
    await recordOne(lab, major, { ...options, ...fitted(lab, { pairs, seconds, timeSeconds, full }), timeSeconds })
  }
}

/** @param {Lab} lab @param {number} major @param {any} options */
async function recordOne (lab, major, options) {
  const { pairs, force } = options
  const context = await contextOf(lab, undefined, options)
  const tracks = tracksOf(lab.manifest)
  const partly = join(MY, 'curves', `${lab.name}-node${major}.json`)
  const begun = findResumable(readRecord(partly, major).record, { ...describeQuestion(lab), tracks })
  let complete = begun?.pairs.length ?? 0
  const interrupted = () => process.stderr.write(complete ? `${lab.name}: ${complete} of ${pairs} pairs are complete and kept in ${shown(partly)}. The same command continues from them.\n` : `${lab.name}: stopped before the first pair was complete: nothing is kept\n`)
  process.once('exit', interrupted)
  await alone('the curve', context, async (progress) => {
    const { record, failure } = await recordCurves(lab, {
      ...options,
      seed: context.seed,
      tracks,
      begun,
      onProgress: context.onProgress,
      onPair: (record) => {
        writing(() => writeRecord(partly, record))
        complete = record.pairs.length
      },
    })
    process.off('exit', interrupted)
    progress.stop()
    if (failure) {
      tellFailure(lab.name, failure)
      if (complete) interrupted()
      return
    }
    if (record) keep(lab, record, { file: curveFile(lab.folder, major), partly, force })
  }).finally(() => process.off('exit', interrupted))
}

/** @param {Lab} lab @param {CurveRecord} record @param {{ file: string, partly: string, force?: boolean }} where */
function keep ({ name, manifest }, record, { file, partly, force }) {
  // a claim that no curve was drawn for, because its sides sit where they like, has no ratio
  const gating = manifest.claims.filter((claim) => !('shown' in claim) && record.pairs.every(({ ratios }) => Object.hasOwn(ratios, claim.id))).map(({ id }) => ({ id, scatter: scatterOf(record, id) }))
  const worst = gating.reduce((a, b) => b.scatter > a.scatter ? b : a, { id: '', scatter: 0 })
  if (worst.scatter > MOST_SCATTER && !force) {
    rmSync(partly, { force: true })
    process.stderr.write(`${name} is not kept: the ratio of ${worst.id} varies by ${percent(worst.scatter)} from pair to pair; expected at most ${percent(MOST_SCATTER)}. Record it again when this machine is less busy, or with --force.\n`)
    exitWithWorst(EXIT.undecided)
    return
  }
  writeRecord(file, record)
  rmSync(partly, { force: true })
  process.stdout.write(`${shown(file)}: ${record.pairs.length} pairs${worst.id && `; the ratio of ${worst.id} varies by ${percent(worst.scatter)} from pair to pair`}\n`)
}

/** @param {Lab} lab @param {number} major @param {number} pairs */
function isRecorded (lab, major, pairs) {
  const { record } = readRecord(curveFile(lab.folder, major), major)
  return record !== undefined && record.pairs.length >= Math.min(FEWEST_PAIRS, pairs) && isFresh(record, lab)
}
