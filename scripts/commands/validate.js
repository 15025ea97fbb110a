import { UsageError } from '@hotpath-labs/engine/failures.js'
import { formatExamples } from '@hotpath-labs/terminal/terminal.js'
import { PROGRAM_KINDS_FOR_COMPARE, NOISE_KINDS_FOR_COMPARE } from '@hotpath-labs/validate/compare/cells.js'
import { PROBE_KINDS } from '@hotpath-labs/validate/probe.js'
import { NOISE_KINDS } from '@hotpath-labs/validate/noise.js'
import { formatSuggestion, makeIntegerParser, parseInteger, parseMinutes, parseSeconds } from '@hotpath-labs/terminal/parse.js'
import { refuseUnusedOptions } from '@hotpath-labs/command-line/usage.js'
import { compareBenchmarkTools, compareWithLoops, judgeKnownRatios, validateHotpathCompare, recordProcessPairs, replayMeasuredPairs, runAATests } from './validate/judging.js'

/**
 * @import { Command } from 'commander'
 * @import { ValidationOptions } from './validate/judging.js'
 */

/** Options of the subcommands that repeat measurements until the time limit of --minutes. */
const LIMITS = ['minutes', 'kind', 'noise']

/** @param {Command} program */
export function registerCommand (program) {
  const validate = program.command('validate')
    .description('test how often the engine is wrong: let it judge programs whose true ratio is known, and record its verdicts')
    .addHelpText('after', `
Each run continues where the last one ended. The verdicts are kept in
docs/validation/, and the pairs in shared/validate/banks/.

Examples:
${formatExamples([
  ['validate --minutes 30', 'judge programs with a known ratio, with and without noise on the machine'],
  ['validate nulls --minutes 120', 'compare equal programs (A/A tests)'],
  ['validate nulls --minutes 600 --beside', 'A/A tests while other programs run'],
  ['validate record --kind server', 'record pairs, which pnpm test:long replays'],
])}`)
  addLimits(validate)
    .argument('[what]', 'a subcommand: record, peers, compare, loops, replay, nulls, wrong-programs or mutations; default: judge programs whose true ratio is known')
    .option('--seconds <n>', 'time limit of one verdict', parseSeconds, 10)
    .action((what, options) => {
      if (what === undefined) return judgeKnownRatios(options)
      const names = validate.commands.map((command) => command.name())
      throw new UsageError(`There is no pnpm validate ${what}. ${formatSuggestion(what, names, 'pnpm validate --help lists the subcommands.')}`)
    })
  addLimits(validate.command('record'))
    .description('record pairs of processes; pnpm test:long replays these pairs to check when the engine stops measuring')
    .action((_, command) => {
      refuseUnusedOptions(validate, LIMITS, 'record makes no verdicts:')
      return recordProcessPairs(command.optsWithGlobals())
    })
  addLimits(validate.command('peers'), { kinds: ['function', 'server'], noises: NOISE_KINDS_FOR_COMPARE })
    .description('compare this engine with other benchmark tools, on the same programs')
    .action((_, command) => compareBenchmarkTools(allOptions(command)))
  addLimits(validate.command('compare'), { kinds: [...PROGRAM_KINDS_FOR_COMPARE], noises: NOISE_KINDS_FOR_COMPARE })
    .description('let `hotpath compare` judge programs whose slowdown or leak is known')
    .action((_, command) => validateHotpathCompare(allOptions(command)))
  validate.command('loops')
    .description('measure programs with `hotpath compare` and with plain loops: do the sizes agree?')
    .argument('[files...]', 'two perf files, or those to run with --package or --node; default: programs that make and return values of many shapes')
    .option('--minutes <n>', 'time limit: start no new program after n minutes', parseMinutes, 1)
    .option('--shape <text>', 'only programs with this text in their name, such as "Maps as input"')
    .option('--package <versions...>', 'two versions of a package that the perf files load, such as pg@8.11.2 pg@8.11.3')
    .option('--node <versions...>', 'the version of Node for the programs, or two versions to compare with perf files')
    .action((files, _, command) => {
      refuseUnusedOptions(validate, ['minutes', 'seconds'], 'pnpm validate loops chooses its programs by --shape:')
      return compareWithLoops(files, allOptions(command))
    })
  addLimits(validate.command('nulls'))
    .description('run and record A/A tests of two to ten seconds: how often does the engine find a difference between equal programs?')
    .option('--beside', 'do not wait for other measurements on this machine: they are the noise')
    .action((_, command) => runAATests(allOptions(command)))
  validate.command('replay')
    .description('let the rule of `hotpath compare` judge pairs that `pnpm validate compare` has recorded')
    .action(() => {
      refuseUnusedOptions(validate, [], 'pnpm validate replay measures nothing:')
      return replayMeasuredPairs()
    })
  validate.command('wrong-programs')
    .description('let the checker of attempts judge written programs and faulty copies of each lab\'s solution: does a wrong one pass?')
    .argument('[names...]', 'labs; default: all with an exercise')
    .option('--each <n>', 'faulty copies of each lab', makeIntegerParser(0, 1000), 9)
    .option('--seed <n>', 'draw the same copies as the earlier run with this seed', parseInteger, 1)
    .action(async (names, options) => {
      refuseUnusedOptions(validate, [], 'pnpm validate wrong-programs measures nothing:')
      return (await import('./validate/wrong-programs.js')).judgeWrongPrograms(names, options)
    })
  validate.command('mutations')
    .description('put faults into a copy of the engine: each fault must make a test fail')
    .action(async () => {
      refuseUnusedOptions(validate, [], 'pnpm validate mutations always tries every fault once:')
      return (await import('./validate/mutations.js')).runMutationTests()
    })
}

/**
 * Adds the options that limit what a command measures. Commander gives such an option to `pnpm validate` even if a subcommand has it too,
 * so each command checks the words itself, before its action.
 *
 * @param {Command} command
 * @param {{ kinds?: string[], noises?: string[] }} [words] kinds of programs and of noise that the command knows
 */
function addLimits (command, { kinds = PROBE_KINDS, noises = NOISE_KINDS } = {}) {
  return command
    .option('--minutes <n>', 'time limit: start no new measurement after n minutes', parseMinutes, 1)
    .option('--kind <kind>', `only ${kinds.join(', ')}`)
    .option('--noise <noise>', `only ${noises.join(', ')}`)
    .hook('preAction', (_, running) => {
      if (running !== command) return
      const { kind, noise } = running.optsWithGlobals()
      const name = command.name() === 'validate' ? 'pnpm validate' : `pnpm validate ${command.name()}`
      checkWord(name, '--kind', kind, kinds)
      checkWord(name, '--noise', noise, noises)
    })
}

/**
 * @param {string} name of the command
 * @param {string} option
 * @param {string | undefined} word that the user typed
 * @param {readonly string[]} words
 * @throws {UsageError}
 */
function checkWord (name, option, word, words) {
  if (word === undefined || words.includes(word)) return
  throw new UsageError(`${name} has no ${option} "${word}". ${formatSuggestion(word, [...words], `Expected one of ${words.join(', ')}.`)}`)
}

/**
 * Collects the options of a subcommand and of `pnpm validate` itself. Leaves `seconds` out unless the user typed --seconds.
 *
 * @param {Command} command
 */
function allOptions (command) {
  const isTyped = command.parent?.getOptionValueSource('seconds') === 'cli'
  const { seconds, ...options } = /** @type {ValidationOptions} */ (command.optsWithGlobals())
  return { ...options, seconds: isTyped ? seconds : undefined }
}
