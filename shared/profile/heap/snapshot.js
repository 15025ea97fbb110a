import { createReadStream } from 'node:fs'
import { parse } from 'heap-snapshot-toolkit'

/** Names that DevTools gives to V8's internal objects. V8 makes them for its own use, such as compiled code: their growth is no leak. */
const INTERNAL_CLASSES = new Set(['(compiled code)', '(object shape)', '(system)', '(hidden)'])

/**
 * @typedef {object} Group the objects of one constructor, named as in DevTools
 * @property {string} key equal in all snapshots
 * @property {string} name
 * @property {boolean} isOfV8
 * @property {number[]} nodes
 *
 * @typedef {object} SnapshotNode of heap-snapshot-toolkit
 * @property {() => number} id equal in all snapshots of a process
 * @property {() => string} name
 * @property {() => string} type
 * @property {() => number} selfSize bytes
 * @property {() => number} retainedSize bytes that would be free without this node
 * @property {() => number} distance from the roots, in references
 * @property {() => EdgeIterator} edges
 * @property {() => EdgeIterator} retainers
 *
 * @typedef {object} EdgeIterator of heap-snapshot-toolkit
 * @property {() => boolean} hasNext
 * @property {() => void} next
 * @property {() => { type: () => string, name: () => string, nodeIndex: () => number }} item
 *
 * @typedef {Awaited<ReturnType<typeof parse>>} Parsed Chromium's model of a snapshot
 * @typedef {Parameters<Parsed['aggregatesWithFilter']>[0]} NodeFilter
 *
 * @typedef {{ type: string, name: string, node: number }} Edge a reference to a node, or from one
 */

/** A heap snapshot. A node is an object in the heap, and the methods identify each node by its index. */
export class HeapSnapshot {
  /** @param {Parsed} parsed by heap-snapshot-toolkit */
  constructor (parsed) {
    this.parsed = parsed
  }

  /** Reads a snapshot file, which takes about half a second. @param {string} file @returns {Promise<HeapSnapshot>} */
  static async read (file) {
    return new HeapSnapshot(await parse(createReadStream(file, 'utf-8')))
  }

  /** @returns {Group[]} */
  groups () {
    return Object.entries(this.parsed.aggregatesWithFilter(/** @type {NodeFilter} */ ({}))).map(([key, { name, idxs }]) => ({
      key, name, isOfV8: INTERNAL_CLASSES.has(name), nodes: idxs.map((index) => index / this.parsed.nodeFieldCount),
    }))
  }

  /** @param {number} node @returns {SnapshotNode} */
  node (node) {
    return this.parsed.createNode(node * this.parsed.nodeFieldCount)
  }

  /** @param {number} node @returns {number} the nearest node on all paths from the roots */
  dominator (node) {
    return this.parsed.dominatorsTree[node]
  }

  /** @param {number} node @returns {Edge[]} to the node's references */
  references (node) {
    return this.#listEdges(this.node(node).edges())
  }

  /** @param {number} node @returns {Edge[]} from the nodes that hold this one, without weak references */
  retainers (node) {
    return this.#listEdges(this.node(node).retainers()).filter(({ type }) => type !== 'weak')
  }

  /** @param {EdgeIterator} iterator @returns {Edge[]} */
  #listEdges (iterator) {
    const edges = []
    for (; iterator.hasNext(); iterator.next()) {
      const edge = iterator.item()
      edges.push({ type: edge.type(), name: String(edge.name()), node: edge.nodeIndex() / this.parsed.nodeFieldCount })
    }
    return edges
  }
}
