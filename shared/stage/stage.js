import { EventEmitter } from 'node:events'
import { makeFolder } from '@hotpath-labs/engine/files.js'
import { findHotFrame } from '@hotpath-labs/lab/hot-frame.js'
import { BoardJudge } from './board.js'
import { OwnProfile } from './profile.js'
import { createRecording, findRecordedResult } from './recording.js'
import { findFallbackRecording, findRunRecordingFile, writeRecording } from './recording-files.js'
import { applyEventToRunState, makeEmptyRunView } from './run.js'
import { startLiveRun, playRecording } from './runs.js'
import { findCauses, findRecordingOrigin, findVerdictRemark, formatVerdictWithHiddenClaims, formatVerdict } from './messages.js'

/**
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Judging } from './board.js'
 * @import { Origin } from './messages.js'
 * @import { StageEvent } from './run.js'
 * @import { ProfileEvent } from './profile.js'
 * @import { Recording, StageProfile } from './recording.js'
 */

/**
 * @typedef {{ screen: number, step: number, blank: boolean }} Place of the pages
 * @typedef {{ kind: 'live', began: string } | { kind: 'recording', speed: number } & Origin} Source of the shown run
 *
 * @typedef {object} StageAdapters adapters of a stage: processes, files and the terminal
 * @property {(onEvent: (event: StageEvent) => void, onEnd: () => void) => { stop: () => void }} measure
 *   starts a measurement in its own process
 * @property {(onEvent: (event: ProfileEvent) => void) => { done: Promise<string | undefined>, stop: () => void }} profile
 *   starts the profiler; `done` resolves with the reason if it fails
 * @property {string} profileFile absolute path of the profile's data, which the profiler writes
 * @property {string} recordings absolute path of the folder for recordings of all runs
 * @property {(text: string) => void} tell writes a line to the terminal
 * @property {(result: Result) => void} [onResult] receives the result of a live run
 * @property {Judging} [board] for a stage with a board
 */

export {}

/** Shortest time in ms between two updates of the pages: people do not notice more than ten updates a second. */
const UPDATE_EVERY_MS = 100

/** The page offers the recording if a run takes more than `times` as long as the recorded run, and more than `leastSeconds`. */
const SLOW = { times: 3, leastSeconds: 20, unknownSeconds: 30 }

/** Messages that ask the user to wait, by the kind of work that is still running. */
const WAIT = {
  live: 'wait until the run ends, or press X to stop it',
  recording: 'wait until the recording ends, or press X to stop it',
  profile: 'wait until the profile ends, or press X to stop it',
  board: 'wait until the files are judged, or press X to stop',
}

/** State of a lab's demo: the current screen, and a run that is measured or played. Emits `change` at most ten times a second. */
export class DemoStage extends EventEmitter {
  /** @type {Place} */
  at = { screen: 0, step: 0, blank: false }
  run = makeEmptyRunView()
  /** @type {Source | null} */
  source = null
  /** @type {'failed' | 'slow' | null} why the recording is offered */
  offer = null
  /** @type {{ stop: () => void } | null} */
  #going = null
  /** @type {NodeJS.Timeout | undefined} */
  #updating

  /**
   * @param {LabPlan} plan of what `measure` measures
   * @param {StageAdapters} adapters
   * @param {{ replay?: Recording, speed?: number }} [options] `replay`: played instead of every run
   */
  constructor (plan, adapters, { replay, speed = 1 } = {}) {
    super()
    this.plan = plan
    this.adapters = adapters
    this.replay = replay
    this.speed = speed
    this.recording = replay ?? findFallbackRecording(adapters.recordings, plan)
    this.board = adapters.board && new BoardJudge(plan.lab, adapters.board)
    this.board?.on('change', () => this.#update())
    this.profile = new OwnProfile(adapters, () => this.#update())
  }

  /** Index of the last screen: 5 with a board, 4 without one. */
  get lastScreen () {
    return this.board ? 5 : 4
  }

  get isGoing () {
    return this.#going !== null
  }

  get state () {
    const { at, run, source, offer, profile, recording } = this
    const { result } = run
    return {
      at,
      run,
      source,
      isGoing: this.isGoing,
      now: new Date().toISOString(),
      sentence: result ? formatVerdictWithHiddenClaims(result, this.plan) : '',
      say: result ? findVerdictRemark(result) : '',
      causes: result ? findCauses(result, this.plan) : {},
      offer: recording ? offer : null,
      recording: recording ? findRecordingOrigin(recording) : null,
      profile: {
        ...profile.state,
        ...this.#recordedProfile && { phase: profile.state.phase === 'none' ? 'there' : profile.state.phase, takenAt: recording?.profiledAt ?? recording?.recordedAt },
        from: this.#recordedProfile && recording ? this.#profileOrigin(recording) : null,
        hotFrame: findHotFrame(this.plan.lab.manifest, this.#profiledNodeMajor) ?? null,
      },
      isReplay: Boolean(this.replay),
      board: this.board?.state ?? null,
    }
  }

  /** Profile from the recording, until this machine has its own profile. @returns {StageProfile | undefined} */
  get #recordedProfile () {
    return this.replay || this.profile.state.phase !== 'there' ? this.recording?.profile : undefined
  }

  /** The profile that is shown. @returns {StageProfile | undefined} */
  get shownProfile () {
    return this.#recordedProfile ?? (this.profile.state.phase === 'there' ? this.profile.data : undefined)
  }

  /** @param {Recording} recording @returns {Origin} of its profile, which may be from another version of Node than its run */
  #profileOrigin (recording) {
    const { cpu, node } = findRecordingOrigin(recording)
    const nodeMajor = recording.profile?.nodeMajor
    return { recordedAt: recording.profiledAt ?? recording.recordedAt, cpu, node: nodeMajor && !node.startsWith(`v${nodeMajor}.`) ? `v${nodeMajor}` : node }
  }

  get #profiledNodeMajor () {
    const recordedNode = this.#recordedProfile && this.recording && findRecordingOrigin(this.recording).node
    return this.shownProfile?.nodeMajor ?? Number.parseInt((recordedNode || process.version).slice(1))
  }

