import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { makeMain } from '@hotpath-labs/terminal/run.js'
import { registerCompareCommand } from './compare.js'
import { registerInitCommand } from './init.js'
import { readResults } from './read-results.js'
import { EXIT_CODES_HELP, addOutputOptions, reportResult } from './output.js'

/** @returns {Command} the command line of `hotpath` */
export function makeProgram () {
  const program = new Command('hotpath')
    .helpCommand(false)
    .version(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version)
    .description('Tells whether your change makes your Node.js code slower.')
    .addHelpText('after', `
First steps:
  hotpath init                             write a first perf file
  hotpath compare --base main              compare your branch with main
  hotpath compare old.perf.js new.perf.js  compare two files`)
  for (const register of [registerCompareCommand, registerMergeCommand, registerInitCommand]) register(program)
  return program
}

/** @type {import('@hotpath-labs/terminal/run.js').Product} */
export const PRODUCT = { name: 'hotpath', install: 'npm install' }

/** Runs a command of hotpath in this process. */
export const main = makeMain(PRODUCT, makeProgram)

/** @param {Command} program @returns {Command} */
function registerMergeCommand (program) {
  const command = program.command('merge')
    .description('merge the results of hotpath compare --shard i/n --json into one result')
    .argument('<files...>', 'the files of all shards, each with the output of hotpath compare --shard i/n --json')
  return addOutputOptions(command)
    .addHelpText('after', `
Example:
  hotpath compare --base main --shard 1/2 --json > 1.json    on one machine
  hotpath compare --base main --shard 2/2 --json > 2.json    on another machine
  hotpath merge 1.json 2.json

${EXIT_CODES_HELP}`)
    .action((/** @type {string[]} */ files, options) => {
      reportResult(readResults(files), options)
    })
}
