import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Option } from 'commander'
import { compareBaseAndHead } from '../compare/compare.js'
import { CompareUsageError } from '../compare/failure.js'
import { prepareFileComparison, prepareNodeComparison, preparePackageComparison, prepareRevisionComparison } from '../compare/sides/index.js'
import { formatWaitingForLock } from '../measure/process/lock.js'
import { drawSeed } from '../stats/random.js'
import { EXIT_CODES_HELP, addOutputOptions, reportResult } from './output.js'
import { parseBytes, parseSpeedupFactor, parseMarginPercentage, parseSeconds, parseSeed, parseShard, parseVariable } from './parse.js'
import { ProgressLine, printToStderr } from './terminal.js'

/** @import { Command } from 'commander' */
/** @import { Sides } from '../compare/sides/index.js' */

/** Exit code if the output pipe closes before the verdict is printed: 141, as after SIGPIPE, so that a CI check fails. */
const NO_VERDICT = 141

const HELP = `
Examples:
  hotpath compare old.perf.js new.perf.js         two files that declare the same benchmarks
  hotpath compare --base main                     your files against main: every *.perf.js
  hotpath compare --base main bench/parse.perf.js one perf file only
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
    .option('--package <name@version...>', 'compare two versions of an npm package')
    .option('--node <version...>', 'compare two versions of Node')
    .option('--filter <text>', 'run only the benchmark with this name; if there is none, all benchmarks whose names contain this text')
    .option('--seconds <n>', 'seconds for all benchmarks together (default: 10 for each function, 30 for each server or heap)', parseSeconds)
    .option('--seed <n>', 'seed that an earlier run printed, to repeat its random inputs', parseSeed)
    .addOption(new Option('--margin <percent>', 'a slowdown of up to this percentage passes').argParser(parseMarginPercentage).default(0.05, '5%'))
    .option('--margin-bytes <n>', 'a leak of up to this many bytes per request passes', parseBytes, 16)
    .option('--faster <factor>', 'test for a speedup, not for a slowdown: is the second version at least this many times as fast?', parseSpeedupFactor)
    .option('--all', 'also run benchmarks whose files are the same in both versions')
    .addOption(new Option('--import <module>', 'import this module before the perf files, such as tsx; may be repeated')
      .argParser((module, /** @type {string[]} */ modules) => [...modules, module]).default([], 'none'))
    .addOption(new Option('--env <name=value>', 'set this environment variable for both versions, as in your shell; may be repeated')
      .argParser(parseVariable).default({}, 'none'))
    .option('--cpu-prof <folder>', 'also write a CPU profile of each version, under equal load, into this folder')
    .option('--shard <i/n>', 'run only part i of n of the benchmarks, such as 1/3 on the first of three machines', parseShard)
  return addOutputOptions(command)
    .addHelpText('after', HELP)
    .action(async (files, options) => { await run(files, options) })
}

/**
 * Makes Node's own flag from the option --import. Both sides load a relative path from the user's folder, because the base may not have
 * the file.
 *
 * @param {string} module
 */
function makeImportFlag (module) {
  return `--import=${/^\.{1,2}[\\/]/.test(module) ? pathToFileURL(resolve(module)).href : module}`
}

/** @param {string[]} files @param {any} options */
async function run (files, options) {
  const progress = new ProgressLine()
  process.exitCode = NO_VERDICT
  Object.assign(process.env, options.env)
  const sides = await prepare(files, options, (text) => progress.say(text))
  try {
    const seed = options.seed ?? drawSeed()
    const result = await compareBaseAndHead(sides, {
      ...options,
      seed,
      flags: options.import.map(makeImportFlag),
      cpuProf: options.cpuProf && resolve(options.cpuProf),
      onProgress: (text) => progress.show(text),
      onWait: (other) => progress.say(formatWaitingForLock(other)),
      onBegin: (text) => { if (!process.stderr.isTTY) printToStderr(text) },
      onResult: ({ name, verdict, seconds }) => { if (!process.stderr.isTTY) printToStderr(`${name}: ${verdict}${seconds ? ` in ${seconds} s` : ''}`) },
    })
    progress.clear()
    reportResult(result, options)
  } finally {
    progress.clear()
    await sides.remove()
  }
}

/**
 * Prepares the two programs to compare, base and head: from two files, or from the option `--base`, `--package` or `--node`.
 *
 * @param {string[]} files
 * @param {any} options
 * @param {(text: string) => void} onProgress
 * @returns {Promise<Sides>}
 */
async function prepare (files, { base, exactBase, package: packages, node }, onProgress) {
  const given = Object.entries({ base, package: packages, node }).flatMap(([name, value]) => value === undefined ? [] : [`--${name}`])
  if (given.length > 1) throw new CompareUsageError(`${given.join(' and ')} cannot go together: choose one.`)
  const cwd = process.cwd()
  if (base !== undefined) return prepareRevisionComparison({ cwd, revision: base, exact: exactBase, files, onProgress })
  if (packages) {
    const [from, to, more] = splitPair('--package', packages, 'fastify@4 fastify@5')
    return preparePackageComparison({ cwd, base: from, head: to, files: [...more, ...files], onProgress })
  }
  if (node) {
    const [from, to, more] = splitPair('--node', node, '22 26')
    return prepareNodeComparison({ cwd, base: from, head: to, files: [...more, ...files], onProgress })
  }
  if (files.length !== 2) {
    throw new CompareUsageError(`Expected two files, or --base, --package or --node, but there ${files.length === 1 ? 'is one file' : `are ${files.length} files`}. Type: hotpath compare old.perf.js new.perf.js, or: hotpath compare --base main`)
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
  if (to === undefined) throw new CompareUsageError(`${option} needs two versions. Type: hotpath compare ${option} ${example}`)
  return [from, to, more]
}
