import { exitOnSignals } from '@hotpath-labs/terminal/run.js'

/** Exit code of a child process that `pnpm demo` stopped, the same as after SIGTERM. */
const STOPPED = 143

/**
 * Runs one task in this child process of `pnpm demo`. The process exits after the task, or when `pnpm demo` stops it or dies.
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
 * Sends an event of a measurement or a profile to the parent process, `pnpm demo`.
 *
 * @param {import('./run.js').StageEvent | import('./profile.js').ProfileEvent} event
 * @returns {Promise<unknown>} when it is on its way
 */
export function sendEventToStage (event) {
  return new Promise((resolve) => process.connected && process.send ? process.send(event, resolve) : resolve(undefined))
}
