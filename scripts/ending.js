/** A child that is asked to end tidies up first; after this it is killed. */
const ENDS_WITHIN_MS = 1000

/**
 * What ends a child that ends with its channel, as it does with this process, and tidies up before: on Windows a signal would not let it.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {(wrong: Error | undefined, code: number | null) => void} onEnd called once, when all has been heard of it
 * @returns {() => void}
 */
export function endable (child, onEnd) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  let [isOver, isStopped] = [false, false]
  const ended = (/** @type {Error | undefined} */ wrong, /** @type {number | null} */ code) => {
    clearTimeout(timer)
    if (!isOver) onEnd(wrong, code)
    isOver = true
  }
  child.on('error', (error) => ended(error, null))
  // what it said last may come after its exit
  child.on('close', (code) => ended(undefined, code))
  // a channel that this side has let go of is never told as closed
  child.on('exit', (code) => { if (isStopped) ended(undefined, code) })
  return () => {
    if (isOver || isStopped) return
    isStopped = true
    if (child.exitCode !== null || child.signalCode !== null) return ended(undefined, child.exitCode)
    if (child.connected) child.disconnect()
    timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
  }
}
