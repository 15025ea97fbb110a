import { CommandError } from '../command-error.js'
import { EMBEDDED_SERVER_NAME, EMBEDDED_SERVER_VERSION } from '../identity.js'
import { MAX_MESSAGE_BYTES } from '../message-splitter.js'
import { MAX_DOCUMENT_BYTES } from '../stored-document.js'

/** @import { Context } from './index.js' */

/** Version of the wire protocol in MongoDB 7.0. */
const WIRE_VERSION = 21

/** @param {Context} context */
export function answerHello ({ connectionId, name }) {
  // leaves out topologyVersion, because drivers would then send a `hello` that the server must not answer until its state changes
  return {
    ...(name === 'hello' ? { isWritablePrimary: true } : { ismaster: true, helloOk: true }),
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSION,
    readOnly: false,
  }
}

/** Answers commands for which the embedded server has nothing to do, such as ping. */
export function acknowledgeCommand () {
  return {}
}

export function reportBuildInfo () {
  return {
    version: EMBEDDED_SERVER_VERSION,
    versionArray: [7, 0, 0, 0],
    engine: EMBEDDED_SERVER_NAME,
    modules: [],
    bits: 64,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  }
}

export function reportServerStatus () {
  const { user, system } = process.cpuUsage()
  return {
    process: EMBEDDED_SERVER_NAME,
    version: EMBEDDED_SERVER_VERSION,
    pid: process.pid,
    uptime: process.uptime(),
    localTime: new Date(),
    extra_info: { user_time_us: user, system_time_us: system },
  }
}

/**
 * Refuses every login, because the embedded server has no users.
 *
 * @returns {never}
 */
export function refuseLogin () {
  throw new CommandError(18, 'Authentication failed.')
}
