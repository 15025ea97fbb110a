import { EventEmitter } from 'node:events'
import { makeFolder } from 'hotpath/files'
import { flamePage } from '@hotpath-labs/profile'
import { Board } from './board.js'
import { Flame } from './flame.js'
import { fallback, fileFor, newRecording, resultOf, writeRecording } from './recording.js'
import { after, blankRun } from './run.js'
import { live, played } from './runs.js'
import { originOf, sayOf, sentenceOf, verdictOf } from './messages.js'

/** Pages are told no more often: ten times a second is as much as a room can see. */
const TELL_EVERY_MS = 100

/** When a run counts as slow, so that the recording is offered: by how many times its recording took, or by seconds if there is none to compare with. */
const SLOW = { times: 3, leastSeconds: 20, unknownSeconds: 30 }

/** What has to end first, told to who begins something else. */
const WAIT = {
  live: 'wait until the run ends, or press X to stop it',
  recording: 'wait until the recording ends, or press X to stop it',
  profile: 'wait until the profile ends, or press X to stop it',
  board: 'wait until the files are judged, or press X to stop',
}

/**
 * @typedef {{ screen: number, step: number, blank: boolean }} Place where the room is
 * @typedef {{ kind: 'live', began: string } | { kind: 'recording', speed: number } & import('./messages.js').Origin} Source of what is shown
 *
 * @typedef {object} Outside what a stage needs of the world
 * @property {(onEvent: (event: import('./run.js').StageEvent) => void, onEnd: () => void) => { stop: () => void }} measure starts a measurement in a process of its own
 * @property {(onEvent: (event: import('./flame.js').ProfileEvent) => void) => { done: Promise<string | undefined>, stop: () => void }} profile takes one; `done`: with what is wrong, if anything is
 * @property {string} flamePage absolute path of the page that a profile becomes
 * @property {string} flameData absolute path of what is drawn on it
 * @property {string} recordings absolute path of the folder to which every run goes
 * @property {(text: string) => void} tell a line for the terminal
 * @property {(result: import('hotpath/measure').Result) => void} [onResult] of a live run
 * @property {import('./board.js').Judging} [board] of the attendees' files, where they are listed
 */

/** A lab as a room sees it: the place of the pages, and a run that is measured or played. Emits `change`, at most ten times a second. */
export class Stage extends EventEmitter {
  /** @type {Place} */
  at = { screen: 0, step: 0, blank: false }
  run = blankRun()
  /** @type {Source | null} */
  source = null
  /** @type {'failed' | 'slow' | null} why the recording is offered */
  offer = null
  /** @type {{ stop: () => void } | null} */
  #going = null
  /** @type {NodeJS.Timeout | undefined} */
  #telling

  /**
   * @param {import('hotpath/lab').Lab} lab
   * @param {Outside} outside
   * @param {{ replay?: import('./recording.js').Recording, speed?: number }} [options] `replay`: to be played instead of every run
   */
  constructor (lab, outside, { replay, speed = 1 } = {}) {
    super()
    this.lab = lab
    this.outside = outside
    this.replay = replay
    this.speed = speed
    this.recording = replay ?? fallback(outside.recordings, lab)
    this.board = outside.board && new Board(lab, outside.board)
    this.board?.on('change', () => this.#tell())
    this.profile = new Flame(outside, () => this.#tell())
  }

  /** Number of the last screen: the board is one more. */
  get lastScreen () {
    return this.board ? 5 : 4
  }

  get isGoing () {
    return this.#going !== null
  }

  /** All that a page shows, whenever it comes. */
  get state () {
    const { at, run, source, offer, profile, recording } = this
    const { result } = run
    return {
      at,
      run,
      source,
      isGoing: this.isGoing,
      now: new Date().toISOString(),
      sentence: result ? sentenceOf(result, this.lab) : '',
      say: result ? sayOf(result) : '',
      offer: recording ? offer : null,
      recording: recording ? originOf(recording) : null,
      profile: this.#recordedProfile ? { phase: 'there', told: '', takenAt: recording?.profiledAt ?? recording?.recordedAt, from: recording && originOf(recording) } : { ...profile.state, from: null },
      isReplay: Boolean(this.replay),
      board: this.board?.state ?? null,
    }
  }

  /** The profile of the recording that is shown, in the place of which one of this machine stands. @returns {import('@hotpath-labs/profile').FlameData | undefined} */
  get #recordedProfile () {
    const isShown = this.replay || (this.source?.kind === 'recording' && ['none', 'failed'].includes(this.profile.state.phase))
    return isShown ? this.recording?.profile : undefined
  }

  /** The page of the profile that is shown. @returns {string | undefined} HTML */
  flame () {
    return this.#recordedProfile ? flamePage(this.#recordedProfile) : this.profile.page()
  }

  /** @param {Place} place */
  move (place) {
    this.at = place
    this.#tell()
  }

  /** @param {(keyof typeof WAIT)[]} kinds of what cannot go on beside something else @returns {string} what to do about the one that goes on, if one does */
  #waitFor (...kinds) {
    const going = [this.isGoing && this.source?.kind, this.profile.isTaking && 'profile', this.board?.isJudging && 'board']
    const found = kinds.find((kind) => going.includes(kind))
    return found ? WAIT[found] : ''
  }

