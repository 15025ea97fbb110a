import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { parse } from 'acorn'
import { simple } from 'acorn-walk'
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
  return serializeProgram(parseJavaScriptFile(file))
}

/** Serializes a syntax tree as `serializeSyntaxTree` does. @param {Program} program */
export function serializeProgram (program) {
  return JSON.stringify(program, function (key, value) {
    if (key === 'start' || key === 'end') return undefined
    if (key === 'raw' && this.type === 'Literal') return undefined
    if (key === 'value' && this.type === 'Literal') return `${typeof value} ${value}`
    // leaves out empty fields, because a newer parser adds fields that are empty for older syntax
    return value === null || value === false || (Array.isArray(value) && value.length === 0) ? undefined : value
  })
}

/**
 * Lists what a program imports or requires.
 *
 * @param {Program} program
 * @param {Record<string, (node: any) => void>} [further] visitors of other nodes
 * @returns {{ specifiers: string[], unknown: number, requires: number }} the specifiers as written; `unknown`: the number of imports and
 *   requires of a computed name; `requires`: the number of calls of `require`
 */
export function listReferences (program, further = {}) {
  /** @type {string[]} */
  const specifiers = []
  let [unknown, requires] = [0, 0]
  const add = (/** @type {{ type: string, value?: unknown } | undefined} */ literal) => {
    if (typeof literal?.value === 'string') specifiers.push(literal.value)
    else unknown++
  }
  simple(program, {
    ...further,
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => { if (source) add(source) },
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    CallExpression ({ callee, arguments: [first] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'require') return
      requires++
      add(first)
    },
  })
  return { specifiers, unknown, requires }
}
