import { join } from 'node:path'
import { parse } from 'acorn'
import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { makeMutants } from './mutants.js'

/** Each of them means something else, or nothing, without its parentheses or its blanks. */
const EXPRESSIONS = [
  '(a ?? b) + c', 'a - (b ?? c)', '(a ?? (b || c)) * d', 'a / (b || c)', 'a === (b ?? c)', '(a && b) !== c', '(a, b) < c', 'a > (b, c)',
  '(a ? b : c) + d', 'a - (b - c)', 'a * (b + c)', '(a + b) * c', 'a / (b * c)', '(a = b) === c', '(() => a) !== b', '((a)) + ((b))',
  'a * b * c', 'a - b * c', 'a*b', 'a-+b', 'a+-b', 'a- -b', 'a/ /b/.x', 'a /* + */ + b', '(a /* ) - */) - (b)', 'a // +\n + b',
]

/** @param {any} t @param {string} source of a function lab's `fast` @returns {string[]} the same with another operator, each once */
function operatorMutants (t, source) {
  const folder = t.testdir({ 'fast.cjs': source })
  return makeMutants(/** @type {any} */ ({ files: { fast: join(folder, 'fast.cjs') } })).filter(({ rank }) => rank === 1).map(({ text }) => text)
}

/** @param {string} source @returns {{ tree: string, operators: string[] }} what it means, without its operators; and these */
function meaningOf (source) {
  /** @type {string[]} */
  const operators = []
  const tree = JSON.stringify(parse(source, { ecmaVersion: 'latest' }), (key, value) => {
    if (key === 'start' || key === 'end') return undefined
    if (value?.type !== 'BinaryExpression') return value
    operators.push(value.operator)
    return { ...value, operator: '' }
  })
  return { tree, operators }
}

t.test('a mutant of an operator differs only in that operator', async (t) => {
  for (const expression of EXPRESSIONS) {
    const source = `x = ${expression}\n`
    const original = meaningOf(source)
    const changed = operatorMutants(t, source).map((text) => {
      const { tree, operators } = meaningOf(text)
      t.equal(tree, original.tree, text)
      return operators.flatMap((operator, index) => operator === original.operators[index] ? [] : [index])
    })
    t.same(changed.sort(), original.operators.map((_, index) => [index]), `${expression}: each operator once`)
  }
})

t.test('every mutant of every lab can be parsed', async (t) => {
  for (const name of listLabNames()) {
    for (const { path, line, is, text } of makeMutants(await loadNamedLab(name))) {
      t.doesNotThrow(() => parse(text, { ecmaVersion: 'latest', sourceType: path.endsWith('.cjs') ? 'commonjs' : 'module' }), `${name}/${path}:${line} ${is}`)
    }
  }
})
