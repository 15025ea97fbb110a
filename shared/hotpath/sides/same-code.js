import { constants, readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { parse, tokenizer } from 'acorn'
import { UnparsableFileError, isJavaScriptFile, parseJavaScriptFile, serializeProgram } from '@hotpath-labs/engine/syntax.js'
import { isTurnDue, letSignalsIn } from './copy.js'

/** @import { Dirent } from 'node:fs' */

/** Pattern for files that no program runs: source maps and declarations of types. */
const NEVER_RUN = /\.(?:[cm]?[jt]sx?|css)\.map$|\.d\.[cm]?ts$/

/** Pattern for comments that a bundler, a compiler or the system obeys, such as the first line of a program. */
const OBEYED = /^#!.*|[@#]__\w+__|@jsx\w*\s+\S+|@vite-ignore|\b(?:webpack|turbopack)[A-Z]\w*:[^]*?\*\//g

/** Pattern for source files of an addon. */
const IN_C = /\.(?:c|cc|cpp|cxx|h|hh|hpp)$/

/** Pattern for strings of C, which stay, and for blanks and comments. */
const C_STRING_OR_BLANK = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?:\s|\/\*[^]*?\*\/|\/\/(?:\\\r?\n|.)*)+/g

/** @param {string} text of C or C++ @returns {string} without comments. The end of a line counts, because it ends a directive */
function withoutCComments (text) {
  // a raw string may hold what looks like a comment
  if (text.includes('R"')) return text
  return text.replaceAll(C_STRING_OR_BLANK, (part) => /^["']/.test(part) ? part : part.includes('\n') ? '\n' : ' ').trim()
}

/**
 * Parses a program of JavaScript, or of TypeScript if the project has the compiler `typescript`.
 *
 * @param {string} file absolute
 * @param {string} [place] of the file in a project that has its packages
 * @returns {import('acorn').Program | undefined} undefined for any other file
 */
export function parseProgram (file, place = file) {
  if (/\.[cm]?tsx?$/.test(file)) return parseTypeScriptFile(file, place)
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

/** @param {string} file @param {string} place @returns {import('acorn').Program | undefined} the program without its types */
function parseTypeScriptFile (file, place) {
  try {
    // the project's own compiler knows the project's syntax
    const { ScriptTarget, ModuleKind, JsxEmit, transpileModule } = createRequire(place)('typescript')
    const compilerOptions = { target: ScriptTarget.ESNext, module: ModuleKind.ESNext, jsx: JsxEmit.React, isolatedModules: true }
    const { outputText } = transpileModule(readFileSync(file, 'utf8'), { compilerOptions, fileName: file })
    return parse(outputText, { ecmaVersion: 'latest', sourceType: 'module' })
  } catch {
    return undefined
  }
}

/**
 * Reads TypeScript where no compiler can be called to remove its types: TypeScript 7 has no such function.
 *
 * @param {string} file absolute
 * @returns {string | undefined} its tokens, types too, and the ends of lines between them; undefined where JavaScript has no such tokens,
 *   such as for decorators
 */
function readTypeScriptTokens (file) {
  const text = readFileSync(file, 'utf8')
  try {
    let end = 0
    return [...tokenizer(text, { ecmaVersion: 'latest', sourceType: 'module' })].map((token) => {
      const isOnNewLine = text.slice(end, token.start).includes('\n')
      end = token.end
      return `${isOnNewLine ? '\n' : ' '}${text.slice(token.start, end)}`
    }).join('')
  } catch {
    return undefined
  }
}

/**
 * Reads what a file does when it runs. Equal code gives an equal text, whatever its comments, blanks and types.
 *
 * @param {string} file absolute
 * @param {string} [place] as in parseProgram
 * @returns {string | Buffer} the bytes, if the file is no program
 */
export function readCode (file, place) {
  if (NEVER_RUN.test(file)) return ''
  if (IN_C.test(file)) return withoutCComments(readFileSync(file, 'utf8'))
  const program = parseProgram(file, place)
  const text = readFileSync(file)
  const code = program ? serializeProgram(program) : /\.[cm]?ts$/.test(file) ? readTypeScriptTokens(file) : undefined
  return code === undefined ? text : [code, ...text.toString().match(OBEYED) ?? []].join('\n')
}

/**
 * Returns true if two folders have the same files with the same code, so that a program in one of them does the same in the other one,
 * whatever it loads or reads. Git's own files do not count.
 *
 * @param {string} base absolute
 * @param {string} head absolute
 * @param {string} [own] the counterpart in a folder that has the packages, if these two lack them
 * @returns {Promise<boolean>}
 */
export async function haveSameCode (base, head, own = base) {
  if (isTurnDue()) await letSignalsIn()
  const [ofBase, ofHead] = [base, head].map(listEntries)
  if (ofBase.length !== ofHead.length) return false
  const pairs = ofBase.map((entry, index) => ({ name: entry.name, from: entry, to: ofHead[index] }))
  if (pairs.some(({ name, from, to }) => name !== to.name || kindOf(from) !== kindOf(to))) return false
  // Own files first, because they differ most often; packages have most of the files.
  const ordered = [...pairs.filter(({ name }) => name !== 'node_modules'), ...pairs.filter(({ name }) => name === 'node_modules')]
  for (const { name, from } of ordered) {
    const [one, other] = [join(base, name), join(head, name)]
    const isSame = from.isDirectory() ? await haveSameCode(one, other, join(own, name)) : isSameEntry(from, { base, head, own })
    if (!isSame) return false
  }
  return true
}

/** @param {Dirent} entry @param {{ base: string, head: string, own: string }} folders @returns {boolean} */
function isSameEntry (entry, { base, head, own }) {
  const [one, other] = [join(base, entry.name), join(head, entry.name)]
  if (entry.isSymbolicLink()) return readlinkSync(one).replace(base, '') === readlinkSync(other).replace(head, '')
  return !entry.isFile() || isSameFile(one, other, join(own, entry.name))
}

/** @param {string} folder @returns {Dirent[]} by name */
function listEntries (folder) {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== '.git').sort((a, b) => a.name < b.name ? -1 : 1)
}

/** @param {Dirent} entry */
function kindOf (entry) {
  return [entry.isDirectory(), entry.isSymbolicLink(), entry.isFile()].indexOf(true)
}

/** @param {string} one @param {string} other @param {string} place as in parseProgram @returns {boolean} true for equal code, run alike */
export function isSameFile (one, other, place) {
  const [from, to] = [one, other].map((file) => statSync(file))
  // Most packages of base and head are hard links to one file.
  if (from.ino === to.ino && from.dev === to.dev) return true
  // only a file that may be executed starts as a command
  if ((from.mode ^ to.mode) & constants.S_IXUSR) return false
  if (from.size === to.size && readFileSync(one).equals(readFileSync(other))) return true
  const code = readCode(one, place)
  return typeof code === 'string' && code === readCode(other, place)
}
