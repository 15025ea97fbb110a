import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { takeLock } from '@hotpath-labs/engine/process/lock.js'

/**
 * @typedef {object} SavedDemoState a lab's address, the same for the next server, so that open pages find that one
 * @property {string} token that every request for a change must carry
 * @property {number | null} port null before the first server
 */

/** @param {string} folder @param {string} lab @returns {SavedDemoState} as the last server left it, or a new one */
export function readSavedDemoState (folder, lab) {
  try {
    const { token, port } = JSON.parse(readFileSync(findStateFile(folder, lab), 'utf8'))
    if (/^[0-9a-f]{32}$/.test(token)) return { token, port }
  } catch {
    // makes a new token if the file is missing or damaged
  }
  return { token: randomBytes(16).toString('hex'), port: null }
}

/**
 * @param {string} folder
 * @param {string} lab
 * @param {SavedDemoState} state
 * @returns {boolean} false where nothing can be written: a stage runs there too
 */
export function writeSavedDemoState (folder, lab, state) {
  try {
    makeFolder(folder)
    // makes the file readable only for this user, because the file contains the token
    writeFileAtomically(findStateFile(folder, lab), JSON.stringify(state) + '\n', { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/**
 * Locks a lab's saved state for this server, because two servers of one lab would send to the same pages and write the same files.
 *
 * @param {string} folder @param {string} lab
 * @returns {number | undefined} the process that has it already
 */
export function lockSavedDemoState (folder, lab) {
  try {
    makeFolder(folder)
    return takeLock(findDemoStateLockFile(folder, lab)).holder
  } catch (error) {
    // continues without a lock on a disk where nothing can be written
    if (!error.syscall) throw error
  }
}

/** @param {string} folder @param {string} lab */
function findStateFile (folder, lab) {
  return join(folder, `${lab}.json`)
}

/** @param {string} folder @param {string} lab */
export function findDemoStateLockFile (folder, lab) {
  return join(folder, `${lab}.lock`)
}
