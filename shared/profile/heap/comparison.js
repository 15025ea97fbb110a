/** @import { Group, HeapSnapshot } from './snapshot.js' */

/**
 * @typedef {object} Row the objects of one constructor
 * @property {string} name
 * @property {boolean} isOfV8
 * @property {number[]} counts in each snapshot
 * @property {number} grown count in the last snapshot minus count in the first
 * @property {number} ownBytes growth of the objects alone
 * @property {number} retainedBytes growth with all that only these objects hold
 * @property {number[]} added nodes of the last snapshot that are missing in the first
 * @property {boolean} isSteady each snapshot has more objects than the one before
 */

/**
 * Compares several heap snapshots of one process, constructor by constructor.
 *
 * @param {HeapSnapshot[]} snapshots at least two, in order of time
 * @returns {Row[]} without unchanged constructors, the largest retained growth first
 */
export function compareHeapSnapshots (snapshots) {
  const [first, last] = [snapshots[0], snapshots[snapshots.length - 1]]
  const groups = snapshots.map((snapshot) => new Map(snapshot.groups().map((group) => [group.key, group])))
  const [before, after] = [groups[0], groups[groups.length - 1]]
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const [old, now] = [before.get(key)?.nodes ?? [], after.get(key)?.nodes ?? []]
    const added = excludeNodes(last, now, first, old)
    const counts = groups.map((group) => group.get(key)?.nodes.length ?? 0)
    const { name, isOfV8 } = /** @type {Group} */ (after.get(key) ?? before.get(key))
    return {
      name,
      isOfV8,
      counts,
      grown: now.length - old.length,
      ownBytes: sumOwnSizes(last, now) - sumOwnSizes(first, old),
      retainedBytes: sumRetainedSizes(last, added) - sumRetainedSizes(first, excludeNodes(first, old, last, now)),
      added,
      isSteady: counts.every((count, index) => index === 0 || count > counts[index - 1]),
    }
  }).filter(({ grown, ownBytes, retainedBytes }) => grown !== 0 || ownBytes !== 0 || retainedBytes !== 0)
    .sort((a, b) => b.retainedBytes - a.retainedBytes)
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {number[]} nodes
 * @param {HeapSnapshot} other
 * @param {number[]} excluded nodes of the other snapshot
 * @returns {number[]}
 */
function excludeNodes (snapshot, nodes, other, excluded) {
  const ids = new Set(excluded.map((node) => other.node(node).id()))
  return nodes.filter((node) => !ids.has(snapshot.node(node).id()))
}

/** @param {HeapSnapshot} snapshot @param {number[]} nodes */
function sumOwnSizes (snapshot, nodes) {
  return nodes.reduce((sum, node) => sum + snapshot.node(node).selfSize(), 0)
}

/**
 * Sums the bytes that would be freed together with the listed objects. Counts no bytes twice if one listed object keeps another alive.
 *
 * @param {HeapSnapshot} snapshot
 * @param {number[]} nodes
 */
function sumRetainedSizes (snapshot, nodes) {
  /** true if a node is in the list, or is dominated by a node in the list @type {Map<number, boolean>} */
  const isCovered = new Map(nodes.map((node) => [node, true]))
  return nodes.reduce((sum, node) => sum + (findCovered(snapshot.dominator(node)) ? 0 : snapshot.node(node).retainedSize()), 0)

  /** @param {number} node */
  function findCovered (node) {
    const path = []
    let at = node
    for (; !isCovered.has(at) && at !== snapshot.dominator(at); at = snapshot.dominator(at)) path.push(at)
    const found = isCovered.get(at) ?? false
    for (const passed of path) isCovered.set(passed, found)
    return found
  }
}