  /** @param {Place} place */
  move (place) {
    this.at = place
    this.#update()
  }

  /**
   * Finds running work that must end before new work can start.
   *
   * @param {(keyof typeof WAIT)[]} kinds of work that cannot run beside the new one
   * @returns {string} what to do about it; empty if nothing has to end
   */
  #findWait (...kinds) {
    const going = [this.isGoing && this.source?.kind, this.profile.isTaking && 'profile', this.board?.isJudging && 'board']
    const found = kinds.find((kind) => going.includes(kind))
    return found ? WAIT[found] : ''
  }

  /** Starts a measurement, or with --replay plays the recording. @returns {string} why it did not start; empty if it did */
  begin () {
    if (this.replay) return this.play()
    const wait = this.#findWait('live', 'profile', 'board')
    if (wait) return wait
    this.#endRun()
    const recording = createRecording(this.plan.lab.name)
    this.#startRun({ kind: 'live', began: recording.recordedAt })
    const recordedSeconds = this.recording && findRecordedResult(this.recording)?.seconds
    const slowSeconds = recordedSeconds ? Math.max(SLOW.leastSeconds, SLOW.times * recordedSeconds) : SLOW.unknownSeconds
    const timer = setTimeout(() => this.#offerRecording(), 1000 * slowSeconds).unref()
    const { stop } = startLiveRun((...heard) => this.adapters.measure(...heard), {
      onEvent: (event, ms) => {
        // leaves events of type `waiting` out of the recording, because waiting for other measurements is no part of the run
        if (event.type !== 'waiting') recording.events.push([ms, event])
        this.#receive(event, ms)
      },
      onEnd: () => {
        clearTimeout(timer)
        this.#going = null
        this.#saveRun(recording)
      },
    })
    this.#going = {
      stop () {
        clearTimeout(timer)
        stop()
      },
    }
    return ''
  }

  /** Plays the recording instead of starting a measurement. @returns {string} why it did not start; empty if it did */
  play () {
    const { recording, speed } = this
    const wait = this.#findWait('board')
    if (wait) return wait
    if (!recording) return 'there is no recording yet: press R to measure. A run with the verdict "holds" can then be played'
    this.#endRun()
    this.#startRun({ kind: 'recording', speed, ...findRecordingOrigin(recording) })
    this.#going = playRecording(recording, speed, {
      onEvent: (event, ms) => this.#receive(event, ms),
      onEnd: () => {
        this.#going = null
        this.#update()
      },
    })
    return ''
  }

  /** Stops the run, the profile and the judging on the board. */
  stop () {
    this.profile.stop()
    this.#endRun()
  }

  /** Stops the run but not the profiler, because a recording may be played while the profiler runs. */
  #endRun () {
    const going = this.#going
    this.#going = null
    going?.stop()
    if (this.offer === 'slow') this.offer = null
    const isUnfinished = going && this.run.phase !== 'done'
    if (isUnfinished) this.run = { ...this.run, phase: 'stopped' }
    if (this.board?.isJudging) this.board.close()
    this.#update()
  }

  /** Starts the profiler, which profiles the programs `slow` and `fast`. @returns {string} why it did not start; empty if it did */
  takeProfile () {
    const wait = this.replay ? 'to take a profile, start pnpm demo without --replay' : this.#findWait('live', 'recording', 'profile', 'board')
    if (wait) return wait
    this.profile.take()
    return ''
  }

  /** Starts judging the attendees' files on the board. @returns {string} why it did not start; empty if it did */
  judge () {
    if (!this.board) return 'to judge files here, start pnpm demo with --board'
    const wait = this.#findWait('live', 'recording', 'profile')
    if (!wait) this.board.judge()
    return wait
  }

  /** @param {Source} source of the new run */
  #startRun (source) {
    this.run = { ...makeEmptyRunView(), phase: 'comparing' }
    this.source = source
    this.offer = null
    this.#update()
  }

  /** @param {StageEvent} event @param {number} ms */
  #receive (event, ms) {
    this.run = applyEventToRunState(this.run, event, ms)
    const isResult = event.type === 'result'
    if (event.type === 'failed' || (isResult && event.result.verdict === 'cannot run')) this.offer = 'failed'
    else if (isResult) this.offer = null
    this.#update()
  }

  /** @param {Recording} recording of a live run */
  #saveRun (recording) {
    try {
      Object.assign(recording, this.profile.recorded())
      makeFolder(this.adapters.recordings)
      writeRecording(findRunRecordingFile(this.adapters.recordings, recording), recording)
      this.recording = this.replay ?? findFallbackRecording(this.adapters.recordings, this.plan)
    } catch (error) {
      this.adapters.tell(`the recording of the run cannot be saved: ${error.message}`)
    }
    const result = findRecordedResult(recording)
    if (result) {
      this.adapters.onResult?.(result)
      this.adapters.tell(formatVerdict(result))
    } else this.adapters.tell(this.run.problem)
    this.#update()
  }

  #offerRecording () {
    this.offer = 'slow'
    this.#update()
  }

  #update () {
    this.#updating ??= setTimeout(() => {
      this.#updating = undefined
      this.emit('change')
    }, UPDATE_EVERY_MS)
  }
}

/** @typedef {DemoStage['state'] & { handIn: { addresses: string[], code: string | null } | null }} PageState what each open page is sent */
