import { EventEmitter } from 'node:events'
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { copySlow, isUnchanged, linkPackages } from '../mine/copy.js'
import { makeFolder, mineOf } from '../mine/place.js'
import { writeWhole } from '../page/file.js'
import { reasonOf } from '../report/markdown.js'

/** A variant has some forty lines; what is much longer is another thing. */
export const MOST_SOURCE_BYTES = 100_000

/** More than a room has. */
const MOST_FILES = 100

/** Of files, and of folders that hold one: letters, digits and what people put between them. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u

/**
 * @typedef {object} Entry of the board: one attendee's file
 * @property {string} who
 * @property {'waits' | 'judging' | 'judged' | 'refused'} phase
 * @property {string} told what is wrong, if anything is
 * @property {import('../measure/run.js').Result['verdict'] | null} verdict
 * @property {number | null} ratio over slow
 * @property {(number | null)[]} interval of it
 * @property {number | null} share of the solution's speed
 *
 * @typedef {object} Judging what a board needs of the world
 * @property {(file: string, onEvent: (event: import('./run.js').StageEvent) => void, onEnd: () => void) => { stop: () => void }} judge measures a file in place of fast
 * @property {string} folder absolute, of the attendees' files
 * @property {string} work absolute: the folder for the copies that are judged
 */

/** Results of several attendees, whose files lie in a folder: each is judged here, one after the other. Emits `change`. */
export class Board extends EventEmitter {
  /** @type {Map<string, Entry & { text: string }>} by who */
  #entries = new Map()
  /** @type {{ who: string, stop: () => void } | null} */
  #going = null
  /** whether what comes is judged: nobody's program is started before it is said */
  isOpen = false

  /** @param {import('../lab/find.js').Lab} lab @param {Judging} judging */
  constructor (lab, judging) {
    super()
    this.lab = lab
    this.judging = judging
    this.look()
  }

