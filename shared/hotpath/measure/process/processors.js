import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readProcFile } from './procfs.js'
import { isRunning } from './running.js'

const run = promisify(execFile)

/** A tool that has not ended by then hangs; it takes 2 ms. */
const TASKSET_MS = 2000

/**
 * Processors of this machine on which processes can be placed. Without them processes live where the scheduler puts them: two equal functions then
 * differ by the neighbours that their processors have. On an Intel Sapphire Rapids with two cores pairs of equal functions scattered by 22 % free and
 * by 2.8 % with both sides on one processor.
 */
export class Processors {
  /** @param {number[]} ids */
  constructor (ids) {
    this.ids = ids
    this.canPin = ids.length > 1
    this.hasPinned = false
  }

  /**
   * Lets a process run only on some of them, with all of its threads: V8's compiler and collector work beside the main one.
   *
   * @param {number} pid
   * @param {number[]} ids
   * @returns {Promise<boolean>} false where it could not be done; then nothing will be placed any more
   */
  async pin (pid, ids) {
    // what somebody was kept from is given back, even when nothing can be placed any more
    const isBack = this.hasPinned && ids.length === this.ids.length
    if (!this.canPin && !isBack) return false
    try {
      await run('taskset', ['-a', '-c', '-p', ids.join(), String(pid)], { timeout: TASKSET_MS })
      this.hasPinned = true
      return true
    } catch {
      // a process that has just ended is its owner's to tell; without taskset the first call says so
      if (!isRunning(pid)) return false
      this.canPin = false
      return false
    }
  }
}

/** @returns {number[]} the processors that this process may use, as the kernel says; none where it does not say (macOS, Windows) */
export function allowedProcessors () {
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
