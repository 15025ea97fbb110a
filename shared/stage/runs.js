/**
 * @import { Recording } from './recording.js'
 * @import { StageEvent } from './run.js'
 */

/**
 * @typedef {object} Listener receives the events of a run until the run is stopped
 * @property {(event: StageEvent, ms: number) => void} onEvent with the time since the start; waiting for another measurement does not count
 * @property {() => void} onEnd
 */

/**
 * Starts a measurement and adds the time to each event. The last event is always `result` or `failed`.
 *
 * @param {(onEvent: (event: StageEvent) => void, onEnd: () => void) => { stop: () => void }} measure starts it
 * @param {Listener} listener
 * @returns {{ stop: () => void }}
 */
export function startLiveRun (measure, { onEvent, onEnd }) {
  const started = performance.now()
  let [isListening, isDecided] = [true, false]
  let waitedMs = 0
  /** @type {number | undefined} */
  let waitsSince
  const receive = (/** @type {StageEvent} */ event) => {
    if (!isListening) return
    isDecided ||= event.type === 'result' || event.type === 'failed'
    const now = performance.now() - started
    if (event.type === 'waiting') waitsSince ??= now
    else if (waitsSince !== undefined) {
      waitedMs += now - waitsSince
      waitsSince = undefined
    }
    onEvent(event, Math.round((waitsSince ?? now) - waitedMs))
  }
  const end = () => {
    if (!isListening) return
    if (!isDecided) receive({ type: 'failed', what: 'the measurement ended without a verdict' })
    isListening = false
    onEnd()
  }
  let stop = () => {}
  try {
    ({ stop } = measure(receive, end))
  } catch (error) {
    // reports the failure after this function has returned, because the caller marks the run as running when the function returns
    queueMicrotask(() => {
      receive({ type: 'failed', what: error.message })
      end()
    })
  }
  return {
    stop () {
      isListening = false
      stop()
    },
  }
}

/**
 * Plays a recorded run: sends each event at its recorded time, divided by the speed.
 *
 * @param {Recording} recording
 * @param {number} speed as a multiple of the run's
 * @param {Listener} listener
 * @returns {{ stop: () => void }}
 */
export function playRecording ({ events }, speed, { onEvent, onEnd }) {
  /** @type {NodeJS.Timeout} */
  let timer
  const next = (/** @type {number} */ index, /** @type {number} */ before) => {
    if (index === events.length) return onEnd()
    const [ms, event] = events[index]
    timer = setTimeout(() => {
      onEvent(event, ms)
      next(index + 1, ms)
    }, (ms - before) / speed)
  }
  next(0, 0)
  return { stop: () => clearTimeout(timer) }
}
