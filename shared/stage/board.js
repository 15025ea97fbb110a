import { EventEmitter } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { copySlow, isUnchanged, linkPackages } from '@hotpath-labs/workshop'
import { mineOf } from '@hotpath-labs/project'
import { makeFolder, writeWhole } from 'hotpath/files'
import { reasonOf } from 'hotpath/report'
import { findFault, readSources } from './board-files.js'
import { live } from './runs.js'

/**
 * @typedef {object} Entry of the board: one attendee's file
 * @property {string} who
 * @property {'waits' | 'judging' | 'judged' | 'refused'} phase
 * @property {string} told what is wrong, if anything is
 * @property {import('hotpath/measure').Result['verdict'] | null} verdict
 * @property {number | null} ratio over slow
 * @property {(number | null)[]} interval of it
 * @property {number | null} share of the solution's speed
 *
 * @typedef {object} Source of an entry: its file, as the folder has it
 * @property {string} text
 * @property {string} refused why the file is not read; empty if it is
 *
 * @typedef {object} Judging what a board needs of the world
 * @property {(file: string, onEvent: (event: import('./run.js').StageEvent) => void, onEnd: () => void) => { stop: () => void }} judge measures a file in place of fast
 * @property {string} folder absolute, of the attendees' files
 * @property {string} work absolute: the folder for the copies that are judged
 */

/** Results of several attendees, whose files lie in a folder: each is judged here, one after the other. Emits `change`. */
export class Board extends EventEmitter {
  /** @type {Map<string, Entry & Source>} by who */
  #entries = new Map()
  /** @type {{ who: string, stop: () => void } | null} */
  #going = null
  /** whether what comes is judged: nobody's program is started before it is said */
  isOpen = false

  /** @param {import('hotpath/lab').Lab} lab @param {Judging} judging */
  constructor (lab, judging) {
    super()
    this.lab = lab
    this.judging = judging
    this.look()
  }

  /** All that a page shows of it: those that hold first, the faster before the slower. */
  get state () {
    const order = ['holds', 'undecided', 'broken', 'cannot run', null]
    const entries = [...this.#entries.values()].map(({ text, refused, ...entry }) => entry)
    return { isOpen: this.isOpen, entries: entries.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict) || (b.ratio ?? 0) - (a.ratio ?? 0) || a.who.localeCompare(b.who)) }
  }

  get isJudging () {
    return this.#going !== null
  }

  /** Looks at the folder anew: a file that is new or another waits to be judged, one that is gone is listed no more. */
  look () {
    const found = new Map(readSources(this.judging.folder, basename(mineOf(this.lab).file)).map((source) => [source.who, source]))
    for (const who of this.#entries.keys()) {
      if (found.has(who)) continue
      this.#entries.delete(who)
      if (this.#going?.who === who) this.#end()
    }
    for (const { who, text, refused } of found.values()) {
      const known = this.#entries.get(who)
      if (known?.text === text && known.refused === refused) continue
      if (this.#going?.who === who) this.#end()
      this.#entries.set(who, { ...waiting(who), text, refused, ...(refused && { phase: /** @type {const} */ ('refused'), told: refused }) })
    }
    this.emit('change')
    this.#next()
  }

  /**
   * Puts a file that was dropped on a page where the others are; one of the same name is the older one.
   *
   * @param {string} name @param {string} text @returns {string} what is wrong, if anything is
   */
  take (name, text) {
    const wrong = findFault(name, text)
    if (wrong) return `${name.slice(0, 60)} ${wrong}`
    try {
      makeFolder(this.judging.folder)
      writeWhole(join(this.judging.folder, name), text)
    } catch (error) {
      return `${name} cannot be saved: ${error.message}`
    }
    this.look()
    return ''
  }

  /** Judges all that waits, and from now on what comes. */
  open () {
    this.isOpen = true
    // only what holds is settled
    for (const entry of this.#entries.values()) if (entry.phase === 'judged' && entry.verdict !== 'holds') Object.assign(entry, waiting(entry.who))
    this.emit('change')
    this.#next()
  }

  /** Ends what is going on, which waits again. */
  close () {
    this.isOpen = false
    const entry = this.#going && this.#entries.get(this.#going.who)
    this.#end()
    if (entry) Object.assign(entry, waiting(entry.who))
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
      const { stop } = live((...heard) => this.judging.judge(file, ...heard), {
        onEvent: (event) => {
          Object.assign(entry, after(event))
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
      Object.assign(entry, { phase: 'refused', told: error.message })
      this.#next()
    }
    this.emit('change')
  }

  /** The very text that was looked at is judged, whatever becomes of the file meanwhile; beside it lies what slow has beside it. @param {Entry & Source} entry @returns {string} its file */
  #copy ({ who, text }) {
    const folder = join(this.judging.work, who)
    // copies of an older lab would be judged
    rmSync(folder, { recursive: true, force: true })
    const place = { folder, file: join(folder, basename(mineOf(this.lab).file)) }
    copySlow(this.lab, place)
    linkPackages(this.lab, place)
    writeFileSync(place.file, text)
    if (isUnchanged(this.lab, place)) throw new Error('nothing changed yet: the file is still a copy of slow')
    return place.file
  }
}

/** @param {string} who @returns {Entry} */
function waiting (who) {
  return { who, phase: 'waits', told: '', verdict: null, ratio: null, interval: [null, null], share: null }
}

/** @param {import('./run.js').StageEvent} event of a measurement @returns {Partial<Entry>} what becomes of who is judged */
function after (event) {
  if (event.type === 'waiting') return { told: event.what }
  if (event.type === 'failed') return { phase: 'judged', verdict: 'cannot run', told: event.what }
  if (event.type !== 'pair' && event.type !== 'result') return { told: '' }
  const claims = event.type === 'pair' ? event.claims : event.result.claims
  const [overSlow, overFast] = ['mine', 'fast'].map((id) => claims.find((claim) => claim.id === id))
  const seen = { told: '', ratio: overSlow?.ratio ?? null, interval: overSlow?.interval ?? [null, null], share: overFast?.ratio ?? null }
  if (event.type === 'pair') return seen
  const { verdict } = event.result
  const broken = event.result.claims.find((claim) => claim.gates && claim.verdict === 'broken')
  return { ...seen, phase: 'judged', verdict, told: reasonOf(event.result) || (broken && broken.id !== 'mine' ? `not true: ${broken.says}` : '') }
}
