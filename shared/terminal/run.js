import stringWidth from 'fast-string-width'
import { CommanderError } from 'commander'
import { DEFAULT_TEXT_WIDTH, wrapText } from './lines.js'
import { EXIT_CODES, HotpathError } from '@hotpath-labs/engine/failures.js'
import { writeAsciiIfNeeded } from './ascii.js'
import { findTerminalOptions, printNotice } from './terminal.js'

/**
 * @import { Command } from 'commander'
 * @import { Machine } from '@hotpath-labs/engine/measure.js'
 */

/** Exit codes of processes that a signal ended, as a shell reports them. */
const CODES = Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })

/** Makes SIGINT, SIGTERM and SIGHUP call `process.exit`, so that child processes end too. */
export function exitOnSignals () {
  for (const [signal, code] of CODES) process.on(signal, () => process.exit(code))
}

/**
 * Calls `stop` at the first SIGINT, SIGTERM or SIGHUP, so that running work can end. A second signal ends this process at once.
 *
 * @param {() => void} stop ends the work, after which this process ends
 */
export function stopOnFirstSignal (stop) {
  for (const [signal, code] of CODES) {
    process.removeAllListeners(signal).once(signal, () => {
      process.exitCode = code
      stop()
    })
  }
}

/** Option of every command, for a terminal that draws no other signs. */
const ASCII_OPTION = '--ascii'

/** Smallest width, in columns, of a description beside an option's name. A narrower description goes below the name. */
const LEAST_COLUMNS = 24

/** Indent of a description that is below its option's name. */
const BELOW = '    '

/** Pattern of an entry in a --help list: a name, two blanks, a description. */
const ENTRY = /^( *)(\S.*?\S {2,})(\S.*)$/

/**
 * Wraps the lines of a --help text that are longer than the terminal is wide.
 *
 * @param {string} text
 * @param {number} [width]
 */
export function wrapHelp (text, width = DEFAULT_TEXT_WIDTH) {
  const isLong = (/** @type {string} */ line) => stringWidth(line) > width
  // joins the lines of a paragraph before wrapping; wraps each indented line separately, because it is an entry of a list or an example
  return text
    .replace(/^\S.*(\n\S.*)*$/gm, (paragraph) => paragraph.split('\n').some(isLong) ? wrapText(paragraph.replaceAll('\n', ' '), '', width) : paragraph)
    .replace(/^ .*$/gm, (line) => isLong(line) ? wrapIndented(line, width) : line)
}

/** @param {string} line @param {number} width */
function wrapIndented (line, width) {
  const [, indent, name, description] = line.match(ENTRY) ?? []
  if (!description) return wrapText(line.trim(), String(line.match(/^ */)), width)
  const column = stringWidth(indent + name)
  if (width - column < LEAST_COLUMNS) return `${indent}${name.trimEnd()}\n${wrapText(description, indent + BELOW, width)}`
  return `${indent}${name}${wrapText(description, ' '.repeat(column), width).trimStart()}`
}

/** @typedef {{ name: string, install: string }} Product `name`: in a report of a bug; `install`: the command that installs its packages */

/**
 * @typedef {object} Surroundings streams and environment of a command
 * @property {NodeJS.ReadableStream} [stdin]
 * @property {NodeJS.WritableStream} [stdout]
 * @property {NodeJS.WritableStream} [stderr]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(plan: { lab: { name: string } }) => Machine} [machine] makes what stands in for this computer while a lab is measured
 */

/**
 * Makes the function that runs a command in this process. Commands use the process's own streams and environment, so these are replaced
 * while a command runs: start the next one when it has ended.
 *
 * @param {Product} product
 * @param {(words: string[]) => Command | Promise<Command>} makeProgram
 * @returns {(words: string[], surroundings?: Surroundings) => Promise<number>} resolves to the exit code
 */
export function makeMain (product, makeProgram) {
  return async (words, { machine, ...surroundings } = {}) => {
    const restore = replaceSurroundings(surroundings)
    try {
      writeAsciiIfWanted(words.includes(ASCII_OPTION))
      process.exitCode = 0
      const program = await makeProgram(words)
      for (const command of listCommands(program)) {
        configureOutput(command)
        if (machine) command.setOptionValue('machine', machine)
        if (command.commands.length === 0) command.option(ASCII_OPTION, 'draw with ASCII characters only, as with HOTPATH_ASCII=1')
      }
      await program.parseAsync(words.filter((word) => word !== ASCII_OPTION), { from: 'user' })
      return Number(process.exitCode)
    } catch (error) {
      return reportError(product, error)
    } finally {
      restore()
    }
  }
}

/** @param {boolean} isWanted by the user */
function writeAsciiIfWanted (isWanted) {
  // the commands that this one starts write to the same terminal
  if (isWanted) process.env.HOTPATH_ASCII = '1'
  for (const stream of [process.stdout, process.stderr]) writeAsciiIfNeeded(stream, { isWanted })
}

/** @param {Surroundings} surroundings @returns {() => void} puts the process's own back */
function replaceSurroundings ({ env, ...streams }) {
  const own = { env: process.env, exitCode: process.exitCode }
  const replaced = Object.entries(streams).map(([name, value]) => {
    const before = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(process, name))
    Object.defineProperty(process, name, { value, configurable: true })
    return { name, before }
  })
  if (env) process.env = env
  return () => {
    for (const { name, before } of replaced) Object.defineProperty(process, name, before)
    Object.assign(process, own)
  }
}

/** Pattern for the message of a package that a file imports, and that is not installed, as after an update of the code. */
const MISSING_PACKAGE = /^Cannot find package '([^']+)'/

/** @param {Product} product @param {NodeJS.ErrnoException} error @returns {number} the exit code */
function reportError ({ name, install }, error) {
  // commander has printed its own errors
  if (error instanceof CommanderError) return error.exitCode && EXIT_CODES.usage
  const missing = error.code === 'ERR_MODULE_NOT_FOUND' && error.message.match(MISSING_PACKAGE)?.[1]
  if (missing) {
    printNotice(`The package ${missing} is not installed. Type: ${install}`)
    return EXIT_CODES['cannot run']
  }
  const isExpected = error instanceof HotpathError
  const bug = `This is a bug in ${name}, not a mistake of yours. Please report it with these lines:\n${error.stack ?? error}`
  printNotice(isExpected ? error.text : bug)
  return isExpected ? error.exitCode : EXIT_CODES.bug
}

/**
 * Runs the command that this process was started for, and ends the process.
 *
 * @param {Product} product
 * @param {ReturnType<typeof makeMain>} main
 */
export async function runCommandLine (product, main) {
  reportWriteErrors()
  // without a handler, Node would exit with 1, which means "broken"
  process.on('uncaughtException', (error) => process.exit(reportError(product, error)))
  exitOnSignals()
  // exits when the IPC channel closes, because the parent process has then stopped this process, or has died
  if (process.channel) {
    process.on('disconnect', () => process.exit(143))
    process.channel.unref()
  }
  process.exitCode = await main(process.argv.slice(2))
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
