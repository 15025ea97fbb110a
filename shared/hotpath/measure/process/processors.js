import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readProcFile } from './procfs.js'
import { isProcessRunning } from './running.js'

const run = promisify(execFile)

/** Time limit in ms for the command `taskset`, which takes 2 ms. */
const TASKSET_MS = 2000

/**
 * Pins processes to CPUs. Ratios of equal functions scatter by 2.8 % on one CPU and by 22 % without pinning, because other virtual machines
 * on the same host slow one CPU more than another (Intel Sapphire Rapids, two cores).
 */
export class PinnableProcessors {
  /** @param {number[]} ids */
  constructor (ids) {
    this.ids = ids
    this.canPin = ids.length > 1
    this.hasPinned = false
  }

  /**
   * Pins a process with all its threads, including those of V8's compiler and collector.
   *
   * @param {number} pid
   * @param {number[]} ids of CPUs
   * @returns {Promise<boolean>} false where that failed; then nothing is pinned any more
   */
  async pin (pid, ids) {
    // unpins processes even if pinning has failed meanwhile, because some may still be pinned
    const isBack = this.hasPinned && ids.length === this.ids.length
    if (!this.canPin && !isBack) return false
    try {
      await run('taskset', ['-a', '-c', '-p', ids.join(), String(pid)], { timeout: TASKSET_MS })
      this.hasPinned = true
      return true
    } catch {
      // ignores an exited process, because the code that started the process reports its exit
      if (!isProcessRunning(pid)) return false
      // stops pinning for good, because `taskset` fails on this machine even for a running process
      this.canPin = false
      return false
    }
  }
}

/** @returns {number[]} CPUs that this process may use; none where the kernel does not say (macOS, Windows) */
export function listAllowedProcessors () {
  const [, list = ''] = readProcFile('self', 'status').match(/^Cpus_allowed_list:\s*(\S+)$/m) ?? []
  return parseCpuList(list)
}

/** @param {string} list such as 0-3,8 @returns {number[]} */
export function parseCpuList (list) {
  return list.split(',').filter(Boolean).flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
