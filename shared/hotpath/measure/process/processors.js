import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readProcess } from './outside.js'
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
    this.canPlace = ids.length > 1
    this.hasPlaced = false
  }

  /**
   * Lets a process run only on some of them, with all of its threads: V8's compiler and collector work beside the main one.
   *
   * @param {number} pid
   * @param {number[]} ids
   * @returns {Promise<boolean>} false where it could not be done; then nothing will be placed any more
   */
  async place (pid, ids) {
    // what somebody was kept from is given back, even when nothing can be placed any more
    const isBack = this.hasPlaced && ids.length === this.ids.length
    if (!this.canPlace && !isBack) return false
    try {
      await run('taskset', ['-a', '-c', '-p', ids.join(), String(pid)], { timeout: TASKSET_MS })
      this.hasPlaced = true
      return true
    } catch {
      // a process that has just ended is its owner's to tell; without taskset the first call says so
      if (!isRunning(pid)) return false
      this.canPlace = false
      return false
    }
  }
}

/** @returns {number[]} the processors that this process may use, as the kernel says; none where it does not say (macOS, Windows) */
export function processorsHere () {
  const [, list = ''] = readProcess('self', 'status').match(/^Cpus_allowed_list:\s*(\S+)$/m) ?? []
  return idsIn(list)
}

/** @param {string} list such as 0-3,8 @returns {number[]} */
export function idsIn (list) {
  return list.split(',').filter(Boolean).flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
