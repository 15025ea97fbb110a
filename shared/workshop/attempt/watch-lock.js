import { join } from 'node:path'
import { takeLock } from 'hotpath/files'
import { MY, writing } from '@hotpath-labs/project'

/**
 * Sees to it that a lab's file is watched once.
 *
 * @param {string} lab its name
 * @returns {{ pid: number, lock: string } | undefined} the process that watches it already, and its lock
 * @throws {import('@hotpath-labs/project').UnwritableError}
 */
export function watchedBy (lab) {
  const lock = join(MY, `watch-${lab}.lock`)
  const { holder } = writing(() => takeLock(lock))
  return holder === undefined ? undefined : { pid: holder, lock }
}
