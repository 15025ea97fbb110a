import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { parse } from 'acorn'
import { HotpathError } from './failures.js'

/** @import { Program } from 'acorn' */

/** Error for a file that is not valid JavaScript. */
export class UnparsableFileError extends HotpathError {
  /** @param {string} file absolute @param {string} why */
  constructor (file, why) {
    super('UNPARSABLE_FILE', `${file} cannot be read: ${why}`)
    this.file = file
    this.why = why
  }
}

/** @param {string} file @returns {boolean} true for a file of JavaScript, by its name */
export function isJavaScriptFile (file) {
  return ['.js', '.cjs', '.mjs'].includes(extname(file))
}

/** Parses a file into a syntax tree. @param {string} file @returns {Program} @throws {UnparsableFileError} */
export function parseJavaScriptFile (file) {
  try {
    return parse(readFileSync(file, 'utf8'), { ecmaVersion: 'latest', sourceType: extname(file) === '.cjs' ? 'commonjs' : 'module' })
  } catch (error) {
    throw error instanceof SyntaxError ? new UnparsableFileError(file, error.message) : error
  }
}

/**
 * Serializes a file's syntax tree without comments, blanks, positions and spellings of values (1e3 or 1000), because none of these change
 * the program.
 *
 * @param {string} file of JavaScript
 * @returns {string} equal for two files that behave alike
 * @throws {UnparsableFileError}
 */
export function serializeSyntaxTree (file) {
  return JSON.stringify(parseJavaScriptFile(file), function (key, value) {
    if (key === 'start' || key === 'end') return undefined
    if (key === 'raw' && this.type === 'Literal') return undefined
    if (key === 'value' && this.type === 'Literal') return `${typeof value} ${value}`
    // leaves out empty fields, because a newer parser adds fields that are empty for older syntax
    return value === null || value === false || (Array.isArray(value) && value.length === 0) ? undefined : value
  })
}
