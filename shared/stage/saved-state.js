import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { printNotice } from '@hotpath-labs/terminal/terminal.js'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { makeFolder, writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { takeLock } from '@hotpath-labs/engine/process/lock.js'
import { findAttendeeFolder, formatPath, formatLabArgument } from '@hotpath-labs/lab/project/project.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

const findStateFolder = () => join(findAttendeeFolder(), 'stage')

/** Names of the secrets' files. No lab's name begins with a dot. */
const [PAGES, HAND_IN] = ['.pages', '.hand-in']

/**
 * Locks a lab's `pnpm demo`, so that only one process shows it, and reads its port and the token of all pages of this machine.
 *
 * @param {Lab} lab
 */
export function lockAndReadDemoState (lab) {
  const holder = lockSavedPort(findStateFolder(), lab.name)
  const port = readSavedPort(findStateFolder(), lab.name)
  const { token, isSaved } = readOrMakeSecret(findStateFolder(), PAGES)
  if (holder !== undefined) {
    // leaves out the address if the running `pnpm demo` has just started and has not saved its port yet
    const advice = port ? `End process ${holder} first, or use its page: ${formatPageAddress(port, token)}` : `End process ${holder} first.`
    throw new UsageError(`pnpm demo ${formatLabArgument(lab)} is running already. ${advice} ` +
      `If that process is not from hotpath-labs, delete ${formatPath(findPortLockFile(findStateFolder(), lab.name))}`)
  }
  return {
    port,
    token,
    /** Saves the port until this process ends by itself: after a crash open pages find the next `pnpm demo`. @param {number} now */
    save (now) {
      process.on('exit', () => forgetPort(findStateFolder(), lab.name))
      if (!savePort(findStateFolder(), lab.name, now) || !isSaved) printNotice(`${formatPath(findStateFolder())} cannot be written. Pages that are open now will not find the next pnpm demo, so open the address that it prints.`)
    },
  }
}

/** @returns {string} the secret of all boards of this machine, from which the code for handing in is made */
export function readHandInSecret () {
  return readOrMakeSecret(findStateFolder(), HAND_IN).token
}

/**
 * Formats the address of the instructor's page; the token in the address allows the page to start runs.
 *
 * @param {number} port
 * @param {string} token
 */
export function formatPageAddress (port, token) {
  return `http://127.0.0.1:${port}/#${token}`
}

/**
 * Reads a secret, or makes a new one if its file is missing or damaged.
 *
 * @param {string} folder
 * @param {string} name of the secret
 * @returns {{ token: string, isSaved: boolean }} `isSaved`: false where nothing can be written
 */
export function readOrMakeSecret (folder, name) {
  const { token } = read(folder, name)
  if (/^[0-9a-f]{32}$/.test(token)) return { token, isSaved: true }
  const made = { token: randomBytes(16).toString('hex') }
  return { ...made, isSaved: write(folder, name, made) }
}

/** @param {string} folder @param {string} lab @returns {number | null} port of a server that runs, or that has crashed */
export function readSavedPort (folder, lab) {
  const { port } = read(folder, lab)
  return Number.isInteger(port) ? port : null
}

/** @param {string} folder @param {string} lab @param {number} port @returns {boolean} false where nothing can be written */
export function savePort (folder, lab, port) {
  return write(folder, lab, { port })
}

/** Forgets the port of a server that has ended: the next one may have the usual port. @param {string} folder @param {string} lab */
export function forgetPort (folder, lab) {
  rmSync(findStateFile(folder, lab), { force: true })
}

/**
 * Locks a lab's saved port for this server, because two servers of one lab would send to the same pages and write the same files.
 *
 * @param {string} folder @param {string} lab
 * @returns {number | undefined} the process that has it already
 */
export function lockSavedPort (folder, lab) {
  try {
    makeFolder(folder)
    return takeLock(findPortLockFile(folder, lab)).holder
  } catch (error) {
    // continues without a lock on a disk where nothing can be written
    if (!error.syscall) throw error
  }
}

/** @param {string} folder @param {string} lab */
function findPortLockFile (folder, lab) {
  return join(folder, `${lab}.lock`)
}

/** @param {string} folder @param {string} name */
function findStateFile (folder, name) {
  return join(folder, `${name}.json`)
}

/** @param {string} folder @param {string} name */
function read (folder, name) {
  try {
    return JSON.parse(readFileSync(findStateFile(folder, name), 'utf8'))
  } catch {
    return {}
  }
}

/** @param {string} folder @param {string} name @param {object} state @returns {boolean} */
function write (folder, name, state) {
  try {
    makeFolder(folder)
    // makes the file readable only for this user, because it may contain a secret
    writeFileAtomically(findStateFile(folder, name), JSON.stringify(state) + '\n', { mode: 0o600 })
    return true
  } catch {
    return false
  }
}
