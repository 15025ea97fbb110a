import { formatCountWithNoun, formatSeconds } from '@hotpath-labs/terminal/numbers.js'
import { parseMinutes } from '@hotpath-labs/terminal/parse.js'
import { printLine } from '@hotpath-labs/terminal/terminal.js'
import { planShards } from '../compare/plan-shards.js'
import { readParts } from './read-results.js'

/** @import { Command } from 'commander' */

/** @param {Command} program @returns {Command} */
export function registerPlanCommand (program) {
  return program.command('plan')
    .description('say how many machines measure your benchmarks in the time that you wish, from the seconds of an earlier run')
    .argument('<files...>', 'the output of hotpath compare --json; of a run on several machines, the files of all')
    .option('--minutes <n>', 'time that no machine shall exceed', parseMinutes, 5)
    .addHelpText('after', `
Example:
  hotpath compare --base main --all --json > last.json
  hotpath plan last.json --minutes 3`)
    .action((/** @type {string[]} */ files, { minutes }) => {
      const { shards, longest, together, tooLong } = planShards(readParts(files), 60 * minutes)
      printLine([
        `${formatCountWithNoun(shards, 'machine')}: at most ${formatSeconds(longest)} each, ${formatSeconds(together)} together. Each machine also installs and builds.`,
        ...tooLong ? [`${tooLong} alone takes longer than ${formatCountWithNoun(minutes, 'minute')}. Give it less time: --seconds`] : [],
        `shard: [${Array.from({ length: shards }, (_, place) => `'${place + 1}/${shards}'`).join(', ')}]`,
      ].join('\n'))
    })
}
