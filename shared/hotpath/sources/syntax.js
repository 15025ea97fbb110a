import { parse } from 'acorn'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** A file that does not parse. */
export class Unparsable extends Error {
  name = 'Unparsable'

  /** @param {string} file absolute @param {string} why */
  constructor (file, why) {
    super(why)
    this.file = file
  }
}

/** @param {string} file @returns {boolean} whether it holds JavaScript */
export function isScript (file) {
  return ['.js', '.cjs', '.mjs'].includes(extname(file))
}

/** @param {string} file @returns {import('acorn').Program} its syntax tree @throws {Unparsable} */
export function parseFile (file) {
  try {
    return parse(readFileSync(file, 'utf8'), { ecmaVersion: 'latest', sourceType: extname(file) === '.cjs' ? 'commonjs' : 'module' })
  } catch (error) {
    throw error instanceof SyntaxError ? new Unparsable(file, error.message) : error
  }
}

/**
 * Writes a file's syntax tree without what changes nothing: comments, blanks, places and the way in which a value is spelled.
 *
 * @param {string} file of JavaScript
 * @returns {string} the same for two files that differ in words only
 * @throws {Unparsable}
 */
export function canonicalSyntax (file) {
  return JSON.stringify(parseFile(file), function (key, value) {
    if (key === 'start' || key === 'end') return undefined
    if (key === 'raw' && this.type === 'Literal') return undefined
    if (key === 'value' && this.type === 'Literal') return `${typeof value} ${value}`
    // a newer parser may add fields that older syntax leaves empty
    return value === null || value === false || (Array.isArray(value) && value.length === 0) ? undefined : value
  })
}
