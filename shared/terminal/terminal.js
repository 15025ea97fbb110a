import { dirname, isAbsolute, relative, sep } from 'node:path'
import colors from 'picocolors'
import stringWidth from 'fast-string-width'
import { wrapAnsi } from 'fast-wrap-ansi'
import { findLastingPath, isProgramOnPath, resolveUserPath, writeFileAtUserPath } from '@hotpath-labs/engine/files.js'
import { findReportWidth, DEFAULT_TEXT_WIDTH } from './lines.js'
import { quoteArgument } from './paths.js'
import { ROOT } from './root.js'
import { EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { formatWaitingForLock } from '@hotpath-labs/engine/process/lock.js'

/**
 * Finds an output stream's width, and whether the stream shows colours. Only terminals show colours, without NO_COLOR and TERM=dumb.
 *
 * @param {{ isTTY?: boolean, columns?: number }} [stream]
 * @param {NodeJS.ProcessEnv} [env]
 */
export function findTerminalOptions (stream = process.stdout, env = process.env) {
  return { color: Boolean(stream.isTTY && !env.NO_COLOR && env.TERM !== 'dumb'), width: findReportWidth(stream) }
}

/**
 * Makes functions that colour a text, such as `green`. If the stream shows no colours, the functions return the text unchanged.
 *
 * @param {{ isTTY?: boolean }} [stream]
 */
export function makeTextPainter (stream) {
  return colors.createColors(findTerminalOptions(stream).color)
}

/** @returns {string} what runs the `main` of package.json from the user's folder, such as `node .`, or `node ../..` in my/<lab> */
function makeNodeLauncher () {
  const path = relative(resolveUserPath('.'), ROOT)
  const isInside = !isAbsolute(path) && path.split(sep).every((part) => part === '..' || part === '')
  return `node ${isInside ? path.replaceAll(sep, '/') || '.' : quoteArgument(ROOT)}`
}

/**
 * Makes a command of hotpath-labs to type next. Without pnpm on the PATH, `node .` starts as fast.
 *
 * @param {string} [words] after pnpm
 */
export function makeCommand (words = '') {
  // --silent, because otherwise pnpm writes an extra first line into the file
  const launcher = !isProgramOnPath('pnpm', findLastingPath()) ? makeNodeLauncher() : words.includes(' > ') ? 'pnpm --silent' : 'pnpm'
  return [launcher, words].join(' ').trim()
}

/** Formats examples for --help, a line for each. @param {[string, string?][]} examples words of a command, with its effect */
export function formatExamples (examples) {
  const rows = examples.map(([words, does = '']) => [makeCommand(words), does])
  const longest = Math.max(...rows.map(([command]) => command.length))
  return rows.map(([command, does]) => `  ${command.padEnd(longest)}  ${does}`.trimEnd()).join('\n')
}

/** Wraps lines that are too wide for a terminal, which would break words. @param {string} text @param {NodeJS.WriteStream} stream */
function fitLines (text, { isTTY, columns }) {
  if (!isTTY || !columns) return text
  return text.split('\n').map((line) => {
    if (stringWidth(line) <= columns) return line
    const indent = /^ */.exec(line)?.[0] ?? ''
    // keeps long paths whole, so that they can be copied
    return wrapAnsi(line.slice(indent.length), columns - indent.length, { hard: false }).split('\n').map((part) => indent + part).join('\n')
  }).join('\n')
}

/** Prints a line of the result on stdout. @param {string} text */
export function printLine (text) {
  process.stdout.write(`${fitLines(text, process.stdout)}\n`)
}

/** Prints one JSON object on stdout. @param {object} value */
export function printJson (value) {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/** Prints a line on stderr, because stdout is only for results. @param {string} text */
export function printNotice (text) {
  process.stderr.write(`${fitLines(text, process.stderr)}\n`)
}

/** Formats commands that the user may type next. @param {[string, string][]} commands each with its purpose */
export function formatNextCommands (commands) {
  return formatNextSteps(commands, findTerminalOptions())
}

/** Text for --help about the exit codes that a command sets if it ends without a verdict. */
export const EXIT_CODES_HELP_TEXT = '70 a bug, 141 the pipe closed before the verdict'

/** Exit codes of the verdicts of labs, from the worst verdict to the best. @type {number[]} */
const WORST_FIRST = [EXIT_CODES.broken, EXIT_CODES['cannot run'], EXIT_CODES.undecided, EXIT_CODES.holds]

/** Sets the exit code, unless a worse exit code is set already. @param {number} code of a lab's verdict */
export function setExitCodeUnlessWorse (code) {
  const before = WORST_FIRST.indexOf(Number(process.exitCode ?? 0))
  if (before === -1 || WORST_FIRST.indexOf(code) < before) process.exitCode = code
}

/** Prints why a command cannot run on this machine, and sets the exit code for "cannot run here". @param {string} reason */
export function reportCannotRun (reason) {
  printNotice(reason.trim())
  setExitCodeUnlessWorse(EXIT_CODES['cannot run'])
}

/**
 * Saves a file. If it cannot be saved, says why and goes on, because the result is printed all the same.
 *
 * @param {string} path as the user knows it
 * @param {string} text
 * @param {(path: string, text: string) => void} [write] by default relative to the current folder
 * @returns {boolean} whether it was saved
 */
export function saveFile (path, text, write = writeFileAtUserPath) {
  try {
    write(path, text)
    return true
  } catch (error) {
    const reason = error.code === 'ENOENT'
      ? `there is no folder ${dirname(path)}. To make it, type: mkdir ${quoteArgument(dirname(path))}`
      : `${error.message.replace(/, \w+ '.*/, '')}. Choose another file.`
    printNotice(`${path} cannot be saved: ${reason}`)
    return false
  }
}

/**
 * Saves a file that the user asked for. If it cannot be saved, the command does not pass. Set a verdict's exit code before, because the
 * verdict would hide this one.
 *
 * @param {Parameters<typeof saveFile>} file
 * @returns {boolean} whether it was saved
 */
export function saveRequestedFile (...file) {
  const isSaved = saveFile(...file)
  if (!isSaved) setExitCodeUnlessWorse(EXIT_CODES['cannot run'])
  return isSaved
}

const INDENT = ' '.repeat('next  '.length)

/**
 * Formats the commands that a user may type next, for the end of a report.
 *
 * @param {[string, string][]} commands each with its purpose
 * @param {{ color: boolean, width: number }} options `width` in columns
 * @returns {string} a line for each command, or two if one is too wide
 */
export function formatNextSteps (commands, { color, width }) {
  const longest = Math.max(...commands.map(([command]) => stringWidth(command)))
  const besides = commands.map(([command, does]) => `${command.padEnd(longest)}   ${does}`)
  const fits = besides.every((line) => stringWidth(INDENT + line) <= width)
  const lines = fits ? besides : commands.map(([command, does]) => `${command}\n${INDENT}  ${does}`)
  return `${colors.createColors(color).dim('next  ')}${lines.join(`\n${INDENT}`)}`
}

/** Width, in columns, of the spinner and of the blank after the spinner. */
const SPINNER = 2

/** False for a terminal that cannot go back: each text takes a line there. */
const CAN_REDRAW = process.env.TERM !== 'dumb'

/** Interval in ms at which a wait is shown again. */
const WAIT_SHOWN_EVERY_MS = CAN_REDRAW ? 1000 : 30_000

/** Least interval in ms between two lines about the running work, where each takes a line. */
const LINE_EVERY_MS = 10_000

/** Spinner on stderr, with a text about the running work. Silent if stderr is no terminal, so that logs and pipes stay clean. */
export class TerminalProgress {
  /** @type {import('yocto-spinner').Spinner | undefined} */
  #spinner
  #isStopped = false
  #text = ''
  #shownColumns = 0
  #printedMs = -Infinity
  /** @type {NodeJS.Timeout | undefined} counts the seconds of a wait */
  #timer
  #prefix

  /** @param {string} [prefix] such as 2/7 */
  constructor (prefix = '') {
    this.#prefix = prefix
    if (process.stderr.isTTY && CAN_REDRAW) this.#start()
  }

  /** Shows an important text: beside the spinner, or as a line if stderr is no terminal. @param {string} text */
  say (text) {
    // the spinner may still be starting
    this.#printedMs = -Infinity
    if (process.stderr.isTTY) this.show(text)
    else printNotice(text)
  }

  /** @param {string} other measurement that has to end first */
  waiting (other) {
    const began = performance.now()
    const text = formatWaitingForLock(other)
    this.say(text)
    this.#timer = setInterval(() => this.#setText(`${text}, for ${Math.round((performance.now() - began) / 1000)} s`), WAIT_SHOWN_EVERY_MS).unref()
  }

  /** Shows a text beside the spinner until the next text. Does nothing if stderr is no terminal. @param {string} text */
  show (text) {
    clearInterval(this.#timer)
    this.#setText(text)
  }

  /** @param {string} text */
  #setText (text) {
    this.#text = `${this.#prefix}${text}`
    if (!CAN_REDRAW && process.stderr.isTTY && performance.now() - this.#printedMs >= LINE_EVERY_MS) this.#printText()
    if (this.#spinner) this.#spinner.text = this.#cutToOneLine()
  }

  #printText () {
    this.#printedMs = performance.now()
    printNotice(this.#text)
  }

  stop () {
    clearInterval(this.#timer)
    this.#isStopped = true
    this.#spinner?.stop()
    this.#spinner = undefined
    process.stderr.off('resize', this.#redraw)
    process.off('exit', this.#stopAtExit)
  }

  async #start () {
    // loads the spinner's package while the first processes start, so that loading takes no extra time
    const { default: yoctoSpinner } = await import('yocto-spinner')
    if (this.#isStopped) return
    this.#spinner = yoctoSpinner({ stream: process.stderr, text: this.#cutToOneLine() }).start()
    process.stderr.on('resize', this.#redraw)
    process.on('exit', this.#stopAtExit)
  }

  /** Stops the spinner at exit, because after Ctrl-C the terminal's cursor would stay hidden. */
  #stopAtExit = () => this.stop()

  /** Clears all lines of the text after the terminal became narrower, because the spinner itself clears only the last line. */
  #redraw = () => {
    const rows = Math.ceil((SPINNER + this.#shownColumns) / process.stderr.columns)
    this.#spinner?.stop()
    process.stderr.moveCursor(0, 1 - rows)
    process.stderr.clearScreenDown()
    this.#spinner?.start(this.#cutToOneLine())
  }

  #cutToOneLine () {
    const text = cutAtWord(this.#text, (process.stderr.columns || DEFAULT_TEXT_WIDTH) - SPINNER - 1)
    this.#shownColumns = text.length
    return text
  }
}

/** @param {string} text @param {number} width @returns {string} whole words: half of a number would be another number */
function cutAtWord (text, width) {
  if (text.length <= width) return text
  const cut = text.slice(0, width - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 0)) || cut}…`
}
