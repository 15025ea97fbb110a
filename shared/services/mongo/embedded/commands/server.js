import { CommandError } from '../command-error.js'
import { ENGINE, VERSION } from '../identity.js'
import { MAX_MESSAGE_BYTES } from '../message-splitter.js'
import { MAX_DOCUMENT_BYTES } from '../stored-document.js'

/** @import { Context } from './index.js' */

/** MongoDB 7.0's. */
const WIRE_VERSION = 21

/** @param {Context} context */
export function hello ({ connectionId, name }) {
  // without topologyVersion, a driver asks at intervals instead of waiting for a change
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

/** Answers commands that need no work. */
export function acknowledge () {
  return {}
}

export function buildInfo () {
  return { version: VERSION, versionArray: [7, 0, 0, 0], engine: ENGINE, modules: [], bits: 64, maxBsonObjectSize: MAX_DOCUMENT_BYTES }
}

export function serverStatus () {
  const { user, system } = process.cpuUsage()
  return {
    process: ENGINE,
    version: VERSION,
    pid: process.pid,
    uptime: process.uptime(),
    localTime: new Date(),
    extra_info: { user_time_us: user, system_time_us: system },
  }
}

/**
 * Refuses every login, because this server has no users.
 *
 * @returns {never}
 */
export function refuseLogin () {
  throw new CommandError(18, 'Authentication failed.')
}
