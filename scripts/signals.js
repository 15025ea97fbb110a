/** Exit codes that a shell gives to processes ended by a signal. */
const CODES = Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })

/** Ends this process at a signal by `process.exit`, so that its children end with it. */
export function exitOnSignals () {
  for (const [signal, code] of CODES) process.on(signal, () => process.exit(code))
}

/**
 * Lets running work end at the first signal; a second signal ends this process at once.
 *
 * @param {() => void} stop ends the work, after which this process ends
 */
export function onFirstSignal (stop) {
  for (const [signal, code] of CODES) {
    process.removeAllListeners(signal).once(signal, () => {
      process.exitCode = code
      stop()
    })
  }
}
