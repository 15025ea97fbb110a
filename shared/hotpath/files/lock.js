import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sleep } from './file.js'
import { isRunning } from '../measure/process/running.js'

/** Milliseconds between two attempts to take a lock: its holder changes a file in a few ms. */
const RETRY_MS = 20

/** Retries of a rename that fails because the lock was just taken, or because a virus scanner on Windows reads the folder. */
const REFUSED = { codes: ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'], times: 50, waitMs: 20 }

/** Lock files of this process. The process id alone is not enough: in a container an earlier process may have had the same id. */
const OWN = new Set()

/**
 * `holder`: the id of the process that has the lock.
 *
 * @typedef {{ release: () => void, holder?: undefined } | { release?: undefined, holder: number }} Lock
 */

/**
 * Takes a lock, unless a running process holds it. A lock is a folder with one file, named by process id and a random number.
 * When the process exits, it releases its locks.
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
      // another process took the lock first, or a virus scanner reads its folder
      sleep(REFUSED.waitMs)
    }
  }
}

/**
 * Tries to take a lock until that succeeds or the time limit is reached.
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
 * Finds the running process that holds a lock, and removes the locks of dead processes.
 *
 * @param {string} folder
 * @param {typeof isRunning} runs
 * @returns {number | undefined}
 */
function findHolder (folder, runs) {
  for (const name of listHolders(folder)) {
    // a process id, not a file's time: clocks jump, and another machine's clock may differ
    const pid = Number.parseInt(name)
    if (pid === process.pid ? OWN.has(name) : runs(pid)) return pid
    // the file's name is unique, so two processes that find a dead lock cannot remove each other's new lock
    rmSync(join(folder, name), { recursive: true, force: true })
  }
  try {
    // Windows cannot rename a folder onto an existing folder, not even onto an empty folder
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

/** Removes a lock of an earlier version of this project, which used a file as a lock. @param {string} file */
function removeFile (file) {
  try {
    unlinkSync(file)
  } catch {
    // another process has removed the file; if nobody can remove it, the rename below fails and says why
  }
}

/** @param {string} folder @param {string} name of the holder's file */
function placeLock (folder, name) {
  const prepared = `${folder}.${name}.tmp`
  try {
    mkdirSync(prepared)
    writeFileSync(join(prepared, name), '')
    // the folder already contains the holder's file when it is renamed, so every lock has a holder
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
      // another process has taken the lock already, or the next holder will remove the folder
    }
  }
  OWN.add(name)
  process.on('exit', release)
  return release
}
