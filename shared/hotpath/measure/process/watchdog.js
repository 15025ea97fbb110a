import { readCpuState, readMemory } from './procfs.js'

/** @import { CpuState } from './procfs.js' */

/** How often a process is looked at: an endless loop is found a quarter of a second late, and a look costs 50 µs. */
const TICK_MS = 250

/** Of a tick, the CPU time that a process wants and does not get. */
const STARVED = 0.5

/**
 * How long a process is waited for. Only what is its own counts: while it is stopped, or is kept from a processor, or this process itself did not
 * run because the machine slept, it is nobody's fault. A process that takes ever more memory is ended before the machine has none left.
 */
export class Watchdog {
  /**
   * @param {number | undefined} pid
   * @param {object} limits
   * @param {number} limits.ownMs of its own time
   * @param {number} limits.allMs whatever the reason, and however much it has done
   * @param {number} [limits.mostBytes] of memory, where the system tells
   * @param {() => number} [limits.answered] what it has done so far: with each more its own time begins anew
   * @param {(why: 'hangs' | 'starved' | 'swells' | 'slow') => void} onEnd
   */
  constructor (pid, { ownMs, allMs, mostBytes = Infinity, answered = () => 0 }, onEnd) {
    let own = 0
    let all = 0
    const first = answered()
    let done = first
    let keptMs = 0
    let before = readCpuState(pid)
    // a system that does not tell whether it had a processor gives it the whole time before it is blamed
    const mostOwn = before ? ownMs : Math.max(ownMs, allMs)
    // ticks are counted and not the clock: a clock that jumps, or a lid that was closed, is no waiting
    this.timer = setInterval(() => {
      const now = readCpuState(pid)
      all += TICK_MS
      if (wasStarved(before, now)) keptMs += TICK_MS
      else own += TICK_MS
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

/** Whether something kept it from working in between. @param {CpuState | undefined} before @param {CpuState | undefined} now */
function wasStarved (before, now) {
  if (!before || !now) return false
  if (now.state === 'T') return true
  return now.state === 'R' && now.cpuMs - before.cpuMs < TICK_MS * STARVED
}
