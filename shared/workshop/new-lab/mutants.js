import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { parse } from 'acorn'
import { full } from 'acorn-walk'
import { listFilesOfVariant } from '@hotpath-labs/lab/sources.js'
import { copyProgramFiles } from '../attempt/starting-copy.js'

/**
 * @import { BinaryExpression, Token } from 'acorn'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 */

/**
 * @typedef {{ rank: number, path: string, line: number, was: string, is: string, text: string }} Mutant one change in a file;
 *   `text`: the changed file at `path`
 */
/** @typedef {{ rank: number, start: number, end: number, is: string }} Change `rank`: a change of rank 0 most likely changes an answer */

/** Methods that send an answer. */
const SEND_METHODS = ['send', 'end', 'json']

const ANOTHER = '\'another answer\''

/** Replacement for each operator. Both operators have the same precedence, so that the expression is grouped as before. */
const OPERATORS = /** @type {Record<string, string>} */ ({ '+': '-', '-': '+', '*': '/', '/': '*', '===': '!==', '!==': '===', '<': '>=', '>': '<=' })

/**
 * Makes faulty copies (mutants) of the variant `fast`, each with one change, the most visible changes first.
 *
 * @param {Lab} lab
 * @returns {Mutant[]} of fast, then of the files that it needs
 */
export function makeMutants ({ files: { fast } }) {
  const folder = dirname(fast)
  const paths = listFilesOfVariant(fast).filter((path) => ['.js', '.cjs', '.mjs'].includes(extname(path)))
  return paths.flatMap((path) => {
    const source = readFileSync(join(folder, path), 'utf8')
    return findChanges(source, path).map(({ rank, start, end, is }) => ({
      rank,
      path,
      line: source.slice(0, start).split('\n').length,
      was: source.slice(start, end),
      is,
      text: source.slice(0, start) + is + source.slice(end),
    }))
  }).sort((a, b) => a.rank - b.rank)
}

/** @param {Mutant} mutant @returns {string} such as: fast.js:5 with - in place of + */
export function describeMutant ({ path, line, was, is }) {
  return `${path}:${line} with ${is} in place of ${was.replace(/\s+/g, ' ').slice(0, 40)}`
}

/** @param {string} source @param {string} path @returns {Change[]} */
function findChanges (source, path) {
  /** @type {Change[]} */
  const changes = []
  /** @type {Token[]} */
  const tokens = []
  const change = (/** @type {number} */ rank, /** @type {{ start: number, end: number }} */ { start, end }, /** @type {string} */ is) => {
    changes.push({ rank, start, end, is })
  }
  const tree = parse(source, { ecmaVersion: 'latest', sourceType: extname(path) === '.cjs' ? 'commonjs' : 'module', onToken: tokens })
  full(tree, (/** @type {any} */ node) => {
    const { type, operator, argument, callee, value } = node
    if (type === 'CallExpression' && SEND_METHODS.includes(callee.property?.name) && node.arguments.length) change(0, node.arguments[0], ANOTHER)
    if (type === 'Property' && typeof value?.value === 'string') change(2, value, ANOTHER)
    if (type === 'BinaryExpression' && OPERATORS[operator]) change(1, node, withOperator(node, OPERATORS[operator]))
    if (type === 'Literal' && typeof value === 'number') change(5, node, String(value + 1))
    if (type === 'ObjectExpression') for (const one of node.properties) if (one.type === 'Property') change(6, one, '...{}')
    const isReturn = type === 'ReturnStatement' && argument
    if (isReturn && !startsServer(argument)) change(3, argument, 'undefined')
    const isShortArrow = type === 'ArrowFunctionExpression' && node.expression
    if (isShortArrow && !startsServer(node.body)) change(4, node.body, 'undefined')
  })
  return changes.sort((a, b) => a.start - b.start)

  /** Replaces the operator of an expression, and keeps parentheses and comments. @param {BinaryExpression} node @param {string} another */
  function withOperator ({ start, end, left, right, operator }, another) {
    const isOwn = (/** @type {Token} */ token) =>
      token.start >= left.end && token.end <= right.start && source.slice(token.start, token.end) === operator
    const own = /** @type {Token} */ (tokens.find(isOwn))
    const [before, after] = [source.slice(start, own.start), source.slice(own.end, end)]
    // inserts a space, because without the space `a-+b` would become `a++b`
    return `${before}${/\s$/.test(before) ? '' : ' '}${another}${/^\s/.test(after) ? '' : ' '}${after}`
  }
}

/**
 * @param {{ type: string, callee: { name: string } }} expression
 * @returns {boolean} true if it starts a server, without which no answer could be wrong
 */
function startsServer ({ type, callee }) {
  return type === 'NewExpression' || (type === 'CallExpression' && ['resolve', 'listen', 'listenWith'].includes(callee.name))
}

/**
 * Writes a mutant into a new folder, with the other files and packages of `fast`, and calls `use` with the path of the mutant's main file.
 *
 * @template T
 * @param {Lab} lab
 * @param {Mutant} mutant
 * @param {(file: string) => Promise<T>} use gets the file in place of fast; the folder is removed after it
 * @returns {Promise<T>}
 */
export async function runWithMutant ({ folder, files: { fast } }, { path, text }, use) {
  const away = mkdtempSync(join(tmpdir(), 'hotpath-mutant-'))
  try {
    copyProgramFiles(folder, listFilesOfVariant(fast).map((needed) => ({ from: join(folder, needed), to: join(away, needed) })), away)
    writeFileSync(join(away, path), text)
    return await use(join(away, basename(fast)))
  } finally {
    rmSync(away, { recursive: true, force: true })
  }
}
