/**
 * @typedef {import('./snapshot.js').Snapshot} Snapshot
 *
 * @typedef {object} Row of a comparison: the objects of one constructor
 * @property {string} name
 * @property {boolean} isOfV8
 * @property {number[]} counts in each snapshot
 * @property {number} grown objects more in the last than in the first
 * @property {number} ownBytes more, of the objects alone
 * @property {number} retainedBytes more, with what only they hold
 * @property {number[]} added nodes of the last snapshot that were not in the first
 * @property {boolean} isSteady more of them from each snapshot to the next
 */

/**
 * Compares snapshots of one process by constructor.
 *
 * @param {Snapshot[]} snapshots at least two, in their order in time
 * @returns {Row[]} what changed, the one that retains most of what is new first
 */
export function compared (snapshots) {
  const [first, last] = [snapshots[0], snapshots[snapshots.length - 1]]
  const groups = snapshots.map((snapshot) => new Map(snapshot.groups().map((group) => [group.key, group])))
  const keys = new Set([...groups[0].keys(), ...groups[groups.length - 1].keys()])
  return [...keys].map((key) => {
    const [before, after] = [groups[0].get(key), groups[groups.length - 1].get(key)]
    const added = without(last, after?.nodes ?? [], idsOf(first, before?.nodes ?? []))
    const removed = without(first, before?.nodes ?? [], idsOf(last, after?.nodes ?? []))
    const counts = groups.map((group) => group.get(key)?.nodes.length ?? 0)
    const { name, isOfV8 } = /** @type {import('./snapshot.js').Group} */ (after ?? before)
    return {
      name,
      isOfV8,
      counts,
      grown: counts[counts.length - 1] - counts[0],
      ownBytes: ownSizes(last, after?.nodes ?? []) - ownSizes(first, before?.nodes ?? []),
      retainedBytes: retainedSizes(last, added) - retainedSizes(first, removed),
      added,
      isSteady: counts.every((count, index) => index === 0 || count > counts[index - 1]),
    }
  }).filter(({ grown, ownBytes, retainedBytes }) => grown !== 0 || ownBytes !== 0 || retainedBytes !== 0)
    .sort((a, b) => b.retainedBytes - a.retainedBytes)
}

/** @param {Snapshot} snapshot @param {number[]} nodes */
function idsOf (snapshot, nodes) {
  return new Set(nodes.map((node) => snapshot.id(node)))
}

/** @param {Snapshot} snapshot @param {number[]} nodes @param {Set<number>} ids */
function without (snapshot, nodes, ids) {
  return nodes.filter((node) => !ids.has(snapshot.id(node)))
}

/** @param {Snapshot} snapshot @param {number[]} nodes */
function ownSizes (snapshot, nodes) {
  return nodes.reduce((sum, node) => sum + snapshot.ownSize(node), 0)
}

/** What would be free without these nodes: one that another of them dominates is in its figure already. @param {Snapshot} snapshot @param {number[]} nodes */
function retainedSizes (snapshot, nodes) {
  const among = new Set(nodes)
  /** whether a node is dominated by one of them, or is one @type {Map<number, boolean>} */
  const below = new Map(nodes.map((node) => [node, true]))
  return nodes.reduce((sum, node) => sum + (isBelow(snapshot.dominator(node)) ? 0 : snapshot.retainedSize(node)), 0)

  /** @param {number} node */
  function isBelow (node) {
    const path = []
    let at = node
    for (; !below.has(at) && at !== snapshot.dominator(at); at = snapshot.dominator(at)) path.push(at)
    const found = below.get(at) ?? among.has(at)
    for (const one of path) below.set(one, found)
    return found
  }
}
