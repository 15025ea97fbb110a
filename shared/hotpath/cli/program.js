import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { registerCompareCommand } from './compare.js'
import { registerInitCommand } from './init.js'
import { registerMergeCommand } from './merge.js'

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
