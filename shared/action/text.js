/** Characters that no reader sees, or that change the order of others: controls, format marks, halves of pairs, private ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu

/** Marks on one letter beyond the second, which would grow over the lines above and below. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu

/**
 * Turns a foreign text into one short line without invisible characters.
 *
 * @param {string} text
 * @param {number} most characters
 * @returns {string}
 */
export function cleanText (text, most) {
  // a space, so that a line break does not join two words
  const line = text.slice(0, 8 * most).replaceAll(UNSEEN, ' ').replaceAll(PILED_MARKS, '$1').replaceAll(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line
}

/** Characters that could end a code span, or a cell of a table, and what is shown in their place. */
const ENDINGS = { '`': 'ˋ', '|': '¦' }

/**
 * Shows a foreign text as code, in which Markdown, HTML, mentions and links mean nothing: docs/decisions/069
 *
 * @param {string} text on one line
 * @returns {string}
 */
export function formatCode (text) {
  const shown = text.replaceAll(/[`|]/g, (character) => ENDINGS[/** @type {keyof typeof ENDINGS} */ (character)])
  return `\`${shown || '?'}\``
}

/** Pattern for a word that needs no quotes in a shell. */
const PLAIN_WORD = /^[\w./@:=-]+$/

/** @param {string} word @returns {string} as one word of a POSIX shell */
export const quoteWord = (word) => PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
