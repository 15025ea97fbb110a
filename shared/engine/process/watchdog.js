import { readProcessStateAndCpuTime, readResidentBytes } from './procfs.js'

/** @import { CpuState } from './procfs.js' */

/** Interval in ms between two checks of a process. An endless loop is found up to 0.25 s late, and a check costs 50 µs. */
const TICK_MS = 250

/** A process that is ready to run lacks CPU time if it used a CPU for less than this share of an interval. */
const STARVED = 0.5

/**
 * Limits a process's working time, total time and memory. Working time excludes time in which the process is stopped, gets no CPU, or
 * waits until what it printed is read.
 * Neither time includes the machine's sleep. The memory limit keeps the machine from running out of memory. Limits: docs/decisions/071
 */
export class Watchdog {
  /**
   * @param {number | undefined} pid
   * @param {object} limits
   * @param {number} limits.ownMs of the process's own time
   * @param {number} limits.allMs in total
   * @param {number} [limits.mostBytes] of memory, where the system has procfs
   * @param {() => number} [limits.answered] number of answers; each new one restarts its own time
   * @param {() => number} [limits.printed] number of characters that have been read of its output
   * @param {(why: 'hangs' | 'starved' | 'swells' | 'slow', ms: number) => void} onEnd `ms`: the time limit that ended the wait
   */
  constructor (pid, { ownMs, allMs, mostBytes = Infinity, answered = () => 0, printed = () => 0 }, onEnd) {
    let own = 0
    let all = 0
    const first = answered()
    let done = first
    let read = printed()
    let keptMs = 0
    let before = readProcessStateAndCpuTime(pid)
    // without procfs it is unknown when a process gets no CPU, so only the total time is limited
    const most = Math.max(ownMs, allMs)
    const mostOwn = before ? ownMs : most
    // counts intervals instead of reading a clock: clocks jump, and a closed laptop's sleep does not count
    this.timer = setInterval(() => {
      const now = readProcessStateAndCpuTime(pid)
      all += TICK_MS
      const isStarved = wasStarved(before, now)
      if (isStarved) keptMs += TICK_MS
      const prints = read !== (read = printed()) && before && now
      // counts only its CPU time where it got little, or waits for a slow pipe, so that an endless loop is also found on a busy machine
      own += isStarved || prints ? Math.min(TICK_MS, Number(now?.cpuMs) - Number(before?.cpuMs)) : TICK_MS
      before = now
      if (done !== (done = answered())) own = 0
      const swells = readResidentBytes(pid) > mostBytes
      if (!swells && own < mostOwn && all < most) return
      this.end()
      const isAtWork = done > first && keptMs < all / 2
      if (swells || own < mostOwn) onEnd(swells ? 'swells' : isAtWork ? 'slow' : 'starved', most)
      else onEnd('hangs', mostOwn)
    }, TICK_MS)
  }

  end () {
    clearInterval(this.timer)
  }
}

/**
 * True if the process was stopped or lacked CPU time between two checks.
 * @param {CpuState | undefined} before @param {CpuState | undefined} now
 */
function wasStarved (before, now) {
  if (!before || !now) return false
  if (now.state === 'T') return true
  return now.state === 'R' && now.cpuMs - before.cpuMs < TICK_MS * STARVED
}
