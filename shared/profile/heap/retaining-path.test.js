import t from 'tap'
import { findRetainingPath } from './retaining-path.js'

/** names of objects, and how many references each is from the roots */
const objects = [['', 0], ['Map', 1], ['table', 1], ['Ajv', 2], ['validator', 2]]

/** references to an object: kind, name, and where from */
const retainers = [
  [],
  [['property', 'kept', 0]],
  [['property', 'cache', 0]],
  [['element', '0', 1]],
  [['internal', 'part of key (Object @7) -> value (validator @9) pair in WeakMap (table @5)', 2], ['weak', 'code', 0], ['property', 'validate', 3]],
]

/** @type {any} */
const snapshot = {
  node: (node) => ({ name: () => objects[node][0], type: () => 'object', distance: () => objects[node][1] }),
  retainers: (node) => retainers[node].map(([type, name, from]) => ({ type, name, node: from })),
  references: () => [],
}

t.test('what is in a WeakMap is held by something else, also where that path is longer', async (t) => {
  const { path, share } = findRetainingPath(snapshot, [4])
  t.same(path.map(({ name, to }) => `${name} ${to}`), ['kept Map', '[] Ajv', 'validate validator'])
  t.equal(share, 1)
})
