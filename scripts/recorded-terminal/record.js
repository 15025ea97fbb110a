import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from '@hotpath-labs/project'
import { CannotRun } from 'hotpath/failures'
import { UsageError } from '../usage.js'
import { TerminalScreen } from './screen.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { RowText } from './screen.js' */

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url))

/** Columns of the recorded terminal: as many letters of 12 pixels as fit on a phone that is 375 pixels wide. */
const COLUMNS = 42

/** Folder of the attendee's file during the recording. Its name is as long as the usual name `my`, so that lines wrap alike. */
const FOLDER = '.m'
const SHOWN_FOLDER = 'my'

/** Pauses in the recording, in ms, in which a viewer reads a typed command (`typing`) or a command's output (`reading`). */
const PAUSE_MS = { typing: 1200, reading: 1800 }

/** Interval in ms at which the recorder searches the terminal's output for the expected text. */
const POLL_MS = 50

/** Patterns of what a lab prints while it waits for another measurement (WAITING), and when its own measurement begins (MEASURING). */
const WAITING = /waiting for another/
const MEASURING = /comparing answers/

/** Time limit in ms of one recorded command, such as a measurement. */
const MOST_MS = 120_000

/**
 * @typedef {object} RecordedTerminal
 * @property {string} lab
 * @property {string} node version that ran it
 * @property {number} columns
 * @property {{ isTyped: boolean, versions: RowText[] }[]} rows `isTyped`: a command; `versions`: what the row shows, from which moment on
 */

/**
 * Records how an attendee solves a function lab in a terminal: starts `watch`, saves a copy of `fast`, then judges the copy with `mine`.
 *
 * @param {Lab} lab
 * @returns {Promise<RecordedTerminal>}
 * @throws {UsageError} if the lab is not a function lab
 * @throws {CannotRun} without a terminal to record, or if the attempt does not hold
 */
export async function recordTerminalSession (lab) {
  if (lab.manifest.kind !== 'function') throw new UsageError(`--terminal takes a function lab, and ${lab.name} is a ${lab.manifest.kind} lab. Type: pnpm figures --terminal date-to-iso-string`)
  if (!/util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')) {
    throw new CannotRun('--terminal', 'needs the program `script` of util-linux, which makes a pseudo-terminal', 'Record on Linux')
  }
  const folder = join(ROOT, FOLDER)
  const attempt = join(folder, lab.name, 'mine.cjs')
  const recorder = new Recorder()
  const run = (/** @type {string} */ word) => startInTerminal(lab.name, word, folder, (text) => recorder.write(text))
  rmSync(folder, { recursive: true, force: true })
  try {
    await startInTerminal(lab.name, 'start', folder, () => {}).ended
    await recorder.type(`pnpm lab ${lab.name} watch`)
    const watching = run('watch')
    await watching.waitFor(/quit\s*$/)
    await sleep(PAUSE_MS.reading)
    recorder.write(`\r\n\u001b[36m# you make ${SHOWN_FOLDER}/${lab.name}/mine.cjs\r\n# fast, and save it\u001b[39m\r\n`)
    copyFileSync(lab.files.fast, attempt)
    await watching.waitFor(/same answers[^]*quit\s*$/)
    await sleep(PAUSE_MS.reading)
    watching.press('q')
    await watching.ended
    await recorder.type(`pnpm lab ${lab.name} mine`)
    if (await run('mine').ended !== 0) {
      throw new CannotRun(lab.name, 'does not hold in this run', `Record again: pnpm figures --terminal ${lab.name}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { lab: lab.name, node: process.version, columns: COLUMNS, rows: recorder.listRows() }
}

/** Stores the output of several commands in one terminal, with the time of each text. */
class Recorder {
  #screen = new TerminalScreen()
  #started = performance.now()
  /** @type {number | undefined} */
  #waitsSince
  /** @type {Set<number>} */
  #typed = new Set()

  /**
   * Stores the output of a command. Cuts out the time in which the lab waits for another measurement, with the output of that time.
   *
   * @param {string} text
   */
  write (text) {
    const now = performance.now()
    if (WAITING.test(text)) this.#waitsSince ??= now
    if (this.#waitsSince !== undefined && !MEASURING.test(text)) return
    this.#started += now - (this.#waitsSince ?? now)
    this.#waitsSince = undefined
    this.#screen.write(text.replaceAll(`${FOLDER}/`, `${SHOWN_FOLDER}/`), Math.round(now - this.#started))
  }

  /** @param {string} command */
  async type (command) {
    if (this.#screen.rowCount) this.write('\r\n')
    this.#typed.add(Math.max(0, this.#screen.rowCount - 1))
    this.write(`\u001b[2m$\u001b[22m \u001b[1m${command}\u001b[22m\r\n`)
    await sleep(PAUSE_MS.typing)
  }

  /** @returns {RecordedTerminal['rows']} */
  listRows () {
    return this.#screen.listRows().map((versions, row) => ({ isTyped: this.#typed.has(row), versions }))
  }
}

/**
 * Starts `pnpm lab <lab> <word>` in a new pseudo-terminal.
 *
 * @param {string} lab
 * @param {string} word such as watch
 * @param {string} my folder of the attempt
 * @param {(text: string) => void} onText
 */
function startInTerminal (lab, word, my, onText) {
  const env = { ...process.env, HOTPATH_MY: my, TERM: 'xterm', SHELL: '/bin/sh', NO_COLOR: undefined }
  const command = `stty cols ${COLUMNS} rows 60; "${process.execPath}" "${CLI}" lab ${lab} ${word}`
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  let unread = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    unread += stripVTControlCharacters(text)
    onText(text)
  })
  const timeout = setTimeout(() => child.kill(), MOST_MS)
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on('close', (code) => {
    clearTimeout(timeout)
    resolve(code)
  }))
  return {
    ended,
    press: (/** @type {string} */ key) => child.stdin.write(key),
    async waitFor (/** @type {RegExp} */ pattern) {
      while (!pattern.test(unread)) {
        if (child.exitCode !== null) throw new CannotRun(lab, `ended in ${word} before it printed ${pattern}`, `Try it yourself: pnpm lab ${lab} ${word}`)
        await sleep(POLL_MS)
      }
      unread = ''
    },
  }
}
