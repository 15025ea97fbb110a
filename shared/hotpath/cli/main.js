import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { EXIT_CODES, HotpathError } from '../failures/index.js'
import { registerCompareCommand } from './compare.js'
import { registerInitCommand } from './init.js'
import { registerMergeCommand } from './merge.js'
import { printToStderr } from './terminal.js'

/**
 * Runs one command of `hotpath`, sets the exit code and ends the process.
 *
 * @param {string[]} argv as in process.argv
 */
export async function runCommandLine (argv) {
  const program = new Command('hotpath')
    .helpCommand(false)
    .version(readVersion())
    .description('Tells whether your change makes your Node.js code slower.')
    .addHelpText('after', `
First steps:
  hotpath init                             write a first perf file
  hotpath compare --base main              compare your branch with main
  hotpath compare old.perf.js new.perf.js  compare two files`)
  try {
    for (const register of [registerCompareCommand, registerMergeCommand, registerInitCommand]) configure(register(program))
    configure(program)
    process.exitCode = 0
    await program.parseAsync(argv)
  } catch (error) {
    process.exitCode = reportError(error)
  }
  // Wait until all output is read: a pipe takes only 64 kB at once, and exiting early would lose the rest.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))))
  // Exit explicitly, because open handles of a measurement would keep the finished process alive.
  process.exit()
}

/** @returns {string} of this package */
function readVersion () {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

/** @param {Command} command */
function configure (command) {
  const formatError = (/** @type {string} */ text) => text.trim().replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
    .replace(/^too many arguments.*/, (all) => `${all} To see the arguments, type: hotpath ${command.name()} --help`)
  command.exitOverride().configureOutput({ outputError: (text) => printToStderr(formatError(text)) })
}

/** Prints an error, unless the library commander has already printed this error. @param {any} error @returns {number} the exit code */
function reportError (error) {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage
  if (error instanceof HotpathError) {
    printToStderr(error.text)
    return error.exitCode
  }
  printToStderr(`This is a bug in hotpath, not a mistake of yours. Please report it with these lines:\n${error.stack ?? error}`)
  return EXIT_CODES.bug
}
