import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sleepSync } from '../files.js'
import { isProcessRunning } from './procfs.js'

/** @import { Socket } from 'node:net' */

/** Milliseconds between two attempts to take a lock. Processes hold a lock only for a few ms, while they change a file. */
const RETRY_MS = 20

/** Errors after which `takeLock` tries again: another process was first, or a virus scanner on Windows reads the lock's folder. */
const REFUSED = { codes: ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'], times: 50, waitMs: 20 }

/**
 * Names of the lock files that this process wrote. The process id is not enough to recognize them: in a container an earlier process may
 * have had the same id.
 */
const OWN = new Set()

/**
 * `holder`: the id of the process that has the lock.
 *
 * @typedef {{ release: () => void, holder?: undefined } | { release?: undefined, holder: number }} Lock
 */

/**
 * Takes a lock, unless another running process holds the lock. A lock is a folder with one file, named by process id and a random number.
 * A process that exits releases its locks.
 *
 * @param {string} folder absolute, of the lock; its parent exists
 * @param {{ runs?: typeof isProcessRunning }} [options]
 * @returns {Lock}
 */
export function takeLock (folder, { runs = isProcessRunning } = {}) {
  for (let refused = 1; ; refused++) {
    const holder = findHolder(folder, runs)
    if (holder !== undefined) return { holder }
    const name = `${process.pid}-${randomBytes(6).toString('hex')}`
    try {
      placeLock(folder, name)
      return { release: createRelease(folder, name) }
    } catch (error) {
      if (!REFUSED.codes.includes(error.code) || error.syscall !== 'rename' || refused === REFUSED.times) throw error
      // waits, because another process took the lock first, or a virus scanner reads the lock's folder
      sleepSync(REFUSED.waitMs)
    }
  }
}

/**
 * Calls `take` until this process has the lock or the time limit is over.
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
 * @param {typeof isProcessRunning} runs
 * @returns {number | undefined}
 */
function findHolder (folder, runs) {
  for (const name of listHolders(folder)) {
    // the process id shows if the holder still runs; a file's time is unreliable, because clocks jump and differ between machines
    const pid = Number.parseInt(name)
    if (pid === process.pid ? OWN.has(name) : runs(pid)) return pid
    // lock files have unique names, so removing a dead process's file never removes another process's new lock
    rmSync(join(folder, name), { recursive: true, force: true })
  }
  try {
    // removes the empty lock folder, because Windows cannot rename another folder onto an existing folder
    rmdirSync(folder)
  } catch {}
}

/** @param {string} folder @returns {string[]} the files in it; none if there is no such folder */
function listHolders (folder) {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return []
  }
}

/** @param {string} folder @param {string} name of the holder's file */
function placeLock (folder, name) {
  const prepared = `${folder}.${name}.tmp`
  try {
    mkdirSync(prepared)
    writeFileSync(join(prepared, name), '')
    // the prepared folder already contains the holder's file, so a lock without a holder never exists
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
      // ignores the error: either another process already has the lock, or the next process that takes the lock removes the folder
    }
  }
  OWN.add(name)
  process.on('exit', release)
  return release
}

/** Port that serves as the machine's lock, because the kernel frees the port of a dead process. Outgoing connections use higher ports. */
const PORT = 27_431

/** Variable with another port, for tests that check no duration, so that they do not wait for each other. */
const PORT_VARIABLE = 'HOTPATH_LOCK_PORT'

/** Time limit in ms for the greeting of the process that holds the lock. If no greeting comes, an unrelated program uses the port. */
const GREETS_WITHIN_MS = 5000

/**
 * Number of retries if the lock's port is taken but refuses connections, or closes them without a greeting. The lock's holder may be
 * exiting, or an unrelated program uses the port.
 */
const REFUSALS = { most: 10, everyMs: 100 }

/** @param {string} other holder of the lock @returns {string} message for those who wait */
export function formatWaitingForLock (other) {
  return `waiting for another measurement: ${other}`
}

/**
 * Waits until no other measurement runs on this machine, then takes the machine's lock.
 *
 * @param {string} holder name of the measurement, for those who wait
 * @param {(other: string) => void} onWait called for each holder
 * @param {number} [port]
 * @returns {Promise<() => void>} releases the lock; a no-op where another program has the port
 */
export async function lockMachine (holder, onWait, port = Number(process.env[PORT_VARIABLE] ?? PORT)) {
  for (let refused = 0; refused < REFUSALS.most;) {
    const release = await listen(holder, port)
    if (release) return release
    const end = await outlive(onWait, port)
    if (end === 'stranger') break
    if (end === 'refused') {
      refused++
      await wait(REFUSALS.everyMs)
    }
  }
  return () => {}
}

/**
 * @param {string} holder
 * @param {number} port
 * @returns {Promise<(() => void) | undefined>} undefined where the port is taken
 */
function listen (holder, port) {
  return new Promise((resolve) => {
    /** @type {Set<Socket>} */
    const waiting = new Set()
    const server = createServer((socket) => {
      waiting.add(socket.unref())
      socket.on('error', () => {}).on('close', () => waiting.delete(socket))
      socket.write(`hotpath ${process.pid} ${holder}\n`)
    })
    // measures without a lock if the port is forbidden (EACCES), as it may be on Windows
    server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code === 'EADDRINUSE' ? undefined : () => {}))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.unref()
      resolve(() => {
        server.close()
        for (const socket of waiting) socket.destroy()
      })
    })
  })
}

/**
 * Waits until the lock's holder closes its connection, which the holder does after its measurement.
 *
 * @param {(other: string) => void} onWait
 * @param {number} port
 * @returns {Promise<'gone' | 'stranger' | 'refused'>}
 */
function outlive (onWait, port) {
  return new Promise((resolve) => {
    let greeting = ''
    let connected = false
    let isMute = false
    const socket = connect(port, '127.0.0.1', () => { connected = true }).setEncoding('utf8')
    const greetingTimer = setTimeout(() => {
      if (greeting.startsWith('hotpath ')) return
      isMute = connected
      socket.destroy()
    }, GREETS_WITHIN_MS)
    socket.on('data', (chunk) => {
      greeting += chunk
      const [, pid, what] = greeting.match(/^hotpath (\d+) (.*)\n$/) ?? []
      if (pid) onWait(`${what} (process ${pid})`)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(greetingTimer)
      // a holder that releases the lock resets a connection that it has not greeted yet
      const isStranger = isMute || greeting !== ''
      resolve(greeting.startsWith('hotpath ') ? 'gone' : isStranger ? 'stranger' : 'refused')
    })
  })
}