  /** Measures, or plays what stands for it. @returns {string} why it did not begin, if it did not: there is one run at a time */
  begin () {
    if (this.replay) return this.play()
    const wait = this.#waitFor('live', 'profile', 'board')
    if (wait) return wait
    this.#endRun()
    const recording = newRecording(this.lab.name)
    this.#reset({ kind: 'live', began: recording.recordedAt })
    const known = this.recording && resultOf(this.recording)?.seconds
    const patience = setTimeout(() => this.#offerRecording(), 1000 * (known ? Math.max(SLOW.leastSeconds, SLOW.times * known) : SLOW.unknownSeconds)).unref()
    const { stop } = live((...heard) => this.outside.measure(...heard), {
      onEvent: (event, ms) => {
        // nobody wants to see again for whom it waited
        if (event.type !== 'waiting') recording.events.push([ms, event])
        this.#happened(event, ms)
      },
      onEnd: () => {
        clearTimeout(patience)
        this.#going = null
        this.#finished(recording)
      },
    })
    this.#going = {
      stop () {
        clearTimeout(patience)
        stop()
      },
    }
    return ''
  }

  /** Plays the recording. @returns {string} why it did not begin, if it did not */
  play () {
    const { recording, speed } = this
    if (!recording) return 'there is no recording yet: a run makes one if its verdict is holds'
    this.#endRun()
    this.#reset({ kind: 'recording', speed, ...originOf(recording) })
    this.#going = played(recording, speed, {
      onEvent: (event, ms) => this.#happened(event, ms),
      onEnd: () => {
        this.#going = null
        this.#tell()
      },
    })
    return ''
  }

  /** Ends whatever goes on, a profile too. */
  stop () {
    this.profile.stop()
    this.#endRun()
  }

  /** A profile goes on: a recording may be played meanwhile. */
  #endRun () {
    const going = this.#going
    this.#going = null
    going?.stop()
    if (this.offer === 'slow') this.offer = null
    if (going && this.run.phase !== 'done') this.run = { ...this.run, phase: 'failed', told: 'stopped' }
    if (this.board?.isOpen) this.board.close()
    this.#tell()
  }

  /** Takes a profile for the flame page. @returns {string} why it did not begin, if it did not */
  takeProfile () {
    const wait = this.replay ? 'with --replay, pnpm demo takes no profile' : this.#waitFor('live', 'recording', 'profile', 'board')
    if (wait) return wait
    if (this.board?.isOpen) this.board.close()
    this.profile.take()
    return ''
  }

  /** Judges the files of the board. @returns {string} why it did not begin, if it did not */
  judge () {
    if (!this.board) return 'to judge files here, start pnpm demo with --board'
    const wait = this.#waitFor('live', 'recording', 'profile')
    if (!wait) this.board.open()
    return wait
  }

  /** @param {Source} source of a run that begins */
  #reset (source) {
    this.run = { ...blankRun(), phase: 'comparing' }
    this.source = source
    this.offer = null
    this.#tell()
  }

  /** @param {import('./run.js').StageEvent} event @param {number} ms */
  #happened (event, ms) {
    this.run = after(this.run, event, ms)
    if (event.type === 'failed' || (event.type === 'result' && event.result.verdict === 'cannot run')) this.offer = 'failed'
    else if (event.type === 'result') this.offer = null
    this.#tell()
  }

  /** @param {import('./recording.js').Recording} recording of a live run */
  #finished (recording) {
    try {
      Object.assign(recording, this.profile.recorded())
      makeFolder(this.outside.recordings)
      writeRecording(fileFor(this.outside.recordings, recording), recording)
      this.recording = this.replay ?? fallback(this.outside.recordings, this.lab)
    } catch (error) {
      this.outside.tell(`the recording of the run cannot be saved: ${error.message}`)
    }
    const result = resultOf(recording)
    if (result) {
      this.outside.onResult?.(result)
      this.outside.tell(verdictOf(result))
    } else this.outside.tell(this.run.told)
    this.#tell()
  }

  #offerRecording () {
    this.offer = 'slow'
    this.#tell()
  }

  #tell () {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      this.emit('change')
    }, TELL_EVERY_MS)
  }
}
