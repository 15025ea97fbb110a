import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { HotpathError, EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { TerminalProgress, printNotice } from '@hotpath-labs/terminal/terminal.js'
import { makeNumberParser, parseInteger, parseSeconds } from '@hotpath-labs/terminal/parse.js'
import { parseShard } from '@hotpath-labs/terminal/shards.js'
import { makeImportFlag } from '../compare/benchmarks.js'
import { checkPerfFiles, compareBaseAndHead } from '../compare/compare.js'
import { identifyBenchmark, listUnconfirmed } from '../compare/result.js'
import { prepareFileComparison, prepareNodeComparison } from '../sides/sides.js'
import { preparePackageComparison } from '../sides/packages.js'
import { prepareRevisionComparison } from '../sides/revision.js'
import { readRedBenchmarks } from './read-results.js'
import { EXIT_CODES_HELP, addOutputOptions, parseMarginPercentage, reportResult } from './output.js'

/**
 * @import { Command } from 'commander'
 * @import { Options } from '../compare/compare.js'
 * @import { CompareResult, EarlierVerdicts } from '../compare/result.js'
 * @import { OnProgress, Sides } from '../sides/sides.js'
 */

/**
 * @typedef {object} OwnFlags
 * @property {string} [base]
 * @property {boolean} [exactBase]
 * @property {boolean} [modules]
 * @property {string} [install]
 * @property {string} [setup]
 * @property {string[]} copy
 * @property {string[]} [package]
 * @property {string[]} [node]
 * @property {string} [again] file of an earlier result
 * @property {string[]} import
 * @property {Record<string, string>} [env] variables for both sides
 * @property {boolean} [pin]
 *
 * @typedef {Omit<Options, 'again'> & OwnFlags & Parameters<typeof reportResult>[1]} CompareFlags options as typed
 */

const parseBytes = makeNumberParser('a number of bytes, more than 0', Number.MIN_VALUE, Infinity)
const parseSpeedupFactor = makeNumberParser('a factor from 1 to 1000, such as 1.5', 1, 1000)

/** @param {string} text such as NODE_ENV=production @param {Record<string, string>} earlier @returns {Record<string, string>} */
function parseVariable (text, earlier) {
  const [, name, value] = text.match(/^([A-Za-z_]\w*)=(.*)$/s) ?? []
  if (!name) throw new InvalidArgumentError('Expected a name and a value, such as NODE_ENV=production.')
  return { ...earlier, [name]: value }
}

const HELP = `
Examples:
  hotpath compare old.perf.js new.perf.js         two files that declare the same benchmarks
  hotpath compare --base main                     your files against main: every *.perf.js
  hotpath compare --base main bench/parse.perf.js one perf file only
  hotpath compare --base main --setup "npm run build"   both versions are built first
  hotpath compare --package fastify@4 fastify@5   two versions of a dependency
  hotpath compare --node 22 26                    two versions of Node
  hotpath compare --base main --faster 1.5        is my branch at least 1.5 times as fast?

A perf file:
  import { fn } from "hotpath"
  import { parse } from './parse.js'
  fn('parse', { inputs: ['a=1', 'b=2&c=3'], run: (text) => parse(text) })

Answers are compared before anything is timed. Both sides run in fresh processes, in turn.
If a benchmark looks slower, fresh pairs measure it again. Only then it is called slower.
The result of each benchmark is: slower, not slower, or cannot tell.

${EXIT_CODES_HELP}`

/** @param {Command} program @returns {Command} */
export function registerCompareCommand (program) {
  const command = program.command('compare')
    .description('compare two versions of your code, and say if the second is slower')
    .argument('[files...]', 'two files; or, with --base, --package or --node, the perf files to run (default: every *.perf.js)')
    .option('--base <revision>', 'compare your files with a revision of git, such as main or v1.2.0')
    .option('--exact-base', 'compare with the last commit of the branch of --base, not with the last commit that your branch shares with it')
    .option('--modules', 'with --base: use your own node_modules in both versions, where package.json and lock file are the same, and install nothing')
    .option('--install <command>', 'with --base: install the packages of both versions with this command, such as "npm ci --legacy-peer-deps"')
    .option('--setup <command>', 'with --base: run this command in both versions after the install, such as "npm run build"')
    .addOption(new Option('--copy <file>', 'with --base: copy this file, which git ignores, to both versions, such as .env; may be repeated')
      .argParser((file, /** @type {string[]} */ files) => [...files, file]).default([], 'none'))
    .option('--package <name@version...>', 'compare two versions of an npm package; of several packages that move together: react@18,react-dom@18 react@19,react-dom@19')
    .option('--node <version...>', 'compare two versions of Node')
    .option('--filter <text>', 'run only the benchmark with this name; if there is none, all benchmarks whose names contain this text')
    .option('--again <file>', 'measure again only what was red in this earlier result of --json, such as that of another machine')
    .option('--seconds <n>', 'seconds for all benchmarks together (default: 15 for each function or command, 30 for each server or heap)', parseSeconds)
    .option('--seed <n>', 'seed that an earlier run printed, to repeat its random inputs', parseInteger)
    .addOption(new Option('--margin <percent>', 'a slowdown of up to this percentage passes').argParser(parseMarginPercentage).default(0.05, '5%'))
    .option('--margin-bytes <n>', 'a leak of up to this many bytes per request or call passes', parseBytes, 16)
    .option('--faster <factor>', 'test for a speedup, not for a slowdown: is the second version at least this many times as fast?', parseSpeedupFactor)
    .option('--all', 'also run benchmarks whose files are the same in both versions')
    .addOption(new Option('--import <module>', 'import this module before the perf files, such as tsx; may be repeated')
      .argParser((module, /** @type {string[]} */ modules) => [...modules, module]).default([], 'none'))
    .addOption(new Option('--env <name=value>', 'set this environment variable for both versions, as in your shell; may be repeated')
      .argParser(parseVariable).default({}, 'none'))
    .addOption(new Option('--clock <clock>', 'time functions by this clock (default: the wall clock where a version waits or has threads, else the smaller of CPU and wall-clock time)').choices(['cpu', 'wall']))
    .option('--pin', 'pin both versions to one CPU, also where one computes on several (default: where neither does)')
    .option('--no-pin', 'pin no process to one CPU, for code that computes on several')
    .option('--cpu-prof <folder>', 'also write a CPU profile of each version, under equal load, into this folder')
    .option('--shard <i/n>', 'run only part i of n of the benchmarks, such as 1/3 on the first of three machines', parseShard)
  return addOutputOptions(command)
    .addHelpText('after', HELP)
    .action(async (files, options) => { await run(files, options) })
}

/** @param {CompareFlags} options @param {string} folder of head @returns {string[]} */
const makeImportFlags = (options, folder) => options.import.map((/** @type {string} */ module) => makeImportFlag(module, folder))

/** @param {string[]} files @param {CompareFlags} options */
async function run (files, options) {
  const earlier = options.again === undefined ? undefined : readRedBenchmarks(options.again)
  if (earlier?.size === 0) return printNotice(`No benchmark is red in ${options.again}, so there is nothing to measure again.`)
  const progress = new TerminalProgress()
  process.exitCode = EXIT_CODES['closed pipe']
  Object.assign(process.env, options.env)
  /** @type {Sides | undefined} */
  let sides
  try {
    const started = performance.now()
    sides = await prepare(files, options, (text, isDetail) => isDetail ? progress.show(text) : progress.say(text))
    const preparedMs = performance.now() - started
    const seed = options.seed ?? drawSeed()
    const result = await compareBaseAndHead(sides, {
      ...options,
      again: earlier && new Set(earlier.keys()),
      seed,
      pins: options.pin,
      flags: makeImportFlags(options, sides.head.folder),
      cpuProf: options.cpuProf && resolve(options.cpuProf),
      preparedMs,
      onProgress: (text) => progress.show(text),
      onWait: (other) => progress.waiting(other),
      onBegin: (text) => { if (!process.stderr.isTTY) printNotice(text) },
      onResult ({ name, verdict, seconds }) {
        if (process.stderr.isTTY) return
        printNotice(`${name}: ${verdict === 'undecided' ? 'cannot tell' : verdict}${seconds ? `, after ${seconds} s` : ''}`)
      },
    })
    progress.stop()
    if (earlier) result.notes.push(...describeUnconfirmed(result, earlier, String(options.again)))
    reportResult(result, { ...options, earlier })
  } finally {
    progress.stop()
    await sides?.remove()
  }
}

/** @param {CompareResult} result @param {EarlierVerdicts} earlier @param {string} file of the earlier result @returns {string[]} notes */
function describeUnconfirmed ({ benchmarks }, earlier, file) {
  return listUnconfirmed(benchmarks, earlier).map((one) =>
    `${one.name}: ${one.verdict} here, but ${earlier.get(identifyBenchmark(one))} in ${file}. Only the same verdict confirms it.`)
}

/**
 * Prepares the two programs to compare, base and head: from two files, or from the option `--base`, `--package` or `--node`.
 *
 * @param {string[]} files
 * @param {CompareFlags} options
 * @param {OnProgress} onProgress
 * @returns {Promise<Sides>}
 */
async function prepare (files, options, onProgress) {
  const { base, exactBase, all, modules, install, setup, copy, env, package: packages, node } = options
  const given = Object.entries({ base, package: packages, node }).flatMap(([name, value]) => value === undefined ? [] : [`--${name}`])
  if (given.length > 1) throw new HotpathError('USAGE', `${given.join(' and ')} cannot go together: choose one.`)
  const cwd = process.cwd()
  const checkouts = { modules, install, setup, copy }
  const checkFiles = (/** @type {string[]} */ perfFiles) => {
    onProgress('loading the perf files')
    return checkPerfFiles(cwd, perfFiles, { filter: options.filter, flags: makeImportFlags(options, cwd) })
  }
  if (base !== undefined) {
    return prepareRevisionComparison({ cwd, revision: base, exact: exactBase, all, env, ...checkouts, files, checkFiles, onProgress })
  }
  const [alone] = Object.entries(checkouts).find(([, given]) => given === true || [given ?? ''].flat().join('') !== '') ?? []
  if (alone) throw new HotpathError('USAGE', `--${alone} needs --base: only then there are two checkouts.`)
  if (packages) {
    const [from, to, more] = splitPair('--package', packages, 'fastify@4 fastify@5')
    return preparePackageComparison({ cwd, base: from, head: to, files: [...more, ...files], checkFiles, onProgress })
  }
  if (node) {
    const [from, to, more] = splitPair('--node', node, '22 26')
    return prepareNodeComparison({ cwd, base: from, head: to, files: [...more, ...files], onProgress })
  }
  if (files.length !== 2) {
    throw new HotpathError('USAGE', `Expected two files, or --base, --package or --node, but there ${files.length === 1 ? 'is one file' : `are ${files.length} files`}. Type: hotpath compare old.perf.js new.perf.js, or: hotpath compare --base main`)
  }
  return prepareFileComparison({ cwd, base: files[0], head: files[1] })
}

/**
 * @param {string} option
 * @param {string[]} words after it
 * @param {string} example
 * @returns {[string, string, string[]]} the pair, and perf files after it
 */
function splitPair (option, [from, to, ...more], example) {
  if (to === undefined) throw new HotpathError('USAGE', `${option} needs two versions. Type: hotpath compare ${option} ${example}`)
  return [from, to, more]
}
