import { simple } from 'acorn-walk'
import { parse as parseText } from 'acorn'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { extname } from 'node:path'
import { UnparsableFileError, isJavaScriptFile, parseJavaScriptFile } from '../../sources/syntax.js'

/** Node's own modules, such as `fs`, with which a program can load or read files that its imports do not show. */
const HIDING_MODULES = ['child_process', 'cluster', 'fs', 'fs/promises', 'module', 'process', 'repl', 'sqlite', 'vm', 'wasi', 'worker_threads']

/** Variables that hold a path, which a program can use to read files that its imports do not show. */
const HIDING_NAMES = ['__dirname', '__filename']

/** Properties of `process` and `module` with which a program can load or read files that its imports do not show. */
const HIDING_PROPERTIES = ['binding', 'chdir', 'cwd', 'dlopen', 'getBuiltinModule', 'mainModule', 'require']

/**
 * @typedef {object} Loads
 * @property {string[]} specifiers of its imports and requires, without Node's own modules
 * @property {string[]} strings all other strings, which may name a file or a package
 */

/**
 * Lists the modules that a program imports or requires, and all other strings of the program.
 *
 * @param {string} file absolute
 * @returns {Loads | null} null where its text does not show all that it loads or reads
 */
export function listLoadedModules (file) {
  const program = isJavaScriptFile(file) ? parseProgram(file) : undefined
  if (!program) return null
  /** @type {Set<string>} */
  const specifiers = new Set()
  /** @type {string[]} */
  const strings = []
  let hidden = 0
  const addModule = (/** @type {any} */ literal) => {
    if (typeof literal?.value !== 'string') hidden++
    else if (!isBuiltin(literal.value)) specifiers.add(literal.value)
    else if (HIDING_MODULES.includes(literal.value.replace(/^node:/, ''))) hidden++
  }
  simple(program, {
    ImportDeclaration: ({ source }) => addModule(source),
    ExportNamedDeclaration: ({ source }) => { if (source) addModule(source) },
    ExportAllDeclaration: ({ source }) => addModule(source),
    ImportExpression: ({ source }) => addModule(source),
    MetaProperty: ({ meta }) => { if (meta.name === 'import') hidden++ },
    CallExpression ({ callee, arguments: [first] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'require') return
      addModule(first)
      // Subtract 1, because the visitor `Identifier` below also counts the `require` of this call as hidden.
      hidden--
    },
    Identifier: ({ name }) => { if (name === 'require' || HIDING_NAMES.includes(name)) hidden++ },
    MemberExpression ({ object, property, computed }) {
      if (object.type !== 'Identifier' || !['process', 'module'].includes(object.name)) return
      if (computed || property.type !== 'Identifier' || HIDING_PROPERTIES.includes(property.name)) hidden++
    },
    Literal: ({ value }) => { if (typeof value === 'string') strings.push(value) },
    TemplateElement: ({ value }) => { strings.push(value.cooked ?? '') },
  })
  return hidden ? null : { specifiers: [...specifiers], strings: strings.filter((text) => !specifiers.has(text)) }
}

/** @param {string} file @returns {import('acorn').Program | undefined} undefined where it is no JavaScript */
function parseProgram (file) {
  try {
    return parseJavaScriptFile(file)
  } catch (error) {
    if (!(error instanceof UnparsableFileError) || extname(file) !== '.js') return undefined
  }
  try {
    return parseText(readFileSync(file, 'utf8'), { ecmaVersion: 'latest', sourceType: 'commonjs' })
  } catch {
    return undefined
  }
}
