import { readdirSync } from 'node:fs'
import { readProcFile, readProcessStateAndCpuTime } from './procfs.js'

/** States of a process that works, waits for a disk, or was stopped by somebody. */
const NOT_IDLE = ['R', 'D', 'T']

/** Interval in ms between two readings. */
const TICK_MS = 1000

/** Bytes that a waiting process reads in an interval at most: Node's own timers read 8 each. */
const WAITING_BYTES = 32

/** @param {number} group id @returns {number} bytes that its processes have read and written; NaN where one works, or nothing says so */
function readBytes (group) {
  const members = listProcesses().flatMap((pid) => {
    const found = readProcessStateAndCpuTime(pid)
    return found?.group === group ? [{ pid, state: found.state }] : []
  })
  if (!members.length || members.some(({ state }) => NOT_IDLE.includes(state))) return NaN
  return members.reduce((sum, { pid }) => {
    const [, read, written] = readProcFile(pid, 'io').match(/^rchar: (\d+)\nwchar: (\d+)$/m) ?? []
    return sum + Number(read) + Number(written)
  }, 0)
}

/** @returns {number[]} none where the system has no procfs */
function listProcesses () {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean)
  } catch {
    return []
  }
}

/**
 * Counts the seconds in which all processes of a group only wait: none runs, and nothing is read or written.
 *
 * @param {number} group id
 * @param {(seconds: number) => void} onIdle is called each second, where the system has procfs
 * @returns {() => void} ends it
 */
export function watchIdleGroup (group, onIdle) {
  let seconds = 0
  let before = NaN
  const timer = setInterval(() => {
    const now = readBytes(group)
    // a process that has ended takes its bytes along
    seconds = now >= before && now - before <= WAITING_BYTES ? seconds + 1 : 0
    before = now
    if (seconds) onIdle(seconds)
  }, TICK_MS)
  return () => clearInterval(timer)
}
