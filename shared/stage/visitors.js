import { networkInterfaces } from 'node:os'

/** @import { Server } from 'node:http' */

export const LOOPBACK_ADDRESS = '127.0.0.1'

/** Largest number of connections from each other machine: a page opens six connections, and a visitor may open two pages. */
const MOST_CONNECTIONS = 16

/** Lists the IPv4 addresses under which other machines on the network reach this machine. @returns {string[]} */
export function listNetworkAddresses () {
  const known = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return known.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
}

/** @param {string} host @param {number} port @returns {string} the address that the room types */
export function formatAudienceAddress (host, port) {
  return `http://${host}:${port}/?audience`
}

/** @param {string} address of a visitor @returns {boolean} whether it is this machine */
export function isLoopbackAddress (address) {
  return address === LOOPBACK_ADDRESS
}

/** Closes connections above the limit for each machine, so that no other machine can block the instructor's page. @param {Server} server */
export function limitConnectionsPerMachine (server) {
  /** @type {Map<string, number>} by address */
  const open = new Map()
  server.on('connection', (socket) => {
    const address = String(socket.remoteAddress)
    if (isLoopbackAddress(address)) return
    const count = (open.get(address) ?? 0) + 1
    if (count > MOST_CONNECTIONS) return socket.destroy()
    open.set(address, count)
    socket.on('close', () => open.set(address, Number(open.get(address)) - 1))
  })
}
