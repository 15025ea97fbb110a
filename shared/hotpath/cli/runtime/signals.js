/** Exit codes of processes that a signal ended, as a shell reports them. */
const CODES = Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })

/** Makes SIGINT, SIGTERM and SIGHUP call `process.exit`, so that child processes end too. */
export function exitOnSignals () {
  for (const [signal, code] of CODES) process.on(signal, () => process.exit(code))
}

/**
 * Calls `stop` at the first SIGINT, SIGTERM or SIGHUP, so that running work can end. A second signal ends this process at once.
 *
 * @param {() => void} stop ends the work, after which this process ends
 */
export function stopOnFirstSignal (stop) {
  for (const [signal, code] of CODES) {
    process.removeAllListeners(signal).once(signal, () => {
      process.exitCode = code
      stop()
    })
  }
}
