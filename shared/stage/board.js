import { EventEmitter } from 'node:events'
import { existsSync, lstatSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, basename } from 'node:path'
import { copyTemplate, isAttemptUnchanged, linkLabPackages } from '@hotpath-labs/workshop/attempt/scaffold.js'
import { findAttemptPaths } from '@hotpath-labs/lab/project/project.js'
import { makeFolder, writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { describeStartingFile } from '@hotpath-labs/lab/exercise.js'
import { explainMissingFigures } from '@hotpath-labs/lab/report/exporters.js'
import { formatReachedExerciseStep } from '@hotpath-labs/lab/report/attempt.js'
import { startLiveRun } from './runs.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { StageEvent } from './run.js'
 */

/** Largest size of an attendee's file in bytes. A usual solution has forty lines. */
export const MAX_ATTENDEE_FILE_BYTES = 100_000

/** Pattern of allowed names of files and folders: at most 40 letters, digits, spaces, dots, hyphens and underscores. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u

/** File name that `pnpm lab start` gives to every attendee's file. */
const SHARED_NAME = /^mine(\.[cm]?js)$/i
const JAVASCRIPT = /\.[cm]?js$/
const TOO_LONG = `is longer than ${MAX_ATTENDEE_FILE_BYTES / 1000} kB`
const INVALID_NAME = 'is not a valid name: begin with a letter or digit, and use at most 40 letters, digits, spaces, dots, hyphens and underscores'

/**
 * @param {string} name of a file
 * @param {string} [text]
 * @returns {string} why it cannot be judged, as the rest of a sentence; empty if it can
 */
function findAttendeeFileFault (name, text = '') {
  if (!JAVASCRIPT.test(name)) return 'is not a JavaScript file'
  if (Buffer.byteLength(text) > MAX_ATTENDEE_FILE_BYTES) return TOO_LONG
  const [, extension] = SHARED_NAME.exec(name) ?? []
  if (extension) return `does not say whose file it is: rename it, for example to anna${extension}`
  return NAME.test(name) ? '' : INVALID_NAME
}

/**
 * Reads the attendees' files. If Anna has both `anna.js` and `anna/mine.js`, her newer file counts.
 *
 * @param {string} folder
 * @param {string} mine name of an attendee's own file
 * @returns {{ who: string, text: string, refused: string }[]} `refused`: why the file is not read; empty if it is
 */
function readAttendeeFiles (folder, mine) {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  const found = entries.flatMap((entry) => {
    const { name } = entry
    const isFolder = entry.isDirectory()
    // skips names that begin with a dot, because editors and systems hide their own files this way
    if (name.startsWith('.') || !(isFolder ? existsSync(join(folder, name, mine)) : JAVASCRIPT.test(name))) return []
    const fault = isFolder ? NAME.test(name) ? '' : INVALID_NAME : findAttendeeFileFault(name)
    const source = fault ? refuse(fault) : readSource(isFolder ? join(folder, name, mine) : join(folder, name))
    return [{ who: isFolder || fault ? name : name.replace(JAVASCRIPT, ''), ...source }]
  })
  const newestLast = found.sort((a, b) => a.writtenMs - b.writtenMs)
  return [...new Map(newestLast.map(({ writtenMs, ...source }) => [source.who, source])).values()]
}

/** @param {string} file */
function readSource (file) {
  try {
    const stat = lstatSync(file)
    // refuses links and pipes: a link could lead to any file of this machine, and a pipe never ends
    if (!stat.isFile()) return refuse(stat.isSymbolicLink() ? 'is a link; only files are judged' : 'is not a file', stat.mtimeMs)
    if (stat.size > MAX_ATTENDEE_FILE_BYTES) return refuse(TOO_LONG, stat.mtimeMs)
    return { text: readFileSync(file, 'utf8'), refused: '', writtenMs: stat.mtimeMs }
  } catch (error) {
    return refuse(`cannot be read: ${error.code}`)
  }
}

/** @param {string} refused why */
function refuse (refused, writtenMs = 0) {
  return { text: '', refused, writtenMs }
}

/**
 * @typedef {object} Entry an attendee's file on the leaderboard
 * @property {string} who
 * @property {'waits' | 'judging' | 'judged' | 'refused'} phase
 * @property {string} problem why the file is not judged, waits or is broken
 * @property {Result['verdict'] | null} verdict
 * @property {number | null} ratio to slow
 * @property {(number | null)[]} interval of the ratio
 * @property {number | null} share of fast's speed
 * @property {string} step the entry's place among the lab's steps; empty before it is judged
 *
 * @typedef {object} Source an entry's file in the folder
 * @property {string} text
 * @property {string} refused why the file is not read; empty if it is
 *
 * @typedef {object} Judging adapters of a leaderboard
 * @property {(file: string, onEvent: (event: StageEvent) => void, onEnd: () => void) => { stop: () => void }} judge
 *   measures a file instead of fast
 * @property {string} folder absolute, of the attendees' files
 * @property {string} work absolute: the folder for the copies that are judged
 */

/** Judges the attendees' files in a folder, one after the other, for the leaderboard. Emits the event `change`. */
export class LeaderboardJudge extends EventEmitter {
  /** @type {Map<string, Entry & Source>} by attendee */
  #entries = new Map()
  /** @type {{ who: string, stop: () => void } | null} */
  #going = null
  /** true once the instructor has started the judging; before, no attendee's program runs */
  isOpen = false

  /** @param {Lab} lab @param {Judging} judging */
  constructor (lab, judging) {
    super()
    this.lab = lab
    this.judging = judging
    this.look()
  }

  /** State of the leaderboard for all pages, sorted: files with the verdict "holds" first, and faster files before slower files. */
  get state () {
    const order = ['holds', 'undecided', 'broken', 'cannot run', null]
    const entries = [...this.#entries.values()].map(({ text, refused, ...entry }) => entry)
    const byVerdict = (/** @type {Entry} */ a, /** @type {Entry} */ b) => order.indexOf(a.verdict) - order.indexOf(b.verdict)
    entries.sort((a, b) => byVerdict(a, b) || (b.ratio ?? 0) - (a.ratio ?? 0) || a.who.localeCompare(b.who))
    return { isOpen: this.isOpen, entries }
  }

  get isJudging () {
    return this.#going !== null
  }

  /** Reads the folder again: new and changed files wait for judging, and deleted files leave the leaderboard. */
  look () {
    const files = readAttendeeFiles(this.judging.folder, basename(findAttemptPaths(this.lab).file))
    const sources = new Map(files.map((source) => [source.who, source]))
    for (const who of this.#entries.keys()) {
      if (sources.has(who)) continue
      this.#entries.delete(who)
      if (this.#going?.who === who) this.#end()
    }
    for (const { who, text, refused } of sources.values()) {
      const known = this.#entries.get(who)
      if (known?.text === text && known.refused === refused) continue
      if (this.#going?.who === who) this.#end()
      const entry = { ...waitingEntry(who), text, refused, problem: refused }
      if (refused) entry.phase = 'refused'
      this.#entries.set(who, entry)
    }
    this.emit('change')
    this.#next()
  }

  /**
   * Saves a file that somebody dropped on a page, and replaces an older file of the same name.
   *
   * @param {string} name @param {string} text @returns {string} why it was refused; empty if it was not
   */
  take (name, text) {
    const wrong = findAttendeeFileFault(name, text)
    if (wrong) return `${name.slice(0, 60)} ${wrong}`
    try {
      makeFolder(this.judging.folder)
      writeFileAtomically(join(this.judging.folder, name), text)
    } catch (error) {
      return `${name} cannot be saved: ${error.message}`
    }
    this.look()
    return ''
  }

  /** Starts judging all waiting files, and from then on every new file. */
  open () {
    this.isOpen = true
    // also judges again each file whose last verdict was not "holds"
    for (const entry of this.#entries.values()) {
      if (entry.phase === 'judged' && entry.verdict !== 'holds') Object.assign(entry, waitingEntry(entry.who))
    }
    this.emit('change')
    this.#next()
  }

  /** Stops judging files. An interrupted file is judged again, from the beginning, after the next start. */
  close () {
    this.isOpen = false
    const entry = this.#going && this.#entries.get(this.#going.who)
    this.#end()
    if (entry) Object.assign(entry, waitingEntry(entry.who))
    this.emit('change')
  }

  #end () {
    const going = this.#going
    this.#going = null
    going?.stop()
  }

  #next () {
    if (!this.isOpen || this.#going) return
    const entry = [...this.#entries.values()].find(({ phase }) => phase === 'waits')
    if (!entry) return
    try {
      const file = this.#copy(entry)
      entry.phase = 'judging'
      const { stop } = startLiveRun((...listeners) => this.judging.judge(file, ...listeners), {
        onEvent: (event) => {
          Object.assign(entry, changesAfter(event))
          this.emit('change')
        },
        onEnd: () => {
          this.#going = null
          this.emit('change')
          this.#next()
        },
      })
      this.#going = { who: entry.who, stop }
    } catch (error) {
      Object.assign(entry, { phase: 'refused', problem: error.message })
      this.#next()
    }
    this.emit('change')
  }

  /**
   * Copies an attendee's file into another folder, so that a later change of the file cannot affect the judging.
   *
   * @param {Entry & Source} entry
   * @returns {string} its file
   */
  #copy ({ who, text }) {
    const folder = join(this.judging.work, who)
    // empties the folder first, because it may contain files of an older version of the lab
    rmSync(folder, { recursive: true, force: true })
    const place = { folder, file: join(folder, basename(findAttemptPaths(this.lab).file)) }
    copyTemplate(this.lab, place)
    linkLabPackages(this.lab, place)
    writeFileSync(place.file, text)
    if (isAttemptUnchanged(this.lab, place)) throw new Error(`nothing changed yet: the file is still a copy of ${describeStartingFile(this.lab.manifest)}`)
    return place.file
  }
}

/** @param {string} who @returns {Entry} */
function waitingEntry (who) {
  return {
    who,
    phase: 'waits',
    problem: '',
    verdict: null,
    ratio: null,
    interval: [null, null],
    share: null,
    step: '',
  }
}

/** @param {StageEvent} event of a measurement @returns {Partial<Entry>} changes of the entry that is judged */
function changesAfter (event) {
  if (event.type === 'waiting') return { problem: event.what }
  if (event.type === 'failed') return { phase: 'judged', verdict: 'cannot run', problem: event.what }
  if (event.type !== 'pair' && event.type !== 'result') return { problem: '' }
  const claims = event.type === 'pair' ? event.claims : event.result.claims
  const [overSlow, overFast] = ['mine', 'fast'].map((id) => claims.find((claim) => claim.id === id))
  const figures = { problem: '', ratio: overSlow?.ratio ?? null, interval: overSlow?.interval ?? [null, null], share: overFast?.ratio ?? null }
  if (event.type === 'pair') return figures
  const { verdict, step } = event.result
  const broken = event.result.claims.find((claim) => claim.required && claim.verdict === 'broken')
  const brokenClaim = broken && broken.id !== 'mine' ? `not true: ${broken.says}` : ''
  return {
    ...figures,
    phase: 'judged',
    verdict,
    step: step ? formatReachedExerciseStep(step) : '',
    problem: explainMissingFigures(event.result) || brokenClaim,
  }
}
