/** Refusals of MongoDB, FerretDB, Amazon DocumentDB, the DocumentDB extension and mongo-java-server for features that they lack. */
const REFUSAL = new RegExp([
  'not (?:yet )?(?:implemented|supported)', 'unsupported', 'only supported on', 'no such command', 'unrecognized (?:expression|pipeline)',
  'unknown (?:group |query |top level )?operator', 'unknown modifier',
].join('|'), 'i')

/** A database's error up to the end of its line. A page of Express has the error and the stack in one line. */
const SERVER_ERROR = /MongoServerError: ((?:(?!<br>)[^\n])*)/

/** Express escapes these characters in error pages. @type {Record<string, string>} */
const ENTITIES = { '&quot;': '"', '&#39;': '\'', '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** The counter of examined documents fails with this message. */
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
