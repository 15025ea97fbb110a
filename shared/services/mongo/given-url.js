import { withClient } from './client.js'
import { identityOf } from './probe.js'
import { MongoUnavailable, OTHERWISE } from './unavailable.js'
import { scrubbed, withoutPassword } from './url.js'

/** The promise is an answer in under five seconds, and a name server can take longer than the driver's own limit. */
const DEADLINE_MS = 4_500

/**
 * @param {string} url of a server that a lab was told to use
 * @returns {Promise<{ engine: import('./probe.js').Engine, version: string }>}
 * @throws {MongoUnavailable} when a lab cannot work with it; nothing else is tried in its place
 */
export async function inspectUrl (url) {
  try {
    return await withClient(url, ask, { withinMs: DEADLINE_MS })
  } catch (error) {
    throw new MongoUnavailable(`MONGODB_URL=${withoutPassword(url)}`, scrubbed(reasonOf(error), url), adviceFor(error, url))
  }
}

/** @param {import('mongodb').MongoClient} client */
async function ask (client) {
  const buildInfo = await client.db('admin').command({ buildInfo: 1 })
  // buildInfo is answered before any login, this is not
  await client.db('hotpath_probe').listCollections({}, { nameOnly: true }).toArray()
  return identityOf(buildInfo)
}

/** @param {any} error */
function needsPassword (error) {
  return error.code === 13
}

/** @param {any} error */
function isRefusedLogin (error) {
  return error.code === 18 || /authentication failed/i.test(error.message)
}

/** @param {any} error */
function isBadUrl (error) {
  return ['MongoParseError', 'MongoInvalidArgumentError', 'TypeError', 'MongoAPIError'].includes(error.name)
}

/** @param {any} error */
function reasonOf (error) {
  if (needsPassword(error)) return 'it asks for a password'
  if (isRefusedLogin(error)) return 'it refuses this user and password'
  if (isBadUrl(error)) return `this is not a MongoDB URL: ${firstLine(error.message)}`
  return firstLine(error.message)
}

/** @param {string} message */
function firstLine (message) {
  return message.split('\n')[0].replace(/\.$/, '')
}

/**
 * @param {any} error
 * @param {string} url
 */
function adviceFor (error, url) {
  if (needsPassword(error) || isRefusedLogin(error)) {
    const [, host = '127.0.0.1:27017'] = withoutPassword(url).match(/^[a-z+]+:\/\/(?:[^/@]*@)?([^/?]+)/i) ?? []
    return `Give it a user that may read and write: MONGODB_URL=mongodb://USER:PASSWORD@${host}/, ${OTHERWISE}`
  }
  if (isBadUrl(error)) return `Write it as mongodb://127.0.0.1:27017/, ${OTHERWISE}`
  return `Start that server, ${OTHERWISE}`
}
