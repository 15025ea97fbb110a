import { connect } from 'node:net'
import { EMBEDDED_SERVER_NAME } from './embedded/identity.js'
import { decodeReply, encodeCommand, MalformedMessageError, MessageSplitter } from './embedded/wire-protocol.js'

/** @import { Socket } from 'node:net' */

/**
 * Time limit for a server's answers, a second in ticks: a tick comes late where this process gets no processor. A local MongoDB needs a few
 * ms, and where nothing listens no lab waits.
 */
const LIMIT = { ticks: 10, tickMs: 100 }
/** Version of the wire protocol in MongoDB 4.4, the oldest MongoDB that the driver supports. */
const MIN_WIRE_VERSION = 9
const UNAUTHORIZED = 13

/** @typedef {'mongodb' | 'ferretdb' | 'embedded'} Engine */

/**
 * @typedef {object} Probe
 * @property {boolean} usable a lab can work with this server
 * @property {Engine} [engine]
 * @property {string} [version]
 * @property {string} [reason] why the server is not usable
 * @property {true} [isTooOld] the server will not become usable while it starts
 */

/**
 * Asks a server on a loopback port whether a lab can use it. Does not load the driver, because loading takes longer than asking.
 *
 * @param {number} port
 * @returns {Promise<Probe>}
 */
export async function probeLocalServer (port) {
  const where = `127.0.0.1:${port}`
  const socket = connect({ host: '127.0.0.1', port })
  let ticks = 0
  const timer = setInterval(() => {
    if (++ticks === LIMIT.ticks) socket.destroy(new Error(`${where} did not answer within ${LIMIT.ticks * LIMIT.tickMs / 1000} s`))
  }, LIMIT.tickMs)
  const replies = readReplies(socket)
  /** @param {Record<string, any>} command */
  const ask = async (command) => {
    socket.write(encodeCommand({ ...command, $db: 'hotpath_probe' }))
    const { value } = await replies.next()
    if (!value) throw new Error(`${where} is not a MongoDB: the server there closed the connection`)
    return value
  }
  try {
    // uses isMaster, the old name of hello, because every version of MongoDB knows isMaster
    const hello = await ask({ isMaster: 1 })
    const reason = findFlaw(hello)
    if (reason) return { usable: false, reason: `${where} ${reason}`, ...(hello.maxWireVersion < MIN_WIRE_VERSION && { isTooOld: true }) }
    const buildInfo = await ask({ buildInfo: 1 })
    const { ok, code, errmsg } = await ask({ listCollections: 1, nameOnly: true })
    const refusal = code === UNAUTHORIZED ? 'asks for a password' : `says: ${errmsg}`
    if (ok !== 1) return { usable: false, reason: `the MongoDB on ${where} ${refusal}` }
    return { usable: true, ...identifyDatabaseProduct(buildInfo) }
  } catch (error) {
    if (error instanceof MalformedMessageError) return { usable: false, reason: `${where} is not a MongoDB` }
    return { usable: false, reason: error.code === 'ECONNREFUSED' ? `nothing listens on ${where}` : error.message }
  } finally {
    clearInterval(timer)
    socket.destroy()
  }
}

/**
 * @param {Record<string, any>} hello
 * @returns {string | undefined} why no lab can use this server
 */
function findFlaw ({ ok, maxWireVersion, ismaster }) {
  if (ok !== 1 || typeof maxWireVersion !== 'number') return 'is not a MongoDB'
  if (maxWireVersion < MIN_WIRE_VERSION) return 'is a MongoDB older than 4.4, which the driver does not support'
  if (ismaster === false) return 'is a MongoDB that does not accept writes'
}

/**
 * @param {Socket} socket
 * @returns {AsyncGenerator<Record<string, any>, undefined>}
 * @throws {MalformedMessageError}
 */
async function * readReplies (socket) {
  const splitter = new MessageSplitter()
  for await (const chunk of socket) {
    for (const message of splitter.push(chunk)) yield decodeReply(message)
  }
}

/**
 * Finds out which database product a server is. The reported version is not enough: FerretDB also reports a version of MongoDB.
 *
 * @param {Record<string, any>} buildInfo FerretDB 1 adds `ferretdbVersion`, FerretDB 2 `ferretdb`
 * @returns {{ engine: Engine, version: string }}
 */
export function identifyDatabaseProduct ({ engine, version, ferretdb, ferretdbVersion }) {
  const ferretVersion = ferretdb?.version ?? ferretdbVersion
  if (ferretVersion) return { engine: 'ferretdb', version: ferretVersion }
  return { engine: engine === EMBEDDED_SERVER_NAME ? EMBEDDED_SERVER_NAME : 'mongodb', version }
}
