import { exitOnSignals } from '../signals.js'

/** Exit code of work that the stage stopped, the same as after SIGTERM. */
const STOPPED = 143

/**
 * Does one piece of work for the stage. This process ends when the work is done, or when the stage stops it or dies.
 *
 * @param {(asked: any) => Promise<unknown>} work
 */
export function runTaskForStage (work) {
  let isDone = false
  process.on('disconnect', () => process.exit(isDone ? 0 : STOPPED))
  if (!process.connected) process.exit(STOPPED)
  exitOnSignals()
  process.once('message', (asked) => work(asked).catch((error) => sendEventToStage({ type: 'failed', what: error.message })).finally(() => {
    isDone = true
    process.disconnect()
  }))
}

/**
 * Sends the stage an event of the run or the profile.
 *
 * @param {import('@hotpath-labs/stage').StageEvent | import('@hotpath-labs/stage').ProfileEvent} event
 * @returns {Promise<unknown>} when it is on its way
 */
export function sendEventToStage (event) {
  return new Promise((resolve) => process.connected && process.send ? process.send(event, resolve) : resolve(undefined))
}
