import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { marksOf } from '../../shared/curve/marks.js'
import { recordCurves, tracksOf } from '../../shared/curve/recording.js'
import { loadLab, typedOf } from '../../shared/lab/find.js'
import { VariantFailure } from '../../shared/measure/process/failure.js'
import { shown } from '../../shared/mine/place.js'
import { curveReport } from '../../shared/report/curve.js'
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
    .description('how the cost of its variants changes with their age, and what a long run says about each claim')
    .argument('[variants...]', 'only these')
    .option('--html', 'also write it as a page, into profiles/')
    .addHelpText('after', `
Each pair is one fresh process of every variant. They run in turn until the cost of each has been steady for two thirds of its
age, or for --seconds of CPU. V8 keeps its own thresholds here; pnpm lab lowers them while processes warm up.
Ctrl-C ends it and shows the pairs that are complete.

Exit codes: 0 shown, 1 a variant failed (what was complete is shown), 2 usage, 4 cannot be done here`)
    .action((variants, options) => onEachNode(options, (options) => curve(name, variants, options)))
}

/** @param {import('commander').Command} command */
export function curveOptions (command) {
  return command
    .option('--node <versions>', 'run the variants on other Nodes, one after the other: 22,20.11.0,lts,current,/path', nodeList)
    .option('--pairs <n>', 'how many pairs of fresh processes', atLeastTwo, PAIRS)
    .option('--seconds <n>', 'at most this much CPU time for each side of a pair', someSeconds, SECONDS)
    .option('--full', 'give each side all of --seconds: some get cheaper again long after they looked steady')
    .option('--seed <n>', 'repeat a run: its inputs and order', wholeNumber)
}

/** @param {string} name @param {string[]} variants @param {any} options */
async function curve (name, variants, options) {
  const lab = await loadLab(folderOf(name))
  for (const variant of variants) checkVariant(lab, variant)
  const tracks = tracksOf(lab.manifest, variants.length ? variants : undefined)
  if (tracks.length === 0) throw new UsageError(`${lab.name} is about memory and has no curve: pnpm lab ${typedOf(lab)} watch-memory shows how it grows.`)
  const context = await contextOf(lab, undefined, options)
  /** @type {import('../../shared/curve/record.js').CurveRecord | undefined} */
  let complete
  const interrupted = () => {
    if (complete) process.stdout.write(`${curveReport(complete, lab.manifest, { ...looks(), typed: typedOf(lab) })}\n`)
    process.stderr.write(complete ? `ended after ${complete.pairs.length} of ${options.pairs} pairs\n` : 'ended before the first pair was complete\n')
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

/** @param {import('../../shared/profile/tools.js').Context} context @param {import('../../shared/curve/record.js').CurveRecord} record @returns {Promise<Record<string, import('../../shared/curve/marks.js').Mark[]>>} none where a variant failed while they were taken: the curve is as good without */
async function marked (context, record) {
  // Node before 18 writes another log
  if (context.nodeMajor < 18) return {}
  try {
    return await marksOf(context.lab, record, context)
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    process.stderr.write(`the page has no marks of what V8 did: ${error.message}\n`)
    return {}
  }
}

/** @param {import('../../shared/profile/tools.js').Context} context @param {import('../../shared/curve/record.js').CurveRecord} record @param {Record<string, import('../../shared/curve/marks.js').Mark[]>} marks */
async function writePage (context, record, marks) {
  const { lab, folder, node, nodeMajor } = context
  const [{ curvePage }, { writeWhole }] = await Promise.all([import('../../shared/curve/page.js'), import('../../shared/page/file.js')])
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
