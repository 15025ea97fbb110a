import { existsSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { resolveUserPath } from '@hotpath-labs/engine/files.js'
import { findNearestName } from './nearest.js'

/**
 * Makes a function that parses an option's value as a number within limits, or throws.
 *
 * @param {string} expected
 * @param {number} least
 * @param {number} most
 * @param {(number: number) => boolean} [isValid]
 */
export function makeNumberParser (expected, least, most, isValid = () => true) {
  return (/** @type {string} */ text) => {
    const number = Number(text)
    if (text.trim() === '' || !(number >= least && number <= most && isValid(number))) throw new InvalidArgumentError(`Expected ${expected}.`)
    return number
  }
}

/** Makes a function that parses an option's value as a whole number within limits, or throws. @param {number} least @param {number} most */
export function makeIntegerParser (least, most) {
  return makeNumberParser(`a whole number from ${least} to ${most}`, least, most, Number.isInteger)
}

/** Makes a function that accepts only certain words as an option's value, or throws. @param {string[]} words */
export function makeWordParser (words) {
  return (/** @type {string} */ text) => {
    if (words.includes(text)) return text
    throw new InvalidArgumentError(formatSuggestion(text, words, `Expected one of ${words.join(', ')}.`))
  }
}

/**
 * Formats "Did you mean …?" with the known word that is most like the typed word.
 *
 * @param {string} typed
 * @param {string[]} known
 * @param {string} otherwise
 */
export function formatSuggestion (typed, known, otherwise) {
  const near = findNearestName(typed, known)
  return near ? `Did you mean ${near}?` : otherwise
}

export const parseInteger = makeIntegerParser(0, 0xffffffff)
export const parseSeconds = makeNumberParser('a number of seconds, more than 0 and at most 86400', Number.MIN_VALUE, 86_400)
export const parseMinutes = makeNumberParser('a number of minutes, more than 0 and at most 1440', Number.MIN_VALUE, 1440)

/** @param {string} text @returns {string} the file's absolute path */
export function parseExistingFile (text) {
  const file = resolveUserPath(text)
  if (!existsSync(file)) throw new InvalidArgumentError(`There is no file ${file}.`)
  return file
}
