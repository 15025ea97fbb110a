/** What a shell says of a process that a signal has ended. */
const CODES = Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })

/** Ends this process at a signal, as its own end: what it has started ends with it. */
export function endAtSignals () {
  for (const [signal, code] of CODES) process.on(signal, () => process.exit(code))
}

/**
 * Lets what is under way end first, where it can: the next signal ends this process at once.
 *
 * @param {() => void} end of it, after which this process ends by itself
 */
export function atSignals (end) {
  for (const [signal, code] of CODES) {
    process.removeAllListeners(signal).once(signal, () => {
      process.exitCode = code
      end()
    })
  }
}
