/** Error messages for a missing feature, of MongoDB, FerretDB, Amazon DocumentDB, the DocumentDB extension and mongo-java-server. */
const REFUSAL = new RegExp([
  'not (?:yet )?(?:implemented|supported)', 'unsupported', 'only supported on', 'no such command', 'unrecognized (?:expression|pipeline)',
  'unknown (?:group |query |top level )?operator', 'unknown modifier',
].join('|'), 'i')

/** A database's error in a response, up to the line's end. Express's error page has the error and its stack in one line. */
const SERVER_ERROR = /MongoServerError: ((?:(?!<br>)[^\n])*)/

/** HTML entities that Express uses in error pages. @type {Record<string, string>} */
const ENTITIES = { '&quot;': '"', '&#39;': '\'', '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** Error message of the counter of examined documents. */
export const NOT_EXPLAINED = 'the database does not report how many documents it examines'

/**
 * @param {string} output answer or stderr of a variant that failed
 * @returns {string | undefined} the database's message about a feature that it lacks
 */
export function findMissingFeature (output) {
  const [, message = ''] = output.match(SERVER_ERROR) ?? []
  if (isMissingFeature(message)) return message.trim().replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity])
}

/**
 * @param {string} message of a database
 * @returns {boolean} text in quotes is ignored: it may be any data
 */
export function isMissingFeature (message) {
  return REFUSAL.test(message.replaceAll(/(?<=[:,{] )"[^"]*"/g, '""'))
}
