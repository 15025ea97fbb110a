import { join } from 'node:path'
import { takeLock } from 'hotpath/files'
import { ATTENDEE_FOLDER, explainWriteErrors } from '@hotpath-labs/project'

/** @import { HotpathError } from 'hotpath/failures' */

/**
 * Locks an attendee's file for this process, so that only one `watch` runs for each lab.
 *
 * @param {string} lab
 * @returns {{ pid: number, lock: string } | undefined} the process that already watches it, and that process's lock file
 * @throws {HotpathError}
 */
export function takeWatchLock (lab) {
  const lock = join(ATTENDEE_FOLDER, `watch-${lab}.lock`)
  const { holder } = explainWriteErrors(() => takeLock(lock))
  return holder === undefined ? undefined : { pid: holder, lock }
}
