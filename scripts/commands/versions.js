import { InvalidArgumentError } from 'commander'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { labNames, ROOT, shown } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { sourcesOf } from 'hotpath/sources'
import { lockMachine, today } from 'hotpath/measure'
import { CannotRun, VariantFailure } from 'hotpath/failures'
import { secondsTold } from 'hotpath/report'
import { anySeed } from 'hotpath/stats'
import { writeWhole } from 'hotpath/files'
import { describeQuestion, findResumable, laterFor, LEAST_PAIRS, overVersions, readVersions, recordAcross, recordVersion, secondsFor, versionsFile, writeVersions } from '@hotpath-labs/history'
import { PAGE, pagesOf } from '@hotpath-labs/pages'
import { EXIT, exitWithWorst } from '../measuring.js'
import { chosenNodes, nodeList } from '../nodes.js'
import { Progress } from '../progress.js'
import { UsageError, checkVariant, folderOf, foldersOf, someSeconds, wholeNumber } from '../usage.js'

/** The last of each line that has become LTS, from the oldest that the worker runs on, with the gaps in which nothing changed for these labs. */
const NODES = ['6', '8', '12', '16', '18', '20', '22', '24', '26']

/** @typedef {import('hotpath/lab').Lab} Lab @typedef {import('@hotpath-labs/history').VersionsRecord} VersionsRecord */
/** @typedef {{ version: string, file: string }} Binary @typedef {{ seconds: number, run: (progress: Progress) => Promise<string> }} Task `run` resolves to what has come of it */

/** @param {import('commander').Command} program */
export function versionsCommand (program) {
  const versions = program.command('versions').description('record the labs\' ratios on several versions of Node, and write docs/then-and-now.md')
  versions.command('record')
    .description('measure labs on several versions of Node, and keep the pairs in labs/<name>/data/versions.json')
    .argument('[names...]', 'labs, or folders with a lab; default: all labs')
    .option('--node <versions>', 'the versions of Node: 6,20.11.0,lts,current,/path', nodeList, NODES)
    .option('--pairs <n>', 'number of pairs of fresh processes, for each lab on each version', atLeastFive, LEAST_PAIRS)
    .option('--age <seconds>', 'CPU time between the early and the late measurement of a pair; default: 0.5 for a function, 3 for a server', someSeconds)
    .option('--across <variant>', 'compare this variant with itself on the next version of Node, instead of the claims (function labs only)')
    .option('--seed <n>', 'repeat the inputs and the order of an earlier run', wholeNumber)
    .option('--force', 'record everything again, from the first pair on')
    .addHelpText('after', `
Each pair is measured twice: early, as pnpm lab measures it, and again when the
same processes have warmed up longer. If a version of Node cannot run a lab,
the reason is recorded. Ctrl-C keeps the complete pairs, and the same command
continues from them.

Examples:
  pnpm versions record divideByAndSum
      nine versions of Node, in two or three minutes
  pnpm versions record date-to-iso-string --across slow --node 18,20
      the same function on Node 18 and on Node 20

Exit codes: 0 recorded, 1 a variant failed, 2 usage, 4 a version of Node, or a service of a lab, is not available`)
    .action(recordAll)
  versions.command('write')
    .description('write the pictures, charts and tables of docs/then-and-now.md from the records')
    .action(writePages)
}

async function writePages () {
  const labs = await Promise.all(labNames().map(async (name) => overVersions(await loadLab(folderOf(name)))))
  for (const [path, text] of pagesOf(readFileSync(join(ROOT, PAGE), 'utf8'), labs)) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeWhole(join(ROOT, path), text)
    process.stdout.write(`${path}\n`)
  }
}

/** @param {string[]} names @param {any} options */
async function recordAll (names, options) {
  const labs = await Promise.all(foldersOf(names).map(loadLab))
  if (options.across) for (const lab of labs) checkAcross(lab, options)
  const chosen = await chosenNodes(options.node)
  // two binaries of one version have one place in a record
  const nodes = [...new Map(chosen.flatMap(({ version, file }) => file ? [([version, { version, file }])] : [])).values()]
  for (const { missing } of chosen) if (missing) process.stderr.write(`skipped: ${missing.needs} ${missing.message}. ${missing.mend}\n`)
  if (chosen.some(({ missing }) => missing)) exitWithWorst(EXIT['cannot run'])
  if (options.across && nodes.length < 2 && chosen.every(({ missing }) => !missing)) throw new UsageError('--across needs two or more versions of Node. Type, for example: --node 18,20')
  const tasks = labs.flatMap((lab) => options.across ? acrossTasks(lab, nodes, options) : versionTasks(lab, nodes, options))
  if (tasks.length === 0) {
    process.stderr.write(`${nodes.length ? 'everything is already recorded; --force records it again' : 'nothing was recorded'}\n`)
    return
  }
  const left = (/** @type {number} */ from) => tasks.slice(from).reduce((sum, { seconds }) => sum + seconds, 0)
  process.stderr.write(`${tasks.length} measurements: about ${secondsTold(left(0))}\n`)
  const spent = { expected: 0, taken: 0 }
  for (const [index, { seconds, run }] of tasks.entries()) {
    const place = `${index + 1}/${tasks.length}`
    // a machine that has taken twice as long so far goes on so
    const pace = spent.expected ? spent.taken / spent.expected : 1
    const progress = new Progress(`${place}, about ${secondsTold(pace * left(index))} left  `)
    const release = await lockMachine('versions', (other) => progress.waiting(other))
    const started = performance.now()
    try {
      const told = await run(progress).catch((error) => {
        if (!(error instanceof CannotRun)) throw error
        // what this machine lacks for one lab it may have for the next
        exitWithWorst(EXIT['cannot run'])
        return `not recorded: ${error.needs} ${error.message}. ${error.mend}`
      })
      progress.stop()
      const taken = (performance.now() - started) / 1000
      spent.expected += seconds
      spent.taken += taken
      process.stderr.write(`${place}  ${told} in ${secondsTold(taken)}\n`)
    } finally {
      progress.stop()
      release()
    }
  }
  for (const lab of labs) process.stdout.write(`${shown(versionsFile(lab.folder))}\n`)
}

