import { createReadStream } from 'node:fs'
import { parse } from 'heap-snapshot-toolkit'

/** DevTools' name of a class of objects that V8 keeps for itself: they come and go with compiled code. */
const OF_V8 = new Set(['(compiled code)', '(object shape)', '(system)', '(hidden)'])

/**
 * @typedef {object} Group the objects of one constructor, named as in DevTools
 * @property {string} key of the same group in another snapshot
 * @property {string} name
 * @property {boolean} isOfV8
 * @property {number[]} nodes
 *
 * @typedef {{ type: string, name: string, node: number }} Edge to a node, or from one
 */

/** A heap snapshot: nodes are numbers, from 0 on. */
export class Snapshot {
  /** @param {any} parsed by heap-snapshot-toolkit, which is the model of Chromium's DevTools */
  constructor (parsed) {
    this.parsed = parsed
  }

  /** @param {string} file @returns {Promise<Snapshot>} */
  static async read (file) {
    return new Snapshot(await parse(createReadStream(file, 'utf-8')))
  }

  /** @returns {Group[]} */
  groups () {
    return Object.entries(this.parsed.aggregatesWithFilter({})).map(([key, { name, idxs }]) => ({
      key, name, isOfV8: OF_V8.has(name), nodes: idxs.map((/** @type {number} */ index) => index / this.parsed.nodeFieldCount),
    }))
  }

  /** @param {number} node @returns {number} the same for an object in all snapshots of a process */
  id (node) {
    return this.#node(node).id()
  }

  /** @param {number} node */
  name (node) {
    return /** @type {string} */ (this.#node(node).name())
  }

  /** @param {number} node */
  type (node) {
    return /** @type {string} */ (this.#node(node).type())
  }

  /** @param {number} node @returns {number} bytes */
  ownSize (node) {
    return this.#node(node).selfSize()
  }

  /** @param {number} node @returns {number} bytes that would be free without it */
  retainedSize (node) {
    return this.parsed.retainedSizes[node]
  }

  /** @param {number} node @returns {number} without which it would be free */
  dominator (node) {
    return this.parsed.dominatorsTree[node]
  }

  /** @param {number} node @returns {number} references from the roots */
  distance (node) {
    return this.parsed.nodeDistances[node]
  }

  /** @param {number} node @returns {Edge[]} to what it refers to */
  references (node) {
    const edges = []
    for (const iterator = this.#node(node).edges(); iterator.hasNext(); iterator.next()) {
      const edge = iterator.item()
      edges.push({ type: edge.type(), name: String(edge.name()), node: edge.nodeIndex() / this.parsed.nodeFieldCount })
    }
    return edges
  }

  /** @param {number} node @returns {Edge[]} from those that hold it, without those that would let go of it */
  retainers (node) {
    const { firstRetainerIndex, retainingNodes, retainingEdges, nodeFieldCount } = this.parsed
    const edges = []
    for (let index = firstRetainerIndex[node]; index < firstRetainerIndex[node + 1]; index++) {
      const edge = this.parsed.createEdge(retainingEdges[index])
      if (edge.type() !== 'weak') edges.push({ type: edge.type(), name: String(edge.name()), node: retainingNodes[index] / nodeFieldCount })
    }
    return edges
  }

  /** @param {number} node */
  #node (node) {
    return this.parsed.createNode(node * this.parsed.nodeFieldCount)
  }
}
