import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join, basename, dirname } from 'node:path'
import { copyImportsOfSolution, copyTemplate, isAttemptUnchanged, linkLabPackages } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { findAttemptPaths } from '@hotpath-labs/lab/project/project.js'
import { makeFolder, writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { formatReachedExerciseStep } from '@hotpath-labs/lab/report/attempt.js'
import { findAttendeeFileFault, readAttendeeFiles } from './handed-in-files.js'
import { describeOutcome } from './outcome.js'
import { startLiveRun } from './runs.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { StageEvent } from './run.js'
 */

/**
 * @typedef {object} Entry an attendee's file on the board
 * @property {string} who
 * @property {string} version hash of the file's text
 * @property {'waits' | 'queued' | 'judging' | 'judged' | 'refused'} phase `waits`: for the instructor's key
 * @property {string} mark such as: too slow
 * @property {string} says why the file is not judged, waits or does not pass
 * @property {Result['verdict'] | null} verdict
 * @property {number | null} ratio to slow
 * @property {(number | null)[]} interval of the ratio
 * @property {number} confidence of the interval, 0..1
 * @property {number | null} share of fast's speed
 * @property {string} step the entry's place among the lab's steps; empty before it is judged
 *
 * @typedef {object} Source an entry's file in the folder
 * @property {string} text
 * @property {string} refused why the file is not read; empty if it is
 *
 * @typedef {object} Judging adapters of a board
 * @property {(file: string, onEvent: (event: StageEvent) => void, onEnd: () => void) => { stop: () => void }} judge
 *   measures a file instead of fast
 * @property {string} folder absolute, of the attendees' files
 * @property {string} work absolute: the folder for the copies that are judged
 */

/** What the board says of a file that is not judged yet, by its phase. */
const MARKS = { waits: 'not judged yet', queued: 'in the queue', judging: 'being judged', refused: 'refused' }

/** Judges the attendees' files in a folder, one after the other. Emits the event `change`. */
export class BoardJudge extends EventEmitter {
  /** @type {Map<string, Entry & Source>} by attendee */
  #entries = new Map()
  /** @type {{ who: string, stop: () => void } | null} */
  #going = null

  /** @param {Lab} lab @param {Judging} judging */
  constructor (lab, judging) {
    super()
    this.lab = lab
    this.judging = judging
    this.look()
  }

  /** Entries for all pages, by name: a faster file does not come first, because files with overlapping intervals may be equally fast. */
  get state () {
    const entries = [...this.#entries.values()].map(({ text, refused, ...entry }) => entry)
    return { entries: entries.sort((a, b) => a.who.localeCompare(b.who, undefined, { numeric: true })) }
  }

  get isJudging () {
    return this.#going !== null
  }

  /** Reads the folder again: new and changed files wait for judging, and deleted files leave the board. */
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
      const entry = refused ? makeEntry(who, 'refused', formatRefusal(who, refused)) : makeEntry(who, 'waits')
      const version = createHash('sha256').update(text).digest('hex').slice(0, 12)
      this.#entries.set(who, { ...entry, version, text, refused })
    }
    this.emit('change')
    this.#next()
  }

  /** @param {string} who @returns {string | undefined} the text that the instructor's key would judge */
  readText (who) {
    return this.#entries.get(who)?.text
  }

  /** @param {string} name @returns {string | undefined} the entry with that name, whatever the case of its letters */
  findOwner (name) {
    return [...this.#entries.keys()].find((who) => who.toLowerCase() === name.toLowerCase())
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

  /** Judges all files that wait now. A file that arrives later waits for the next call. If none waits, judges again what has not passed. */
  judge () {
    const entries = [...this.#entries.values()]
    const waiting = entries.filter(({ phase }) => phase === 'waits')
    const chosen = waiting.length || this.isJudging ? waiting : entries.filter(({ phase, verdict }) => phase === 'judged' && verdict !== 'holds')
    for (const entry of chosen) Object.assign(entry, makeEntry(entry.who, 'queued'))
    this.emit('change')
    this.#next()
  }

  /** Stops judging files. An interrupted file is judged again, from the beginning, after the next start. */
  close () {
    this.#end()
    for (const entry of this.#entries.values()) {
      if (entry.phase === 'queued' || entry.phase === 'judging') Object.assign(entry, makeEntry(entry.who, 'waits'))
    }
    this.emit('change')
  }

  #end () {
    const going = this.#going
    this.#going = null
    going?.stop()
  }

  #next () {
    if (this.#going) return
    const entry = [...this.#entries.values()].find(({ phase }) => phase === 'queued')
    if (!entry) return
    try {
      const file = this.#copy(entry)
      Object.assign(entry, makeEntry(entry.who, 'judging'))
      const { stop } = startLiveRun((...listeners) => this.judging.judge(file, ...listeners), {
        onEvent: (event) => {
          Object.assign(entry, this.#changesAfter(event, entry.who, file))
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
      Object.assign(entry, makeEntry(entry.who, 'refused', formatRefusal(entry.who, error.message)))
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
    copyImportsOfSolution(this.lab, place)
    linkLabPackages(this.lab, place)
    writeFileSync(place.file, text)
    if (isAttemptUnchanged(this.lab, place)) throw new Error('is still the copy that pnpm lab start made: nothing changed yet')
    return place.file
  }

  /** @param {StageEvent} event of a measurement @param {string} who @param {string} file that is judged @returns {Partial<Entry>} */
  #changesAfter (event, who, file) {
    if (event.type === 'waiting') return { says: event.what }
    if (event.type === 'failed') return { phase: 'judged', verdict: 'cannot run', mark: 'not judged', says: `This machine could not judge ${who}'s file: ${event.what}` }
    if (event.type !== 'pair' && event.type !== 'result') return { says: '' }
    const claims = event.type === 'pair' ? event.claims : event.result.claims
    const [overSlow, overFast] = ['mine', 'fast'].map((id) => claims.find((claim) => claim.id === id))
    const figures = { says: '', ratio: overSlow?.ratio ?? null, interval: overSlow?.interval ?? [null, null], confidence: overSlow?.confidence ?? 0, share: overFast?.ratio ?? null }
    if (event.type === 'pair') return figures
    const { verdict, step } = event.result
    const outcome = describeOutcome(event.result, who, { folder: dirname(file), file }, this.lab)
    // the only step of a lab says nothing about a file that passes
    const isNews = step && (step.next || step.of > 1)
    return { ...figures, ...outcome, phase: 'judged', verdict, step: isNews ? formatReachedExerciseStep(step, verdict) : '' }
  }
}

/** @param {string} who @param {keyof typeof MARKS} phase @returns {Omit<Entry, 'version'>} */
function makeEntry (who, phase, says = '') {
  return {
    who,
    phase,
    mark: MARKS[phase],
    says,
    verdict: null,
    ratio: null,
    interval: [null, null],
    confidence: 0,
    share: null,
    step: '',
  }
}

/** @param {string} who a person, or a file that names none @param {string} fault the rest of a sentence */
function formatRefusal (who, fault) {
  return / name|whose file/.test(fault) ? `${who} ${fault}` : `${who}'s file ${fault}`
}
