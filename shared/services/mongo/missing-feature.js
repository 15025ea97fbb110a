/** Pattern of errors about missing features in MongoDB, FerretDB, Amazon DocumentDB, the DocumentDB extension or mongo-java-server. */
const REFUSAL = new RegExp([
  'not (?:yet )?(?:implemented|supported)', 'unsupported', 'only supported on', 'no such command', 'unrecognized (?:expression|pipeline)',
  'unknown (?:group |query |top level )?operator', 'unknown modifier',
].join('|'), 'i')

/** Pattern of a database's error in a variant's response: up to the end of the line, or up to `<br>` in Express's error page. */
const SERVER_ERROR = /MongoServerError: ((?:(?!<br>)[^\n])*)/

/** HTML entities that Express uses in error pages. @type {Record<string, string>} */
const ENTITIES = { '&quot;': '"', '&#39;': '\'', '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** Error of the counter `mongo:examined` if the database answers `explain` without the number of examined documents. */
export const NO_EXAMINED_COUNT_MESSAGE = 'the database does not report how many documents it examines'

/**
 * @param {string} output answer or stderr of a variant that failed
 * @returns {string | undefined} the database's message about a feature that it lacks
 */
export function findMissingFeatureMessage (output) {
  const [, message = ''] = output.match(SERVER_ERROR) ?? []
  if (isMissingFeatureMessage(message)) return message.trim().replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity])
}

/**
 * @param {string} message of a database
 * @returns {boolean} text in quotes is ignored: it may be any data
 */
export function isMissingFeatureMessage (message) {
  return REFUSAL.test(message.replaceAll(/(?<=[:,{] )"[^"]*"/g, '""'))
}
