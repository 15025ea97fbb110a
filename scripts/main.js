import { Command, CommanderError } from 'commander'
import { ManifestError } from '../shared/lab/define.js'
import { CannotRun } from '../shared/measure/failure.js'
import { benchCommand } from './bench.js'
import { figuresCommand } from './figures.js'
import { labCommand } from './lab.js'
import { UsageError } from './usage.js'
import { verifyCommand } from './verify.js'

/**
 * Runs one command of the command line and sets the exit code: 0 holds, 1 broken, 2 usage, 3 undecided, 4 cannot run here.
 *
 * @param {string[]} argv as of process.argv
 */
export async function main (argv) {
  const program = new Command('hotpath')
    .description('Labs about Node.js performance, in which every claim is a test.')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) })
  labCommand(program)
  verifyCommand(program)
  figuresCommand(program)
  benchCommand(program)
  for (const command of program.commands) command.exitOverride().configureOutput(program.configureOutput())

  try {
    // pnpm passes a `--` that it was given on to the script
    process.exitCode = 0
    await program.parseAsync(argv.filter((word, index) => !(word === '--' && index === 3)))
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else if (error instanceof UsageError || error instanceof ManifestError) complain(error.message, 2)
    else if (error instanceof CannotRun) complain(`${error.message}\n${error.mend}`, 4)
    else throw error
  }
  // what a measurement has left open, such as keep-alive timers, must not keep a finished command
  process.exit()
}

/** @param {string} message @param {number} code */
function complain (message, code) {
  process.stderr.write(message + '\n')
  process.exitCode = code
}

/** @param {string} text of commander, whose suggestion stands on a line of its own */
function oneLine (text) {
  return text.trim().replace(/^error: /, '').replace(/\s*\n\s*/g, ' ') + '\n'
}
