import { Option } from 'commander'
import { parseInteger, parseSeconds } from '@hotpath-labs/terminal/parse.js'
import { parseNodeVersionList } from './choose-nodes.js'
import { addReportFileOptions } from './results.js'

/** @import { Command } from 'commander' */

/** Default time limit of a measurement: a noisy machine decides all claims in this time, and a quiet machine in two to eight seconds. */
export const DEFAULT_TIME_LIMIT_SECONDS = 60

/** Default time limit for an attendee's file under one workload, whose author waits and can go on with a longer run: docs/decisions/065 */
export const ATTEMPT_TIME_LIMIT_SECONDS = 30

/**
 * Adds the options of a single measurement, such as --seconds and --seed.
 *
 * @param {Command} command
 * @param {number} [seconds] default time limit
 */
export function addRunOptions (command, seconds = DEFAULT_TIME_LIMIT_SECONDS) {
  return command
    .option('--json', 'print one JSON object')
    .option('--seconds <n>', 'time limit: start no new pair of processes after n seconds', parseSeconds, seconds)
    .option('--seed <n>', 'use the same inputs and the same order of programs as the earlier run with this seed', parseInteger)
    .option('--warm-up <ms>', 'warm up each process for this much CPU time first (not in memory labs)', parseInteger)
}

/** Adds the options that `pnpm lab` and `pnpm verify` share, such as --control and --node. @param {Command} command */
export function addMeasuringOptions (command) {
  return addReportFileOptions(addRunOptions(command))
    .option('--control', 'compare the variant slow with itself (an A/A test), to see the noise of this machine; undecided is the right verdict')
    .option('--swap', 'exchange the two variants of a claim, to test the engine: the verdict must then be "broken"')
    .option('--node <versions>', 'run the variants on these versions of Node: 6,20.11.0,lts,current,/path (function labs: 6.1 or newer)', parseNodeVersionList)
}

/** Adds the options that lengthen a report on the terminal: --explain and --verbose. @param {Command} command */
export function addReportOptions (command) {
  return command
    .addOption(new Option('--explain', 'also print how the claims were measured, and how sure the verdict is').conflicts('json'))
    .addOption(new Option('--verbose', 'also print latency, machine and seed').conflicts('json'))
}
