import { appendFileSync } from 'node:fs'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { formatClaimsTable } from '@hotpath-labs/lab/report/tables.js'
import { formatMarkdown } from '@hotpath-labs/lab/report/exporters.js'
import { EXIT_CODES_HELP_TEXT, findTerminalOptions, formatExamples, makeCommand, printJson, printLine, saveFile } from '@hotpath-labs/terminal/terminal.js'
import { dealToShard, parseShard } from '@hotpath-labs/terminal/shards.js'
import { RESULT_SCHEMA_VERSION } from '@hotpath-labs/lab/report/result-schema.js'
import { aggregateResults, findExitCode, listResultsByNodeVersion, readResultFiles, REPORT_FORMAT_OPTIONS, saveReports } from '@hotpath-labs/command-line/results.js'
import { findLabs } from '@hotpath-labs/command-line/find-lab.js'
import { measureLabs } from '@hotpath-labs/command-line/measure.js'
import { addMeasuringOptions } from '@hotpath-labs/command-line/measuring-options.js'
import { refuseUnusedOptions, refuseExclusiveOptions } from '@hotpath-labs/command-line/usage.js'

/**
 * @import { OptionValues } from 'commander'
 * @import { Shard } from '@hotpath-labs/terminal/shards.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Result, Versions } from '@hotpath-labs/lab/report/result-schema.js'
 */

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  const command = program.command('verify')
    .description('measure all labs, or the labs you name, and judge every claim, as a gate for CI')
    .argument('[names...]', 'labs, or folders with a lab; default: all labs. Or the word merge, and the result files of all shards')
    .addHelpText('after', `
Examples:
${formatExamples([
  ['verify', 'all labs, one after the other'],
  ['verify --node 20,22,lts,current', 'all labs, on each of these versions'],
  ['verify --shard 1/3 --json > part1.json', 'a third of the labs, on this machine'],
  ['verify merge part1.json part2.json part3.json', 'one table and one exit code for all'],
])}

Each lab may use --seconds, plus the time that earlier labs did not need.

Exit codes, by the worst lab: 0 holds, 1 broken, 3 undecided, 4 cannot run, or a
report cannot be written; 2 usage, ${EXIT_CODES_HELP_TEXT}`)
  addMeasuringOptions(command)
    .option('--shard <i/n>', 'measure only part i of n of the labs, such as 1/3', parseShard)
    .option('--record', 'append the measured ratios to records.json of each lab, to justify the minimum ratio of each claim')
    .action(async (names, options) => {
      refuseExclusiveOptions(options, ['control', 'swap', 'record'])
      const isMerge = names[0] === 'merge'
      if (isMerge) refuseUnusedOptions(command, REPORT_FORMAT_OPTIONS, 'merge measures nothing:')
      const labs = isMerge ? readParts(names.slice(1)) : await measureLabs(selectShard(await findLabs(names), options.shard), options)
      printAndSaveReports(labs, options)
    })
}

/** @param {string[]} files */
function readParts (files) {
  if (files.length === 0) throw new UsageError(`verify merge needs files with results. Type: ${makeCommand('verify merge part1.json part2.json')}`)
  return readResultFiles(files)
}

/** @param {Lab[]} labs @param {Shard} [shard] */
function selectShard (labs, shard) {
  const part = dealToShard(labs, shard)
  if (part.length || !shard) return part
  const count = labs.length === 1 ? 'is 1 lab' : `are ${labs.length} labs`
  throw new UsageError(`There ${count}, so part ${shard.index} of ${shard.of} is empty. Use fewer parts.`)
}

/** @param {(Result | Versions)[]} labs @param {OptionValues} options */
function printAndSaveReports (labs, options) {
  const all = aggregateResults(labs)
  const results = labs.flatMap(listResultsByNodeVersion)
  if (options.json) printJson({ schema: RESULT_SCHEMA_VERSION, ...all, labs })
  else printLine(formatClaimsTable(results, all, findTerminalOptions()))
  process.exitCode = findExitCode(all.verdict, options)
  saveReports(results, options)
  const summary = process.env.GITHUB_STEP_SUMMARY
  if (summary) saveFile(summary, formatMarkdown(results), appendFileSync)
}
