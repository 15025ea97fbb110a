import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, takeLock, writeWhole } from 'hotpath/files'

/**
 * @typedef {object} Desk what a server that died leaves to the next one, so that pages which are open find it again
 * @property {string} token without which nothing is started
 * @property {number | null} port
 * @property {import('./stage.js').Place | null} at null where the last one ended in order
 * @property {boolean} running whether a run was going on
 * @property {string | null} shown the file of the recording of the run that was shown
 */

/** @param {string} folder @param {string} lab @returns {Desk} as it was left, or a new one */
export function readDesk (folder, lab) {
  const blank = { token: randomBytes(16).toString('hex'), port: null, at: null, running: false, shown: null }
  try {
    const { token, ...kept } = JSON.parse(readFileSync(deskFile(folder, lab), 'utf8'))
    return /^[0-9a-f]{32}$/.test(token) ? { ...blank, ...kept, token } : blank
  } catch {
    return blank
  }
}

/** @param {string} folder @param {string} lab @param {Desk} desk @returns {boolean} whether it was kept: a stage goes on where nothing can be written */
export function writeDesk (folder, lab, desk) {
  try {
    makeFolder(folder)
    // nobody else on this machine is to read the token
    writeWhole(deskFile(folder, lab), JSON.stringify(desk) + '\n', { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/**
 * Takes a lab's desk for this server: a second one would take its pages, and the copies that it judges.
 *
 * @param {string} folder @param {string} lab
 * @returns {number | undefined} the process that has it
 */
export function takeDesk (folder, lab) {
  try {
    makeFolder(folder)
    return takeLock(deskLock(folder, lab)).holder
  } catch (error) {
    // a stage goes on where nothing can be written
    if (!error.syscall) throw error
  }
}

/** @param {string} folder @param {string} lab */
function deskFile (folder, lab) {
  return join(folder, `${lab}.json`)
}

/** @param {string} folder @param {string} lab */
export function deskLock (folder, lab) {
  return join(folder, `${lab}.lock`)
}
