import { EventEmitter } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { copyTemplate, isAttemptUnchanged, linkLabPackages } from '@hotpath-labs/workshop'
import { findAttemptPaths } from '@hotpath-labs/project'
import { makeFolder, writeFileAtomically } from 'hotpath/files'
import { describeStartingFile } from 'hotpath/lab'
import { explainMissingFigures, formatReachedExerciseStep } from 'hotpath/report'
import { findAttendeeFileFault, readAttendeeFiles } from './board-files.js'
import { startLiveRun } from './runs.js'

/** @import { StageEvent } from './run.js' */
/** @import { Lab } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */

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
