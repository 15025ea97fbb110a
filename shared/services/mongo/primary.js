import { withClient } from './client.js'

const DEADLINE_MS = 4_500

/**
 * @typedef {object} Primary the one server of a deployment that a wire has to lead to
 * @property {string} [host]
 * @property {number} [port]
 * @property {string} [path] of a socket, in the place of host and port
 * @property {boolean} balanced it stands behind a load balancer
 */

/**
 * Finds the server that takes writes: of a replica set its primary, of several mongos the first that answers.
 *
 * @param {string} url with however many hosts, or the name of an SRV record
 * @returns {Promise<Primary>}
 * @throws {Error} the driver's, when there is none
 */
export function primaryOf (url) {
  return withClient(url, async (client) => {
    /** @type {import('mongodb').ServerDescription[]} */
    let servers = []
    client.on('topologyDescriptionChanged', ({ newDescription }) => { servers = [...newDescription.servers.values()] })
    await client.db('admin').command({ ping: 1 }, { readPreference: 'primary' })
    const { address, type } = /** @type {import('mongodb').ServerDescription} */ (servers.find(({ isWritable }) => isWritable))
    const balanced = type === 'LoadBalancer'
    if (address.endsWith('.sock')) return { path: address, balanced }
    const [, host, port] = /** @type {RegExpMatchArray} */ (address.match(/^\[?(.*?)\]?:(\d+)$/))
    return { host, port: Number(port), balanced }
  }, { withinMs: DEADLINE_MS })
}
