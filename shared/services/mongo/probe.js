import { connect } from 'node:net'
import { MessageSplitter } from './embedded/message-splitter.js'
import { ENGINE } from './embedded/identity.js'
import { decodeReply, encodeCommand } from './embedded/wire-protocol.js'

/** A MongoDB on a loopback port answers within a few; the rest of a lab's start waits for this. */
const TIMEOUT_MS = 300
/** The oldest that the driver talks to: MongoDB 4.4. */
const MIN_WIRE_VERSION = 9
const UNAUTHORIZED = 13

/** @typedef {'mongodb' | 'ferretdb' | 'embedded'} Engine */

/**
 * @typedef {object} Probe
 * @property {boolean} usable a lab can work with what answers there
 * @property {Engine} [engine]
 * @property {string} [version]
 * @property {string} [reason] why not
 * @property {true} [isTooOld] which does not change while it starts
 */

/**
 * Asks who listens on a loopback port, without the driver, which takes longer to load than this takes.
 *
 * @param {number} port
 * @param {{ timeoutMs?: number }} [options]
 * @returns {Promise<Probe>}
 */
export async function probe (port, { timeoutMs = TIMEOUT_MS } = {}) {
  const where = `127.0.0.1:${port}`
  const socket = connect({ host: '127.0.0.1', port })
  const late = setTimeout(() => socket.destroy(new Error(`${where} did not answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    const ask = asker(socket, where)
    // by its old name, which every version knows
    const hello = await ask({ isMaster: 1, $db: 'admin' })
    if (hello.ok !== 1 || typeof hello.maxWireVersion !== 'number') return { usable: false, reason: `${where} is not a MongoDB` }
    if (hello.maxWireVersion < MIN_WIRE_VERSION) {
      return { usable: false, isTooOld: true, reason: `the MongoDB on ${where} is older than 4.4, which the driver does not support` }
    }
    if (hello.ismaster === false) return { usable: false, reason: `the MongoDB on ${where} does not accept writes` }
    const buildInfo = await ask({ buildInfo: 1, $db: 'admin' })
    const allowed = await ask({ listCollections: 1, nameOnly: true, $db: 'hotpath_probe' })
    if (allowed.code === UNAUTHORIZED) return { usable: false, reason: `the MongoDB on ${where} asks for a password` }
    if (allowed.ok !== 1) return { usable: false, reason: `the MongoDB on ${where} says: ${allowed.errmsg}` }
    return { usable: true, ...identityOf(buildInfo) }
  } catch (error) {
    return { usable: false, reason: error.code === 'ECONNREFUSED' ? `nothing listens on ${where}` : error.message }
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}

/**
 * @param {Record<string, any>} buildInfo FerretDB has its own version in it, beside that of the MongoDB which it stands for: 1 as `ferretdbVersion`, 2 in
 *   `ferretdb`. Others that speak the protocol cannot be told from MongoDB
 * @returns {{ engine: Engine, version: string }}
 */
export function identityOf ({ engine, version, ferretdb, ferretdbVersion }) {
  const own = ferretdb?.version ?? ferretdbVersion
  if (own) return { engine: 'ferretdb', version: own }
  return { engine: engine === ENGINE ? ENGINE : 'mongodb', version }
}

/**
 * @param {import('node:net').Socket} socket
 * @param {string} where
 * @returns {(command: Record<string, any>) => Promise<Record<string, any>>} asks one thing at a time
 */
function asker (socket, where) {
  const splitter = new MessageSplitter()
  return (command) => new Promise((resolve, reject) => {
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      try {
        for (const message of splitter.push(chunk)) {
          socket.off('data', read)
          resolve(decodeReply(message))
        }
      } catch {
        reject(new Error(`${where} is not a MongoDB`))
      }
    }
    socket.on('data', read)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`${where} is not a MongoDB: it closed the connection`)))
    socket.write(encodeCommand(command))
  })
}
