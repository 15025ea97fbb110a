import { existsSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { resolveUserPath } from 'hotpath/files'
import { formatSuggestion } from './usage.js'

/**
 * Makes a function that parses an option's value as a number, or throws.
 *
 * @param {string} expected
 * @param {(number: number) => boolean} isValid
 */
function numberParser (expected, isValid) {
  return (/** @type {string} */ text) => {
    const number = Number(text)
    if (text.trim() === '' || !isValid(number)) throw new InvalidArgumentError(`Expected ${expected}.`)
    return number
  }
}

/** Makes a function that parses an option's value as a whole number within limits, or throws. @param {number} least @param {number} most */
export function makeIntegerParser (least, most) {
  return numberParser(`a whole number from ${least} to ${most}`, (number) => Number.isInteger(number) && number >= least && number <= most)
}

/** Makes a function that accepts only certain words as an option's value, or throws. @param {string[]} words */
export function makeWordParser (words) {
  return (/** @type {string} */ text) => {
    if (words.includes(text)) return text
    throw new InvalidArgumentError(formatSuggestion(text, words, `Expected one of ${words.join(', ')}.`))
  }
}

export const parseInteger = makeIntegerParser(0, 0xffffffff)
export const parseSeconds = numberParser('a number of seconds, more than 0 and at most 3600', (seconds) => seconds > 0 && seconds <= 3600)
export const parseMinutes = numberParser('a number of minutes, more than 0 and at most 1440', (minutes) => minutes > 0 && minutes <= 1440)
export const parsePlaybackSpeed = numberParser('a number from 0.1 to 100', (speed) => speed >= 0.1 && speed <= 100)

/** @param {string} text @returns {string} the file's absolute path */
export function parseExistingFile (text) {
  const file = resolveUserPath(text)
  if (!existsSync(file)) throw new InvalidArgumentError(`There is no file ${file}.`)
  return file
}

/** Parses the value of --shard, such as 1/3: the part of the labs that this machine measures. @param {string} text such as 1/3 */
export function parseShardOption (text) {
  const [, index, of] = (text.match(/^(\d+)\/(\d+)$/) ?? []).map(Number)
  if (!(index >= 1 && index <= of)) throw new InvalidArgumentError('Expected i/n, such as 1/3 for the first of three parts.')
  return { index, of }
}
