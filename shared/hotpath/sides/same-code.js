import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { parse } from 'acorn'
import { UnparsableFileError, isJavaScriptFile, parseJavaScriptFile, serializeProgram } from '@hotpath-labs/engine/syntax.js'
import { isTurnDue, letSignalsIn } from './copy.js'

/** @import { Dirent } from 'node:fs' */

/** Pattern for files that no program runs: source maps and declarations of types. */
const NEVER_RUN = /\.map$|\.d\.[cm]?ts$/

/**
 * Parses a program of JavaScript, or of TypeScript if the project has the compiler `typescript`.
 *
 * @param {string} file absolute
 * @returns {import('acorn').Program | undefined} undefined for any other file
 */
export function parseProgram (file) {
  if (/\.[cm]?tsx?$/.test(file)) return parseTypeScriptFile(file)
  if (!isJavaScriptFile(file)) return undefined
  try {
    return parseJavaScriptFile(file)
  } catch (error) {
    if (!(error instanceof UnparsableFileError) || extname(file) !== '.js') return undefined
  }
  try {
    return parse(readFileSync(file, 'utf8'), { ecmaVersion: 'latest', sourceType: 'commonjs' })
  } catch {
    return undefined
  }
}

/** @param {string} file @returns {import('acorn').Program | undefined} the program without its types */
function parseTypeScriptFile (file) {
  try {
    // the project's own compiler knows the project's syntax
    const { ScriptTarget, ModuleKind, JsxEmit, transpileModule } = createRequire(file)('typescript')
    const compilerOptions = { target: ScriptTarget.ESNext, module: ModuleKind.ESNext, jsx: JsxEmit.React, isolatedModules: true }
    const { outputText } = transpileModule(readFileSync(file, 'utf8'), { compilerOptions, fileName: file })
    return parse(outputText, { ecmaVersion: 'latest', sourceType: 'module' })
  } catch {
    return undefined
  }
}

/**
 * Reads what a file does when it runs. Equal code gives an equal text, whatever its comments, blanks and types.
 *
 * @param {string} file absolute
 * @returns {string | Buffer} the bytes, if the file is no program
 */
export function readCode (file) {
  if (NEVER_RUN.test(file)) return ''
  const program = parseProgram(file)
  return program ? serializeProgram(program) : readFileSync(file)
}

/**
 * Returns true if two folders have the same files with the same code, so that a program in one of them does the same in the other one,
 * whatever it loads or reads. Git's own files do not count.
 *
 * @param {string} base absolute
 * @param {string} head absolute
 * @returns {Promise<boolean>}
 */
export async function haveSameCode (base, head) {
  if (isTurnDue()) await letSignalsIn()
  const [ofBase, ofHead] = [base, head].map(listEntries)
  if (ofBase.length !== ofHead.length) return false
  const pairs = ofBase.map((entry, index) => ({ name: entry.name, from: entry, to: ofHead[index] }))
  if (pairs.some(({ name, from, to }) => name !== to.name || kindOf(from) !== kindOf(to))) return false
  // Own files first, because they differ most often; packages have most of the files.
  const ordered = [...pairs.filter(({ name }) => name !== 'node_modules'), ...pairs.filter(({ name }) => name === 'node_modules')]
  for (const { name, from } of ordered) {
    const [one, other] = [join(base, name), join(head, name)]
    const isSame = from.isDirectory() ? await haveSameCode(one, other) : isSameEntry(from, { base, head })
    if (!isSame) return false
  }
  return true
}

/** @param {Dirent} entry @param {{ base: string, head: string }} folders that both have it @returns {boolean} */
function isSameEntry (entry, { base, head }) {
  const [one, other] = [join(base, entry.name), join(head, entry.name)]
  if (entry.isSymbolicLink()) return readlinkSync(one).replace(base, '') === readlinkSync(other).replace(head, '')
  return !entry.isFile() || isSameFile(one, other)
}

/** @param {string} folder @returns {Dirent[]} by name */
function listEntries (folder) {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== '.git').sort((a, b) => a.name < b.name ? -1 : 1)
}

/** @param {Dirent} entry */
function kindOf (entry) {
  return [entry.isDirectory(), entry.isSymbolicLink(), entry.isFile()].indexOf(true)
}

/** @param {string} one @param {string} other @returns {boolean} */
function isSameFile (one, other) {
  const [from, to] = [one, other].map((file) => statSync(file))
  // Most packages of base and head are hard links to one file.
  if (from.ino === to.ino && from.dev === to.dev) return true
  if (from.size === to.size && readFileSync(one).equals(readFileSync(other))) return true
  const code = readCode(one)
  return typeof code === 'string' && code === readCode(other)
}
