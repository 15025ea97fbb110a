import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** @import { Socket } from 'node:net' */

/** Port that serves as the machine's lock, because the kernel frees the port of a dead process. Outgoing connections use higher ports. */
const PORT = 27_431

/** Time limit in ms for the greeting of the process that holds the lock. If no greeting comes, an unrelated program uses the port. */
const GREETS_WITHIN_MS = 1000

/**
 * Number of retries if the lock's port is taken but refuses connections. The lock's holder may be exiting, or an unrelated program uses the
 * port.
 */
const REFUSALS = { most: 10, everyMs: 100 }

/** @param {string} other holder of the lock @returns {string} message for those who wait */
export function formatWaitingForLock (other) {
  return `waiting for another measurement on this machine: ${other}`
}

/**
 * Waits until no other measurement runs on this machine, then takes the machine's lock.
 *
 * @param {string} holder name of the measurement, for those who wait
 * @param {(other: string) => void} onWait called for each holder
 * @param {number} [port]
 * @returns {Promise<() => void>} releases the lock; a no-op where another program has the port
 */
export async function lockMachine (holder, onWait, port = PORT) {
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
    const socket = connect(port, '127.0.0.1', () => { connected = true }).setEncoding('utf8')
    const greetingTimer = setTimeout(() => { if (!greeting.startsWith('hotpath ')) socket.destroy() }, GREETS_WITHIN_MS)
    socket.on('data', (chunk) => {
      greeting += chunk
      const [, pid, what] = greeting.match(/^hotpath (\d+) (.*)\n$/) ?? []
      if (pid) onWait(`${what} (process ${pid})`)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(greetingTimer)
      resolve(!connected ? 'refused' : greeting.startsWith('hotpath ') ? 'gone' : 'stranger')
    })
  })
}
