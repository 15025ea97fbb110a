/** How MongoDB, FerretDB, Amazon DocumentDB, the DocumentDB extension and mongo-java-server say that they do not have what they are asked for. */
const REFUSAL = /not (?:yet )?(?:implemented|supported)|unsupported|only supported on|no such command|unrecognized (?:expression|pipeline)|unknown (?:group |query |top level )?operator|unknown modifier/i

/** A database's own refusal, up to the end of its line; a page of Express has it in one line with the stack. */
const REFUSED = /MongoServerError: ((?:(?!<br>)[^\n])*)/

/** What Express writes in the place of these when it shows an error. @type {Record<string, string>} */
const ENTITIES = { '&quot;': '"', '&#39;': '\'', '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** What the counter of examined documents says, whoever asks, where the database does not tell them. */
export const NOT_EXPLAINED = 'the database does not report how many documents it examines'

/**
 * @param {string} said what a variant that failed has left: its answer, or what it wrote
 * @returns {string | undefined} in the words of the database, what it does not have; nothing where that is not why
 */
export function lackIn (said) {
  const [, words = ''] = said.match(REFUSED) ?? []
  return isLack(words) ? words.trim().replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity]) : undefined
}

/** @param {string} message of a database @returns {boolean} whether it refuses what it does not have; what is in quotes may be anybody's data */
export function isLack (message) {
  return REFUSAL.test(message.replaceAll(/(?<=[:,{] )"[^"]*"/g, '""'))
}
