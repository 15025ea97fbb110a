import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sleep } from './file.js'
import { isRunning } from '../measure/process/running.js'

/** Time between two attempts of a waiter: a holder changes a file in a few ms. */
const RETRY_MS = 20

/** Codes of a rename onto a lock that was just taken, or that Windows refuses because a virus scanner reads the folder. */
const REFUSED = { codes: ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'], times: 50, waitMs: 20 }

/** Files of this process's locks. The process id is not enough: in a container an earlier process may have had the same. */
const OWN = new Set()

/**
 * `holder`: the id of the process that has the lock.
 *
 * @typedef {{ release: () => void, holder?: undefined } | { release?: undefined, holder: number }} Lock
 */

/**
 * Takes a lock, unless a running process has it. A lock is a folder with one file, named by the holder's process id and a random number.
 * The end of the process releases its locks.
 *
 * @param {string} folder absolute, of the lock; its parent exists
 * @param {{ runs?: typeof isRunning }} [options]
 * @returns {Lock}
 */
export function takeLock (folder, { runs = isRunning } = {}) {
  for (let refused = 1; ; refused++) {
    const holder = findHolder(folder, runs)
    if (holder !== undefined) return { holder }
    const name = `${process.pid}-${randomBytes(6).toString('hex')}`
    try {
      placeLock(folder, name)
      return { release: createRelease(folder, name) }
    } catch (error) {
      if (!REFUSED.codes.includes(error.code) || error.syscall !== 'rename' || refused === REFUSED.times) throw error
      // another process was quicker, or reads the folder
      sleep(REFUSED.waitMs)
    }
  }
}

/**
 * Tries to take a lock until it succeeds or the time is over.
 *
 * @param {() => Lock} take
 * @param {number} withinMs
 * @returns {Promise<Lock>}
 */
export async function waitForLock (take, withinMs) {
  for (const end = performance.now() + withinMs; ;) {
    const lock = take()
    if (lock.release || performance.now() > end) return lock
    await wait(RETRY_MS)
  }
}

/**
 * Finds the running process that holds a lock, and removes locks of dead ones.
 *
 * @param {string} folder
 * @param {typeof isRunning} runs
 * @returns {number | undefined}
 */
function findHolder (folder, runs) {
  for (const name of listHolders(folder)) {
    // no file times: clocks jump, and another machine's clock may differ
    const pid = Number.parseInt(name)
    if (pid === process.pid ? OWN.has(name) : runs(pid)) return pid
    // by name, which no later lock has: two processes that find a dead lock cannot remove each other's
    rmSync(join(folder, name), { recursive: true, force: true })
  }
  try {
    // Windows renames no folder onto another one, not even onto an empty one
    rmdirSync(folder)
  } catch {}
}

/** @param {string} folder @returns {string[]} the files in it; none if there is no such folder */
function listHolders (folder) {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error.code === 'ENOTDIR') removeFile(folder)
    else if (error.code !== 'ENOENT') throw error
    return []
  }
}

/** Removes the lock of an earlier version of the project, which was a file. @param {string} file */
function removeFile (file) {
  try {
    unlinkSync(file)
  } catch {
    // another process has removed it; if it cannot be removed, the rename fails and says why
  }
}

/** @param {string} folder @param {string} name of the holder's file */
function placeLock (folder, name) {
  const prepared = `${folder}.${name}.tmp`
  try {
    mkdirSync(prepared)
    writeFileSync(join(prepared, name), '')
    // renamed with the file in it, so that a lock always has a holder
    renameSync(prepared, folder)
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true })
    throw error
  }
}

/** @param {string} folder @param {string} name of this process's file @returns {() => void} a function that releases the lock */
function createRelease (folder, name) {
  const release = () => {
    process.off('exit', release)
    OWN.delete(name)
    try {
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: REFUSED.waitMs })
      rmdirSync(folder)
    } catch {
      // another process has the lock already, or the next holder removes it
    }
  }
  OWN.add(name)
  process.on('exit', release)
  return release
}
