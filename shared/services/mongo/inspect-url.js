import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { withMongoClient } from './client.js'
import { identifyDatabaseProduct } from './probe.js'
import { UNSET_MONGODB_URL_ADVICE, hidePasswordInText, hideUrlSecrets } from './url.js'

/**
 * @import { MongoClient, MongoError } from 'mongodb'
 * @import { Engine } from './probe.js'
 */

/** Time limit in ms for checking MONGODB_URL, with the DNS lookups, which the driver's own time limit does not include. */
const DEADLINE_MS = 4_500

/**
 * @param {string} url the value of MONGODB_URL
 * @returns {Promise<{ engine: Engine, version: string }>}
 * @throws {CannotRun} when a lab cannot work with the server
 */
export async function inspectMongoUrl (url) {
  try {
    return await withMongoClient(url, identify, { withinMs: DEADLINE_MS })
  } catch (error) {
    const { reason, advice } = explainError(error, url)
    const what = `is not available: MONGODB_URL=${hideUrlSecrets(url)}: ${hidePasswordInText(reason, url)}`
    throw new CannotRun('MONGO_UNAVAILABLE', 'mongo', what, `${advice}, ${UNSET_MONGODB_URL_ADVICE}`)
  }
}

/** @param {MongoClient} client */
async function identify (client) {
  const buildInfo = await client.db('admin').command({ buildInfo: 1 })
  // runs listCollections to check the login, because buildInfo works without a login
  await client.db('hotpath_probe').listCollections({}, { nameOnly: true }).toArray()
  return identifyDatabaseProduct(buildInfo)
}

/**
 * @param {MongoError | NodeJS.ErrnoException} error the driver's
 * @param {string} url
 * @returns {{ reason: string, advice: string }}
 */
function explainError ({ code, name, message }, url) {
  const [line] = message.split('\n')
  const reason = line.replace(/\.$/, '')
  const [, host = '127.0.0.1:27017'] = hideUrlSecrets(url).match(/^[a-z+]+:\/\/(?:[^/@]*@)?([^/?]+)/i) ?? []
  const advice = `Add a user who may read and write: MONGODB_URL=mongodb://USER:PASSWORD@${host}/`
  if (code === 13) return { reason: 'the server asks for a password', advice }
  if (code === 18 || /authentication failed/i.test(message)) return { reason: 'the server refuses this user and password', advice }
  if (['MongoParseError', 'MongoInvalidArgumentError', 'TypeError', 'MongoAPIError'].includes(name)) {
    return { reason: `this is not a MongoDB URL: ${reason}`, advice: 'Write it as mongodb://127.0.0.1:27017/' }
  }
  return { reason, advice: 'Start that server' }
}
