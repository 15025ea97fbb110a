import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sleep } from './file.js'
import { isRunning } from '../measure/process/running.js'

/** A waiter looks so often: a change of a file takes a few ms. */
const LOOKS_EVERY_MS = 20

/** Codes of a rename onto a lock that somebody has just taken, or of one that Windows refuses while a virus scanner reads the folder. */
const REFUSED = { codes: ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'], times: 50, waitMs: 20 }

/** Files of the locks that this process holds. Its id does not tell: in a container an earlier process may have had the same. */
const OWN = new Set()

/** @typedef {{ release: () => void, holder?: undefined } | { release?: undefined, holder: number }} Lock `holder`: the process that holds it */

/**
 * Takes a lock, unless a running process has it: a folder with one file, named by the holder's process id and a random number.
 * It is released when the process ends, at the latest.
 *
 * @param {string} folder absolute, of the lock; the folder above exists
 * @param {{ runs?: typeof isRunning }} [how]
 * @returns {Lock}
 */
export function takeLock (folder, { runs = isRunning } = {}) {
  for (let refused = 1; ; refused++) {
    const holder = runningHolder(folder, runs)
    if (holder !== undefined) return { holder }
    const name = `${process.pid}-${randomBytes(6).toString('hex')}`
    try {
      putInPlace(folder, name)
      return { release: releaseOf(folder, name) }
    } catch (error) {
      if (!REFUSED.codes.includes(error.code) || error.syscall !== 'rename' || refused === REFUSED.times) throw error
      // somebody was quicker, or reads it
      sleep(REFUSED.waitMs)
    }
  }
}

/**
 * Tries to take a lock until it has it, or until the time is over.
 *
 * @param {() => Lock} take
 * @param {number} withinMs
 * @returns {Promise<Lock>}
 */
export async function waitForLock (take, withinMs) {
  for (const end = performance.now() + withinMs; ;) {
    const lock = take()
    if (lock.release || performance.now() > end) return lock
    await wait(LOOKS_EVERY_MS)
  }
}

/** @param {string} folder @param {typeof isRunning} runs @returns {number | undefined} the process that holds the lock; what dead ones left is removed */
function runningHolder (folder, runs) {
  for (const name of namesIn(folder)) {
    // no clock is asked: it may be set between two looks, or be another machine's
    const pid = Number.parseInt(name)
    if (pid === process.pid ? OWN.has(name) : runs(pid)) return pid
    // by its name, which no later holder has: of two that see a dead one, neither removes the other's lock
    rmSync(join(folder, name), { recursive: true, force: true })
  }
  try {
    // Windows renames no folder onto another, not even onto an empty one
    rmdirSync(folder)
  } catch {}
}

/** @param {string} folder @returns {string[]} none where there is no such folder */
function namesIn (folder) {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error.code === 'ENOTDIR') removeFile(folder)
    else if (error.code !== 'ENOENT') throw error
    return []
  }
}

/** @param {string} file where an earlier version of the project had its lock */
function removeFile (file) {
  try {
    unlinkSync(file)
  } catch {
    // another process has removed it, or it cannot be removed: the rename tells which
  }
}

/** @param {string} folder @param {string} name of the holder's file */
function putInPlace (folder, name) {
  const prepared = `${folder}.${name}.tmp`
  try {
    mkdirSync(prepared)
    writeFileSync(join(prepared, name), '')
    // with the file in it: nobody sees a lock without a holder
    renameSync(prepared, folder)
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true })
    throw error
  }
}

/** @param {string} folder @param {string} name of this process's file @returns {() => void} */
function releaseOf (folder, name) {
  const release = () => {
    process.off('exit', release)
    OWN.delete(name)
    try {
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: REFUSED.waitMs })
      rmdirSync(folder)
    } catch {
      // the next one has it already, or removes it
    }
  }
  OWN.add(name)
  process.on('exit', release)
  return release
}
