import { withMongoClient } from './client.js'

/** @import { ServerDescription } from 'mongodb' */

const DEADLINE_MS = 4_500

/**
 * Address of the server to which the latency proxy forwards all connections.
 *
 * @typedef {object} Primary
 * @property {string} [host]
 * @property {number} [port]
 * @property {string} [path] of a socket, instead of host and port
 * @property {boolean} balanced it is behind a load balancer
 */

/**
 * Finds the server that accepts writes: the primary of a replica set, or the first mongos that answers.
 *
 * @param {string} url with any number of hosts, or the name of an SRV record
 * @returns {Promise<Primary>}
 * @throws {Error} the driver's, when there is no such server
 */
export function findPrimaryServer (url) {
  return withMongoClient(url, async (client) => {
    /** @type {ServerDescription[]} */
    let servers = []
    client.on('topologyDescriptionChanged', ({ newDescription }) => { servers = [...newDescription.servers.values()] })
    await client.db('admin').command({ ping: 1 }, { readPreference: 'primary' })
    const { address, type } = /** @type {ServerDescription} */ (servers.find(({ isWritable }) => isWritable))
    const balanced = type === 'LoadBalancer'
    if (address.endsWith('.sock')) return { path: address, balanced }
    const [, host, port] = /** @type {RegExpMatchArray} */ (address.match(/^\[?(.*?)\]?:(\d+)$/))
    return { host, port: Number(port), balanced }
  }, { withinMs: DEADLINE_MS })
}
