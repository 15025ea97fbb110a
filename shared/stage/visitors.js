import { timingSafeEqual } from 'node:crypto'
import { networkInterfaces } from 'node:os'

export const LOOPBACK = '127.0.0.1'

/** A room has some thirty pages open; more are a mistake or worse. */
export const MOST_PAGES = 64

/** Other machines have this share of pages and connections at most, so that they cannot take the last one from the instructor. */
export const OTHERS_SHARE = 0.75

/** A browser opens six connections to one address; this is for a few windows of one machine. */
export const MOST_OF_ONE = 16

/** This machine's addresses, by which others reach it. @returns {string[]} */
export function addresses () {
  return Object.values(networkInterfaces()).flatMap((known) => known ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
}

/** @param {string} host @param {number} port @returns {string} what a visitor types */
export function watchedAt (host, port) {
  return `http://${host}:${port}/?audience`
}

/** @param {string} address of who asks @returns {boolean} whether it is this machine */
export function isHere (address) {
  return address === LOOPBACK
}

/** @param {unknown} given @param {string} token */
export function isToken (given, token) {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(token)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Closes what is more than one machine, or all others together, may have. @param {import('node:http').Server} server */
export function limitConnections (server) {
  server.maxConnections = 8 * MOST_PAGES
  /** @type {Map<string, number>} by address, of other machines */
  const open = new Map()
  server.on('connection', (socket) => {
    const address = String(socket.remoteAddress)
    if (isHere(address)) return
    const count = (open.get(address) ?? 0) + 1
    const all = [...open.values()].reduce((sum, one) => sum + one, 1)
    if (count > MOST_OF_ONE || all > OTHERS_SHARE * server.maxConnections) return socket.destroy()
    open.set(address, count)
    socket.on('close', () => {
      const left = (open.get(address) ?? 1) - 1
      left ? open.set(address, left) : open.delete(address)
    })
  })
}
