import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { marksOf } from '@hotpath-labs/profile'
import { curveReport, recordCurves, tracksOf } from '@hotpath-labs/history'
import { shown, typedOf } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { VariantFailure } from 'hotpath/failures'
import { onEachNode } from '../each-node.js'
import { looks } from '../looks.js'
import { nodeList } from '../nodes.js'
import { UsageError, checkVariant, folderOf, someSeconds, wholeNumber } from '../usage.js'
import { alone, cannotRun, contextOf, tellFailure } from '../profiling.js'

/** Pairs of processes: with five the interval of a steady ratio is about as wide as one process differs from the next. */
const PAIRS = 5

/** Seconds of CPU that a side of a pair may take, where its shape does not show itself sooner. */
const SECONDS = 60

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function curveCommand (command, name) {
  curveOptions(command.command('curve'))
    .description('record how the variants warm up, and each claim\'s ratio once they are steady')
    .argument('[variants...]', 'only these variants')
    .option('--html', 'also write the curves as a page, to profiles/')
    .addHelpText('after', `
Each pair has one fresh process per variant. The processes take turns. A process
ends after --seconds of CPU time, or sooner: once its cost has been steady for
two thirds of its CPU time. V8 compiles at its own thresholds here; pnpm lab
lowers them during warm-up. Ctrl-C ends the recording and shows the complete
pairs.

Exit codes: 0 shown, 1 a variant failed (complete pairs are shown), 2 usage, 4 cannot run here`)
    .action((variants, options) => onEachNode(options, (options) => curve(name, variants, options)))
}

/** @param {import('commander').Command} command */
export function curveOptions (command) {
  return command
    .option('--node <versions>', 'run the variants on these versions of Node, one after the other: 22,20.11.0,lts,current,/path', nodeList)
    .option('--pairs <n>', 'number of pairs of fresh processes', atLeastTwo, PAIRS)
    .option('--seconds <n>', 'CPU time limit of each process', someSeconds, SECONDS)
    .option('--full', 'use all of --seconds: some variants get faster again long after they looked steady')
    .option('--seed <n>', 'repeat the inputs and the order of an earlier run', wholeNumber)
}

/** @param {string} name @param {string[]} variants @param {any} options */
async function curve (name, variants, options) {
  const lab = await loadLab(folderOf(name))
  for (const variant of variants) checkVariant(lab, variant)
  const tracks = tracksOf(lab.manifest, variants.length ? variants : undefined)
  if (tracks.length === 0) throw new UsageError(`${lab.name} is about memory and has no warm-up curve. To see its memory grow, type: pnpm lab ${typedOf(lab)} watch-memory`)
  const context = await contextOf(lab, undefined, options)
  /** @type {import('@hotpath-labs/history').CurveRecord | undefined} */
  let complete
  const interrupted = () => {
    if (complete) process.stdout.write(`${curveReport(complete, lab.manifest, { ...looks(), typed: typedOf(lab) })}\n`)
    process.stderr.write(complete ? `stopped after ${complete.pairs.length} of ${options.pairs} pairs\n` : 'stopped before the first pair was complete: there is nothing to show\n')
  }
  process.once('exit', interrupted)
  await alone('the curve', context, async (progress) => {
    const { record, failure } = await recordCurves(lab, { ...options, seed: context.seed, tracks, onProgress: context.onProgress, onPair: (record) => { complete = record } })
    const marks = record && options.html && !failure ? await marked(context, record) : {}
    process.off('exit', interrupted)
    progress.stop()
    if (record) process.stdout.write(`${curveReport(record, lab.manifest, { ...looks(), typed: typedOf(lab) })}\n`)
    if (record && options.html) await writePage(context, record, marks)
    if (failure) tellFailure(lab.name, failure)
  }).finally(() => process.off('exit', interrupted))
}

/** @param {import('@hotpath-labs/profile').Context} context @param {import('@hotpath-labs/history').CurveRecord} record @returns {Promise<Record<string, import('@hotpath-labs/pages').Mark[]>>} none where a variant failed while they were taken: the curve is as good without */
async function marked (context, record) {
  // Node before 18 writes another log
  if (context.nodeMajor < 18) return {}
  try {
    return await marksOf(context.lab, record, context)
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    process.stderr.write(`the page does not show what V8 did: ${error.message}\n`)
    return {}
  }
}

/** @param {import('@hotpath-labs/profile').Context} context @param {import('@hotpath-labs/history').CurveRecord} record @param {Record<string, import('@hotpath-labs/pages').Mark[]>} marks */
async function writePage (context, record, marks) {
  const { lab, folder, node, nodeMajor } = context
  const [{ curvePage }, { writeWhole }] = await Promise.all([import('@hotpath-labs/pages'), import('hotpath/files')])
  const file = join(folder, node === process.execPath ? 'curve.html' : `curve-node${nodeMajor}.html`)
  try {
    mkdirSync(folder, { recursive: true })
    writeWhole(file, curvePage(lab, record, marks))
    process.stdout.write(`${shown(file)}\n`)
  } catch (error) {
    cannotRun(`the page cannot be written: ${error.message}`)
  }
}

/** @param {string} text */
function atLeastTwo (text) {
  const number = Number(text)
  if (!(Number.isInteger(number) && number >= 2 && number <= 100)) throw new InvalidArgumentError('Expected a whole number from 2 to 100.')
  return number
}
