import t from 'tap'
import { compareHeapSnapshots } from './findings.js'
import { findDeclarationLine } from './retaining-path.js'

/**
 * Creates a snapshot of objects of 10 bytes. The first object dominates itself.
 *
 * @param {[id: number, constructor: string, dominator: number][]} objects
 * @returns {any}
 */
function createSnapshot (objects) {
  const names = [...new Set(objects.map(([, name]) => name))]
  const at = (/** @type {number} */ id) => objects.findIndex((object) => object[0] === id)
  const retained = (/** @type {number} */ node) => 10 + objects.reduce(
    (sum, [id, , dominator], index) => sum + (index !== node && dominator === objects[node][0] && id !== dominator ? retained(index) : 0),
    0
  )
  return {
    groups: () => names.map((name) => ({
      key: name,
      name,
      isOfV8: false,
      nodes: objects.flatMap(([, one], index) => one === name ? [index] : []),
    })),
    node: (/** @type {number} */ node) => ({ id: () => objects[node][0], selfSize: () => 10, retainedSize: () => retained(node) }),
    dominator: (/** @type {number} */ node) => at(objects[node][2]),
  }
}

t.test('counts retained memory once, also if objects hold others of their kind', async (t) => {
  const before = createSnapshot([[1, 'root', 1], [2, 'List', 1]])
  const after = createSnapshot([[1, 'root', 1], [2, 'List', 1], [3, 'Link', 2], [4, 'Link', 3], [5, 'Link', 4], [6, 'Text', 5]])
  const [links, texts] = compareHeapSnapshots([before, after])
  t.match(links, { name: 'Link', counts: [0, 3], grown: 3, ownBytes: 30, retainedBytes: 40, added: [2, 3, 4] })
  t.match(texts, { name: 'Text', grown: 1, retainedBytes: 10 })
  t.equal(compareHeapSnapshots([before, after]).length, 2, 'the list itself is not new')
})

t.test('the line of a holder is its declaration, not an import or a comment that has its name', async (t) => {
  const source = [
    'import { Ajv } from \'ajv\'',
    '// the function that keeps ajv',
    'const text = \'ajv\'',
    'const ajv = new Ajv()',
    'const { seen, $known } = require(\'./app\')',
    'export default function remember (name) {',
  ].join('\n')
  const lines = ['ajv', '$known', 'seen', 'name', 'absent'].map((variable) => findDeclarationLine(source, variable))
  t.same(lines, [4, 5, 5, 6, 0])
})

t.test('exchanged objects are no growth', async (t) => {
  const [row, ...others] = compareHeapSnapshots([
    createSnapshot([[1, 'root', 1], [2, 'A', 1]]),
    createSnapshot([[1, 'root', 1], [9, 'A', 1], [10, 'A', 1]]),
  ])
  t.match(row, { name: 'A', grown: 1, retainedBytes: 10, added: [1, 2] })
  t.same(others, [])
})

t.test('a constructor is steady if it grows from each snapshot to the next', async (t) => {
  const [none, one, two] = [[], [2], [2, 3]].map((ids) => createSnapshot([
    [1, 'root', 1],
    ...ids.map((id) => /** @type {[number, string, number]} */ ([id, 'A', 1])),
  ]))
  t.equal(compareHeapSnapshots([none, one, two])[0].isSteady, true)
  t.equal(compareHeapSnapshots([none, two, two])[0].isSteady, false)
})
