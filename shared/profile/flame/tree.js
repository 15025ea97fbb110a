import { frameOf, ownerOf, textOf } from './frames.js'

/**
 * @typedef {import('./frames.js').Frame} Frame
 *
 * @typedef {object} Node
 * @property {Frame} frame
 * @property {number} self µs per operation
 * @property {number} total with all that it calls
 * @property {Map<string, Node>} children by frame
 *
 * @typedef {object} Profiled
 * @property {string} variant
 * @property {number} operations calls or requests that were profiled
 * @property {number} idle share of the time in which nothing ran, 0..1
 * @property {Node} root
 */

/** What V8 writes of time in which the process had nothing to do. */
const IDLE = '(idle)'

/** @param {Frame} frame @returns {string} the same for the same function */
export const keyOf = ({ name, where }) => `${name} ${where}`

/**
 * A .cpuprofile as a tree of the variant's own work: what the harness does beside it is left out, and calls of one function
 * from one place are one node, however often V8 compiled it.
 *
 * @param {any} profile
 * @param {{ variant: string, operations: number, folder: string }} of `folder` is the lab's
 * @returns {Profiled}
 */
export function treeOf (profile, { variant, operations, folder }) {
  const spent = new Map()
  let all = 0
  for (const [index, id] of profile.samples.entries()) {
    // what lies between two samples belongs to the first of them
    const us = profile.timeDeltas[index + 1] ?? 0
    spent.set(id, (spent.get(id) ?? 0) + us)
    all += us
  }
  const nodes = new Map(profile.nodes.map((/** @type {any} */ node) => [node.id, node]))
  const root = nodeOf(frameOf({ functionName: variant, url: '', lineNumber: -1 }, folder))
  /** one object for every function @type {Map<string, Frame>} */
  const frames = new Map()
  /** how often each line of a function was met @type {Map<Frame, Map<number, number>>} */
  const lines = new Map()
  let idle = 0

  /** @param {any} node @param {Node} into @param {'variant' | 'harness' | 'loop'} owner */
  const add = (node, into, owner) => {
    const found = ownerOf(node.callFrame.url)
    const now = found === 'loop' || owner === 'variant' ? found : owner === 'loop' ? (found === 'harness' ? 'harness' : 'loop') : owner
    const us = spent.get(node.id) ?? 0
    let target = into
    if (found === 'loop') target = root
    else if (now !== 'harness' && node.callFrame.functionName !== '(root)') {
      if (node.callFrame.functionName === IDLE) {
        idle += us
        return
      }
      const made = frameOf(node.callFrame, folder)
      const key = keyOf(made)
      const frame = frames.get(key) ?? made
      frames.set(key, frame)
      target = into.children.get(key) ?? nodeOf(frame)
      into.children.set(key, target)
      target.self += us / operations
      const met = lines.get(frame) ?? new Map()
      for (const { line, ticks } of node.positionTicks ?? []) met.set(line, (met.get(line) ?? 0) + ticks)
      lines.set(frame, met)
    }
    for (const child of node.children ?? []) add(nodes.get(child), target, now)
  }
  add(profile.nodes[0], root, 'variant')
  summed(root)
  for (const [frame, met] of lines) {
    frame.hotLine = [...met].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
    frame.hotText = textOf(frame.file, frame.hotLine)
  }
  return { variant, operations, idle: all ? idle / all : 0, root }
}

/** @param {Frame} frame @returns {Node} without time */
export function nodeOf (frame) {
  return { frame, self: 0, total: 0, children: new Map() }
}

/** Adds up, and drops what has no time. @param {Node} node @returns {number} its total */
export function summed (node) {
  node.total = node.self
  for (const [key, child] of node.children) {
    if (summed(child) === 0) node.children.delete(key)
    node.total += child.total
  }
  return node.total
}

/**
 * Self and total time of every function, wherever it was called from; of one that calls itself only the outermost call counts.
 *
 * @param {Profiled} profiled
 * @returns {Map<string, { frame: Frame, self: number, total: number, widest: number }>} `widest` is the total of the widest that any of its calls calls
 */
export function functionsOf ({ root }) {
  const found = new Map()
  /** @param {Node} node @param {Set<string>} above */
  const add = (node, above) => {
    const key = keyOf(node.frame)
    const entry = found.get(key) ?? { frame: node.frame, self: 0, total: 0, widest: 0 }
    found.set(key, entry)
    entry.self += node.self
    if (!above.has(key)) entry.total += node.total
    for (const child of node.children.values()) {
      entry.widest = Math.max(entry.widest, child.total)
      add(child, new Set(above).add(key))
    }
  }
  for (const child of root.children.values()) add(child, new Set())
  return found
}

/** @param {Frame} frame @param {string} search words, all of which its name, its place or its hottest line have to contain */
function matches ({ name, where, hotText }, search) {
  const text = `${name} ${where} ${hotText}`.toLowerCase()
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word))
}

/** @param {Profiled} profiled @param {string} search @returns {number} share of the time that is spent in what is found and in what that calls, 0..1 */
export function shareOf ({ root }, search) {
  const within = (/** @type {Node} */ node) => matches(node.frame, search) ? node.total : [...node.children.values()].reduce((sum, child) => sum + within(child), 0)
  return root.total ? [...root.children.values()].reduce((sum, child) => sum + within(child), 0) / root.total : 0
}