  /** All that a page shows of it: those that hold first, the faster before the slower. */
  get state () {
    const order = ['holds', 'undecided', 'broken', 'cannot run', null]
    const entries = [...this.#entries.values()].map(({ text, ...entry }) => entry)
    return { isOpen: this.isOpen, entries: entries.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict) || (b.ratio ?? 0) - (a.ratio ?? 0) || a.who.localeCompare(b.who)) }
  }

  get isJudging () {
    return this.#going !== null
  }

  /** Looks at the folder anew: a file that is new or another waits to be judged, one that is gone is listed no more. */
  look () {
    const found = new Map(sourcesIn(this.judging.folder, basename(mineOf(this.lab).file)).map((source) => [source.who, source]))
    for (const who of this.#entries.keys()) {
      if (found.has(who)) continue
      this.#entries.delete(who)
      if (this.#going?.who === who) this.#end()
    }
    for (const { who, text, refused } of found.values()) {
      const known = this.#entries.get(who)
      if (known && known.text === text && known.told === (refused || known.told)) continue
      if (this.#going?.who === who) this.#end()
      this.#entries.set(who, { ...waiting(who), text, ...(refused && { phase: /** @type {const} */ ('refused'), told: refused }) })
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
    const wrong = wrongWith(name) || (Buffer.byteLength(text) > MOST_SOURCE_BYTES ? TOO_LONG : '')
    if (wrong) return wrong
    try {
      makeFolder(this.judging.folder)
      writeWhole(join(this.judging.folder, name), text)
    } catch (error) {
      return `${name} cannot be kept: ${error.message}`
    }
    this.look()
    return ''
  }

  /** Judges all that waits, and from now on what comes. */
  open () {
    this.isOpen = true
    // a file whose run was stopped, or was not decided, is judged again
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
    /** @type {import('./run.js').StageEvent | undefined} */
    let last
    const going = { who: entry.who, stop: () => {} }
    try {
      const file = this.#copy(entry)
      this.#going = going
      entry.phase = 'judging'
      const { stop } = this.judging.judge(file, (event) => {
        if (this.#going !== going) return
        last = event
        Object.assign(entry, after(event))
        this.emit('change')
      }, () => {
        if (this.#going !== going) return
        this.#going = null
        if (last?.type !== 'result' && last?.type !== 'failed') Object.assign(entry, after({ type: 'failed', what: 'the measurement ended before it came to a verdict' }))
        this.emit('change')
        this.#next()
      })
      going.stop = stop
    } catch (error) {
      this.#going = null
      Object.assign(entry, { phase: 'refused', told: error.message })
      this.#next()
    }
    this.emit('change')
  }

  /** The very text that was looked at is judged, whatever becomes of the file meanwhile; beside it lies what slow has beside it. @param {Entry & { text: string }} entry @returns {string} its file */
  #copy ({ who, text }) {
    const folder = join(this.judging.work, who)
    // copies of an older lab would be judged
    rmSync(folder, { recursive: true, force: true })
    const place = { folder, file: join(folder, basename(mineOf(this.lab).file)) }
    copySlow(this.lab, place)
    linkPackages(this.lab, place)
    writeFileSync(place.file, text)
    if (isUnchanged(this.lab, place)) throw new Error('nothing changed yet: it is still slow')
    return place.file
  }
}

const LINKED = 'is a link, and only files are judged'
const TOO_LONG = `is longer than ${MOST_SOURCE_BYTES / 1000} kB`

/** @param {string} who @returns {Omit<Entry, 'text'>} */
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
  return { ...seen, phase: 'judged', verdict, told: reasonOf(event.result) || (broken && broken.id !== 'mine' ? `not so: ${broken.says}` : '') }
}

/** @param {string} name of a file @returns {string} why it is none that can be judged */
function wrongWith (name) {
  if (!/\.(c|m)?js$/.test(name)) return `${name.slice(0, 60)} is not a JavaScript file`
  return NAME.test(name) ? '' : `${JSON.stringify(name.slice(0, 60))} is not a name for a file here: use at most 40 letters, digits, dots, dashes and underscores`
}

/**
 * @param {string} folder
 * @param {string} mine what an attendee's own file is called
 * @returns {{ who: string, text: string, refused: string }[]} `anna.js` and `anna/mine.js` are both Anna's, and the newer one counts
 */
function sourcesIn (folder, mine) {
  const found = namesIn(folder).flatMap(({ name, isFolder }) => {
    if (!isFolder) return wrongWith(name) ? [] : [{ who: name.replace(/\.(c|m)?js$/, ''), file: join(folder, name) }]
    const file = join(folder, name, mine)
    return NAME.test(name) && isThere(file) ? [{ who: name, file }] : []
  })
  const newestLast = found.map((one) => ({ ...one, at: writtenAt(one.file) })).sort((a, b) => a.at - b.at)
  const files = new Map(newestLast.map(({ who, file }) => [who, file]))
  return [...files].slice(-MOST_FILES).map(([who, file]) => ({ who, ...read(file) }))
}

/** @param {string} file @returns {number} 0 where it cannot be asked */
function writtenAt (file) {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  } catch {
    return 0
  }
}

/** @param {string} file @returns {boolean} also where it cannot be read: whoever tries is told why */
function isThere (file) {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** @param {string} folder @returns {{ name: string, isFolder: boolean }[]} none where there is no such folder */
function namesIn (folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
  } catch {
    return []
  }
}

/** @param {string} file @returns {{ text: string, refused: string }} */
function read (file) {
  let open
  try {
    // a link could lead to any file of this machine, and a pipe would never end; Windows has no flag for that
    if (lstatSync(file).isSymbolicLink()) return { text: '', refused: LINKED }
    open = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(open)
    if (!stat.isFile()) return { text: '', refused: 'is not a file' }
    if (stat.size > MOST_SOURCE_BYTES) return { text: '', refused: TOO_LONG }
    return { text: readFileSync(open, 'utf8'), refused: '' }
  } catch (error) {
    return { text: '', refused: error.code === 'ELOOP' ? LINKED : `cannot be read: ${error.code}` }
  } finally {
    if (open !== undefined) closeSync(open)
  }
}
