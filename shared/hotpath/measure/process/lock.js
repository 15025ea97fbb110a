import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** @import { Socket } from 'node:net' */

/**
 * The lock is a listening socket, not a file: the kernel takes it back from a holder that was killed, and nothing stays behind.
 * The port lies below the ranges from which any of the three systems hands out ports by itself.
 */
const PORT = 27_431

/** A holder greets at once; what has said nothing after this long is some other program on our port. */
const GREETS_WITHIN_MS = 1000

/** A port that is taken and lets nobody in may belong to a holder that is about to go; after so many attempts it is some program's way out. */
const REFUSALS = { most: 10, everyMs: 100 }

/** @param {string} other holder of the lock @returns {string} what is told to those who wait for it */
export function waitingFor (other) {
  return `waiting for another measurement on this machine: ${other}`
}

/**
 * Waits until no other measurement runs on this machine, then keeps others from starting one.
 *
 * @param {string} holder what is to be measured, for those who wait
 * @param {(other: string) => void} onWait called for each holder that has to be waited for
 * @param {number} [port]
 * @returns {Promise<() => void>} releases the lock; does nothing where the port belongs to another program
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
 * @returns {Promise<(() => void) | undefined>} undefined when somebody else listens
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
    // a port that this system forbids (EACCES, Windows) cannot be held by anybody: go on without a lock
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
 * Waits for the end of the connection to the holder: it stays open as long as the holder measures.
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
