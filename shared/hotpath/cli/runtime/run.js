import { CommanderError } from 'commander'
import { EXIT_CODES, HotpathError } from '../../failures/index.js'
import { exitOnSignals } from './signals.js'
import { findTerminalOptions, printNotice } from './terminal.js'
import { wrapHelp } from './wrap-help.js'

/** @import { Command } from 'commander' */

/**
 * Runs the typed command, sets the exit code and ends the process.
 *
 * @param {string} product name in a report of a bug
 * @param {() => Command | Promise<Command>} makeProgram
 * @param {string[]} [argv]
 */
export async function runCommandLine (product, makeProgram, argv = process.argv) {
  const reportError = (/** @type {any} */ error) => {
    // commander has printed its own errors
    if (error instanceof CommanderError) return error.exitCode && EXIT_CODES.usage
    const isExpected = error instanceof HotpathError
    printNotice(isExpected ? error.text : `This is a bug in ${product}, not a mistake of yours. Please report it with these lines:\n${error.stack ?? error}`)
    return isExpected ? error.exitCode : EXIT_CODES.bug
  }
  reportWriteErrors()
  // without a handler, Node would exit with 1, which means "broken"
  process.on('uncaughtException', (error) => process.exit(reportError(error)))
  exitOnSignals()
  // exits when the IPC channel closes, because the parent process has then stopped this process, or has died
  if (process.channel) {
    process.on('disconnect', () => process.exit(143))
    process.channel.unref()
  }
  try {
    const program = await makeProgram()
    listCommands(program).forEach(configureOutput)
    process.exitCode = 0
    await program.parseAsync(argv)
  } catch (error) {
    process.exitCode = reportError(error)
  }
  // waits until all output is written: a pipe takes 64 kB at once, and more only after its reader has read
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))))
  // calls exit(), because a measurement's open handles, such as keep-alive timers, would keep the process running
  process.exit()
}

/** Exits silently if the reader of a pipe, such as `head`, has closed the pipe. Prints other errors of stdout at exit. */
function reportWriteErrors () {
  /** First error of stdout. @type {Error | undefined} */
  let writeError
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if ('code' in error && error.code === 'EPIPE') process.exit()
      if (stream === process.stdout) writeError ??= error
    })
  }
  process.on('exit', () => {
    if (!writeError) return
    printNotice(`Not all of the output could be written: ${writeError.message}`)
    process.exitCode ||= EXIT_CODES['cannot run']
  })
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
