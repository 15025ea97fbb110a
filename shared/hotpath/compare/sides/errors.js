import { tmpdir } from 'node:os'
import { CannotRun } from '../../failures/index.js'
import { CommandError } from '../../measure/process/run-command.js'

/** Pattern for error codes and messages of a full disk. */
const FULL = /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i

/** Error codes of a folder that cannot be written. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS']

/**
 * Turns an error about a full or read-only disk into advice, such as to free some space.
 *
 * @param {any} error
 * @returns {Error} a CannotRun for a full or read-only disk, else the same error
 */
export function explainDiskError (error) {
  const isFull = FULL.test(`${error.code} ${error instanceof CommandError ? error.output : ''}`)
  const advice = (/** @type {string} */ first) => `${first}, or set TMPDIR to a folder on another disk; the temporary folder is now ${tmpdir()}`
  if (isFull) return new CannotRun('DISK_FULL', 'The disk', 'is full, so the two compared versions cannot be stored', advice('Free some space'))
  if (!error.syscall || !UNWRITABLE.includes(error.code)) return error
  return new CannotRun('UNWRITABLE', 'The disk', `cannot store the two compared versions: ${error.message}`, advice('Allow writing there'))
}
