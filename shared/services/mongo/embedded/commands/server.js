import { checkArguments } from '../arguments.js'
import { Failure } from '../failure.js'
import { MAX_MESSAGE_BYTES } from '../frames.js'
import { ENGINE, VERSION } from '../identity.js'
import { MAX_DOCUMENT_BYTES } from '../stored-document.js'

/** @typedef {import('./index.js').Context} Context */

/** That of MongoDB 7.0. */
const WIRE_VERSION = 21

/** @param {Context} context */
export function hello ({ connection, name }) {
  // without topologyVersion a driver polls instead of waiting for changes, of which there are none
  return {
    ...(name === 'hello' ? { isWritablePrimary: true } : { ismaster: true, helloOk: true }),
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: connection.id,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSION,
    readOnly: false,
  }
}

export function ping () {
  return {}
}

export function buildInfo () {
  return {
    version: VERSION,
    versionArray: [7, 0, 0, 0],
    engine: ENGINE,
    modules: [],
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    storageEngines: [ENGINE],
    javascriptEngine: 'none',
  }
}

/** @param {Context} context */
export function serverStatus ({ cursors, connections }) {
  const { user, system } = process.cpuUsage()
  return {
    process: ENGINE,
    version: VERSION,
    pid: process.pid,
    uptime: process.uptime(),
    localTime: new Date(),
    connections: { current: connections.size },
    metrics: { cursor: { open: { total: cursors.size } } },
    extra_info: { note: 'fields vary by platform', user_time_us: user, system_time_us: system },
  }
}

/** @param {Context} context */
export function endSessions ({ command, name, cursors }) {
  checkArguments(command, name, { [name]: 'array' })
  cursors.endSessions(new Set(command[name].map(sessionKey)))
  return {}
}

export function refreshSessions () {
  return {}
}

/**
 * @param {any} lsid
 * @returns {string | undefined}
 */
export function sessionKey (lsid) {
  return lsid?.id?.toString('hex')
}

/**
 * Nobody is known here, so that nobody can be let in by name.
 *
 * @returns {never}
 */
export function refuseLogin () {
  throw new Failure(18, 'Authentication failed.')
}
