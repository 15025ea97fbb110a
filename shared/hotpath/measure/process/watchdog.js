import { readCpuState, readMemory } from './procfs.js'

/** @import { CpuState } from './procfs.js' */

/** Interval between two looks at a process: an endless loop is found 0.25 s late, and a look costs 50 µs. */
const TICK_MS = 250

/** Share of a tick in which a runnable process must get a CPU, or else it starves. */
const STARVED = 0.5

/**
 * Ends the wait for a process. Only the process's own time counts: not time in which it is stopped, gets no CPU, or the
 * machine sleeps. A process whose memory grows without end is stopped before the machine runs out.
 */
export class Watchdog {
  /**
   * @param {number | undefined} pid
   * @param {object} limits
   * @param {number} limits.ownMs of the process's own time
   * @param {number} limits.allMs in total
   * @param {number} [limits.mostBytes] of memory, where the system has procfs
   * @param {() => number} [limits.answered] number of answers; each new one restarts its own time
   * @param {(why: 'hangs' | 'starved' | 'swells' | 'slow') => void} onEnd
   */
  constructor (pid, { ownMs, allMs, mostBytes = Infinity, answered = () => 0 }, onEnd) {
    let own = 0
    let all = 0
    const first = answered()
    let done = first
    let keptMs = 0
    let before = readCpuState(pid)
    // without procfs a process gets all of the time before it is blamed
    const mostOwn = before ? ownMs : Math.max(ownMs, allMs)
    // ticks, not the clock: a clock may jump, and a closed lid is no waiting
    this.timer = setInterval(() => {
      const now = readCpuState(pid)
      all += TICK_MS
      const isStarved = wasStarved(before, now)
      if (isStarved) keptMs += TICK_MS
      // a busy machine slows an endless loop down, but does not excuse it
      own += isStarved ? Number(now?.cpuMs) - Number(before?.cpuMs) : TICK_MS
      before = now
      if (done !== (done = answered())) own = 0
      const swells = readMemory(pid) > mostBytes
      if (!swells && own < mostOwn && all < Math.max(allMs, ownMs)) return
      this.end()
      const isAtWork = done > first && keptMs < all / 2
      onEnd(swells ? 'swells' : own >= mostOwn ? 'hangs' : isAtWork ? 'slow' : 'starved')
    }, TICK_MS)
  }

  end () {
    clearInterval(this.timer)
  }
}

/** Tells if the process could not work between two looks. @param {CpuState | undefined} before @param {CpuState | undefined} now */
function wasStarved (before, now) {
  if (!before || !now) return false
  if (now.state === 'T') return true
  return now.state === 'R' && now.cpuMs - before.cpuMs < TICK_MS * STARVED
}
