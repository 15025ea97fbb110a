import { withClient } from './client.js'
import { identifyServer } from './probe.js'
import { MongoUnavailable, OR_UNSET_URL } from './unavailable.js'
import { hidePassword, withoutPassword } from './url.js'

/** @import { MongoClient } from 'mongodb' */
/** @import { Engine } from './probe.js' */

/** Time limit in ms: the help promises a result in five seconds, and a name server can exceed the driver's own limit. */
const DEADLINE_MS = 4_500

/**
 * @param {string} url the value of MONGODB_URL
 * @returns {Promise<{ engine: Engine, version: string }>}
 * @throws {MongoUnavailable} when a lab cannot work with the server
 */
export async function inspectUrl (url) {
  try {
    return await withClient(url, identify, { withinMs: DEADLINE_MS })
  } catch (error) {
    const { reason, advice } = explainError(error, url)
    throw new MongoUnavailable(`MONGODB_URL=${withoutPassword(url)}`, hidePassword(reason, url), `${advice}, ${OR_UNSET_URL}`)
  }
}

/** @param {MongoClient} client */
async function identify (client) {
  const buildInfo = await client.db('admin').command({ buildInfo: 1 })
  // buildInfo needs no login, so listCollections is asked too
  await client.db('hotpath_probe').listCollections({}, { nameOnly: true }).toArray()
  return identifyServer(buildInfo)
}

/**
 * @param {any} error the driver's
 * @param {string} url
 * @returns {{ reason: string, advice: string }}
 */
function explainError ({ code, name, message }, url) {
  const [line] = message.split('\n')
  const reason = line.replace(/\.$/, '')
  const [, host = '127.0.0.1:27017'] = withoutPassword(url).match(/^[a-z+]+:\/\/(?:[^/@]*@)?([^/?]+)/i) ?? []
  const advice = `Give it a user that may read and write: MONGODB_URL=mongodb://USER:PASSWORD@${host}/`
  if (code === 13) return { reason: 'it asks for a password', advice }
  if (code === 18 || /authentication failed/i.test(message)) return { reason: 'it refuses this user and password', advice }
  if (['MongoParseError', 'MongoInvalidArgumentError', 'TypeError', 'MongoAPIError'].includes(name)) {
    return { reason: `this is not a MongoDB URL: ${reason}`, advice: 'Write it as mongodb://127.0.0.1:27017/' }
  }
  return { reason, advice: 'Start that server' }
}
