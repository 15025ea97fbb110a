import { parse } from 'acorn'
import { full } from 'acorn-walk'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { copyProgram } from '../attempt/scaffold.js'
import { neededBy } from 'hotpath/sources'

/** @typedef {import('hotpath/lab').Lab} Lab */
/** @typedef {{ rank: number, path: string, line: number, was: string, is: string, text: string }} Mutant `text`: of the whole file at `path` */

/** What a handler calls to answer. */
const SENDS = ['send', 'end', 'json']

const ANOTHER = '\'another answer\''

/** What an operator becomes: one of the same precedence, so that nothing around it is grouped anew. */
const OPERATORS = /** @type {Record<string, string>} */ ({ '+': '-', '-': '+', '*': '/', '/': '*', '===': '!==', '!==': '===', '<': '>=', '>': '<=' })

/**
 * Fast with one thing in it changed, in the order in which a change most likely shows in the answers.
 *
 * @param {Lab} lab
 * @returns {Mutant[]} of fast, then of the files that it needs
 */
export function mutantsOf ({ files: { fast } }) {
  const folder = dirname(fast)
  const paths = neededBy(fast).filter((path) => ['.js', '.cjs', '.mjs'].includes(extname(path)))
  return paths.flatMap((path) => {
    const source = readFileSync(join(folder, path), 'utf8')
    return changesOf(source, path).map(({ rank, start, end, is }) => ({
      rank,
      path,
      line: source.slice(0, start).split('\n').length,
      was: source.slice(start, end),
      is,
      text: source.slice(0, start) + is + source.slice(end),
    }))
  }).sort((a, b) => a.rank - b.rank)
}

/** @param {string} source @param {string} path @returns {{ rank: number, start: number, end: number, is: string }[]} */
function changesOf (source, path) {
  /** @type {{ rank: number, start: number, end: number, is: string }[]} */
  const changes = []
  /** @type {import('acorn').Token[]} */
  const tokens = []
  const change = (/** @type {number} */ rank, /** @type {{ start: number, end: number }} */ { start, end }, /** @type {string} */ is) => { changes.push({ rank, start, end, is }) }
  full(parse(source, { ecmaVersion: 'latest', sourceType: extname(path) === '.cjs' ? 'commonjs' : 'module', onToken: tokens }), (/** @type {any} */ node) => {
    const { type, operator, argument, callee, value } = node
    if (type === 'CallExpression' && SENDS.includes(callee.property?.name) && node.arguments.length) change(0, node.arguments[0], ANOTHER)
    if (type === 'Property' && typeof value.value === 'string') change(2, value, ANOTHER)
    if (type === 'BinaryExpression' && OPERATORS[operator]) change(1, node, withOperator(node, OPERATORS[operator]))
    if (type === 'ReturnStatement' && argument && !starts(argument)) change(3, argument, 'undefined')
    if (type === 'ArrowFunctionExpression' && node.expression && !starts(node.body)) change(4, node.body, 'undefined')
  })
  return changes.sort((a, b) => a.start - b.start)

  /** Puts another operator in place of an expression's own: parentheses and comments stay. @param {any} node @param {string} another */
  function withOperator ({ start, end, left, right, operator }, another) {
    const own = /** @type {import('acorn').Token} */ (tokens.find((token) => token.start >= left.end && token.end <= right.start && source.slice(token.start, token.end) === operator))
    const [before, after] = [source.slice(start, own.start), source.slice(own.end, end)]
    // without a blank `a-+b` would become `a++b`
    return `${before}${/\s$/.test(before) ? '' : ' '}${another}${/^\s/.test(after) ? '' : ' '}${after}`
  }
}

/** Without a server there is no answer that could be wrong. @param {any} expression @returns {boolean} whether a server starts by it */
function starts ({ type, callee }) {
  return type === 'NewExpression' || (type === 'CallExpression' && ['resolve', 'listen', 'listenWith'].includes(callee.name))
}

/**
 * Puts a mutant into a folder of its own, where it finds what fast finds.
 *
 * @template T
 * @param {Lab} lab
 * @param {Mutant} mutant
 * @param {(file: string) => Promise<T>} use what takes the place of fast
 * @returns {Promise<T>}
 */
export async function withMutant ({ folder, files: { fast } }, { path, text }, use) {
  const away = mkdtempSync(join(tmpdir(), 'hotpath-mutant-'))
  try {
    copyProgram(folder, neededBy(fast).map((needed) => ({ from: join(folder, needed), to: join(away, needed) })), away)
    writeFileSync(join(away, path), text)
    return await use(join(away, basename(fast)))
  } finally {
    rmSync(away, { recursive: true, force: true })
  }
}
