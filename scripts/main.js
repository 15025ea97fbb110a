import { Command, CommanderError } from 'commander'
import { DamagedFileError, ManifestError } from 'hotpath/lab'
import { CannotRun } from 'hotpath/failures'
import { UnwritableError } from '@hotpath-labs/project'
import { VERDICT_EXIT_CODES, formatCannotRunError } from './exit-codes.js'
import { REMOVED } from './removed.js'
import { findTerminalOptions, printNotice } from './terminal.js'
import { UsageError } from './usage.js'
import { wrapHelp } from './wrap-help.js'

/** Names of all commands. Each command is a file in scripts/commands/, and is loaded only when it is called, to save time. */
const COMMANDS = [
  'lab', 'verify', 'demo', 'report', 'progress', 'claims', 'bench', 'mongo', 'validate', 'curves', 'new-lab', 'check-labs', 'versions', 'figures', 'site',
]

/** Exit code of an unexpected error, EX_SOFTWARE of sysexits.h, which no verdict uses. */
export const BUG_EXIT_CODE = 70

/** Exit code of an invalid command line. */
const USAGE = 2

/** @param {Error} error @returns {string} */
export function formatBugReport (error) {
  return `This is a bug in hotpath-labs, not a mistake of yours. Please report it with these lines:\n${error.stack ?? error}`
}

/**
 * Runs the typed command and sets the exit code: 0 holds, 1 broken, 2 usage, 3 undecided, 4 cannot run here, 70 a bug.
 *
 * @param {string[]} argv as in process.argv
 */
export async function runCommandLine (argv) {
  // adds no command `help`, because `pnpm help` is a command of pnpm itself
  const program = new Command('pnpm')
    .helpCommand(false)
    .description('Learn Node.js performance in labs whose every claim is a test.')
  const called = COMMANDS.filter((name) => name === argv[2])
  // removes a `--` after the command's name, because pnpm passes the `--` on to the script
  const words = argv.filter((word, index) => !(word === '--' && index === 3))
  try {
    refuseRemoved(argv.slice(2))
    for (const name of called.length ? called : COMMANDS) {
      const { registerCommand } = await import(`./commands/${name}.js`)
      await registerCommand(program, called.length ? words.slice(3) : [])
    }
    listCommands(program).forEach(configureOutput)
    process.exitCode = 0
    await program.parseAsync(words)
  } catch (error) {
    process.exitCode = reportError(error)
  }
  // waits until all output is written: a pipe takes 64 kB at once, and more only after its reader has read
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))))
  // calls exit(), because a measurement's open handles, such as keep-alive timers, would keep the process running
  process.exit()
}

/** Throws if the user typed a command or an option that was removed. @param {string[]} words */
function refuseRemoved ([command, ...others]) {
  for (const [removed, instead] of Object.entries(REMOVED)) {
    const [name, ...options] = removed.split(' ')
    if (command === name && options.every((option) => others.includes(option))) throw new UsageError(instead)
  }
}

/** Prints an error that commander has not printed itself. @param {any} error @returns {number} the exit code */
function reportError (error) {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
  if (error instanceof CannotRun) {
    printNotice(formatCannotRunError(error))
    return VERDICT_EXIT_CODES['cannot run']
  }
  const isUsage = [UsageError, ManifestError, DamagedFileError].some((one) => error instanceof one)
  if (!isUsage && !(error instanceof UnwritableError)) {
    printNotice(formatBugReport(error))
    return BUG_EXIT_CODE
  }
  printNotice(error.message)
  return isUsage ? USAGE : VERDICT_EXIT_CODES['cannot run']
}

/** @param {Command} command */
function configureOutput (command) {
  const getWidth = () => findTerminalOptions().width
  const write = (/** @type {NodeJS.WriteStream} */ stream) => (/** @type {string} */ text) => stream.write(wrapHelp(text, getWidth()))
  command.exitOverride().configureOutput({
    getOutHelpWidth: getWidth,
    getErrHelpWidth: getWidth,
    writeOut: write(process.stdout),
    writeErr: write(process.stderr),
    outputError: (text) => printNotice(formatCommanderError(text, command)),
  })
}

/** @param {Command} command @returns {Command[]} with its subcommands */
function listCommands (command) {
  return [command, ...command.commands.flatMap(listCommands)]
}

/**
 * Puts an error message of the package commander on one line. If the user typed too many arguments, adds the command's usage.
 *
 * @param {string} text
 * @param {Command} command
 */
export function formatCommanderError (text, command) {
  const message = text.trim().replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  return message.startsWith('too many arguments') ? `${message} Type: ${formatUsage(command)}` : message
}

/** @param {Command} command @returns {string} with its arguments */
function formatUsage (command) {
  const names = []
  for (let one = /** @type {Command | null} */ (command); one; one = one.parent) names.unshift(one.name())
  const args = command.registeredArguments.map((argument) => argument.required ? `<${argument.name()}>` : `[${argument.name()}]`)
  return [...names, ...args].join(' ')
}