/** @param {Lab} lab @param {Binary[]} nodes @param {any} options @returns {Task[]} one for each Node that is still to be measured */
function versionTasks (lab, nodes, { pairs, age, seed = anySeed(), force }) {
  const laterMs = laterFor(lab, age)
  const settings = { ...describeQuestion(lab), laterMs: laterMs ?? null }
  const known = readVersions(lab).versions
  return nodes.flatMap(({ version, file }) => {
    const there = known.find(({ node }) => node === version)
    // what cannot run is tried again: it costs a second, and packages change
    const begun = !force && there && 'pairs' in there ? findResumable(there, settings) : undefined
    if (begun && begun.pairs.length >= pairs) return []
    const run = async (/** @type {Progress} */ progress) => {
      progress.show(`${lab.name} on Node ${version}`)
      const keep = (/** @type {VersionsRecord['versions'][number]} */ entry) => {
        const record = readVersions(lab)
        writeVersions(lab.folder, { ...record, versions: sorted([...record.versions.filter(({ node }) => node !== version), entry]) })
      }
      const recorded = await recordVersion(lab, {
        node: file,
        version,
        seed,
        pairs,
        laterMs,
        begun,
        onPair: (run) => {
          keep(run)
          progress.show(`${lab.name} on Node ${version}: ${run.pairs.length} of ${pairs} pairs`)
        },
      })
      if (recorded.failure !== undefined) {
        exitWithWorst(EXIT.broken)
        return `${lab.name} on Node ${version} failed: ${recorded.failure}`
      }
      if (recorded.cannot === undefined) return `${lab.name} on Node ${version}: ${pairs} pairs`
      keep({ node: version, recorded: today(), cannot: recorded.cannot })
      return `${lab.name} cannot run on Node ${version}: ${recorded.cannot},`
    }
    return [{ seconds: secondsFor(lab, pairs - (begun?.pairs.length ?? 0), laterMs), run }]
  })
}

/** @param {Lab} lab @param {Binary[]} nodes each against the next @param {any} options @returns {Task[]} */
function acrossTasks (lab, nodes, { across: side, pairs, age, seed = anySeed(), force }) {
  const laterMs = Number(laterFor(lab, age))
  const source = sourcesOf(lab)[side]
  return nodes.slice(1).flatMap((to, index) => {
    const from = nodes[index]
    const isThis = (/** @type {VersionsRecord['across'][number]} */ entry) => entry.side === side && entry.from === from.version && entry.to === to.version
    const there = readVersions(lab).across.find(isThis)
    const begun = force ? undefined : findResumable(there, { source, laterMs })
    if (begun && begun.pairs.length >= pairs) return []
    const name = `${lab.name} ${side}, Node ${from.version} to ${to.version}`
    const run = async (/** @type {Progress} */ progress) => {
      progress.show(name)
      try {
        const recorded = await recordAcross(lab, {
          side,
          from,
          to,
          seed,
          pairs,
          laterMs,
          begun,
          onPair: (run) => {
            const record = readVersions(lab)
            writeVersions(lab.folder, { ...record, across: [...record.across.filter((entry) => !isThis(entry)), run] })
            progress.show(`${name}: ${run.pairs.length} of ${pairs} pairs`)
          },
        })
        if (recorded.failure === undefined) return `${name}: ${pairs} pairs`
        exitWithWorst(EXIT.broken)
        return recorded.failure
      } catch (error) {
        if (!(error instanceof VariantFailure)) throw error
        throw new CannotRun(name, `cannot be measured: ${error.message}`, 'Choose versions of Node that know the syntax of this variant')
      }
    }
    return [{ seconds: secondsFor(lab, pairs - (begun?.pairs.length ?? 0), laterMs), run }]
  })
}

/** @param {Lab} lab @param {{ across: string }} options */
function checkAcross (lab, { across }) {
  if (lab.manifest.kind !== 'function') throw new UsageError(`--across works only with function labs, and ${lab.name} is about ${lab.manifest.kind === 'heap' ? 'memory' : 'a server'}.`)
  checkVariant(lab, across)
}

/** @param {VersionsRecord['versions']} versions @returns {VersionsRecord['versions']} the oldest first */
function sorted (versions) {
  return versions.toSorted((a, b) => a.node.localeCompare(b.node, 'en', { numeric: true }))
}

/** @param {string} text */
function atLeastFive (text) {
  const number = Number(text)
  if (!(Number.isInteger(number) && number >= LEAST_PAIRS && number <= 100)) throw new InvalidArgumentError(`Expected a whole number from ${LEAST_PAIRS} to 100.`)
  return number
}
