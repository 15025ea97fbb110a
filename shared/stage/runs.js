/**
 * @typedef {import('./run.js').StageEvent} StageEvent
 * @typedef {object} Hears what becomes of a run, until it is stopped
 * @property {(event: StageEvent, ms: number) => void} onEvent with the time since it began, without that in which it waited for another measurement
 * @property {() => void} onEnd
 */

/**
 * A run that is measured. Whatever becomes of it, its last event says it.
 *
 * @param {(onEvent: (event: StageEvent) => void, onEnd: () => void) => { stop: () => void }} measure starts it
 * @param {Hears} hears
 * @returns {{ stop: () => void }}
 */
export function live (measure, { onEvent, onEnd }) {
  const started = performance.now()
  let [isHeard, isDecided] = [true, false]
  let waitedMs = 0
  /** @type {number | undefined} */
  let waitsSince
  const heard = (/** @type {StageEvent} */ event) => {
    if (!isHeard) return
    isDecided ||= event.type === 'result' || event.type === 'failed'
    const now = performance.now() - started
    if (event.type === 'waiting') waitsSince ??= now
    else if (waitsSince !== undefined) {
      waitedMs += now - waitsSince
      waitsSince = undefined
    }
    onEvent(event, Math.round((waitsSince ?? now) - waitedMs))
  }
  const ended = () => {
    if (!isHeard) return
    if (!isDecided) heard({ type: 'failed', what: 'the measurement ended without a verdict' })
    isHeard = false
    onEnd()
  }
  let stop = () => {}
  try {
    ({ stop } = measure(heard, ended))
  } catch (error) {
    // not before whoever began it can stop it
    queueMicrotask(() => {
      heard({ type: 'failed', what: error.message })
      ended()
    })
  }
  return {
    stop () {
      isHeard = false
      stop()
    },
  }
}

/** A run that was recorded. @param {import('./recording.js').Recording} recording @param {number} speed @param {Hears} hears @returns {{ stop: () => void }} */
export function played ({ events }, speed, { onEvent, onEnd }) {
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
