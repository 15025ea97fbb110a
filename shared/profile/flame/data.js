import { changesOf } from './compare.js'
import { hints } from './summary.js'
import { keyOf } from './tree.js'

/** Frames narrower than this share of their variant are added to their callers: they could not be seen, and are most of a page's size. */
const NARROWEST = 0.001

/** Rows of the table of what grew and shrank. */
const CHANGES = 30

/**
 * @typedef {[number, number, any[]]} Call number of its frame, µs per operation, and what it calls: the same again
 *
 * @typedef {object} FlameData all that a flame page shows
 * @property {string} lab
 * @property {string} question
 * @property {string[]} hints
 * @property {string} per what: the scale is CPU time per request, per call, or in all
 * @property {{ variant: string, label: string, operations: number, idle: number, total: number, roots: Call[] }[]} sides
 * @property {{ frame: number, self: number[], total: number[] }[]} changes
 * @property {Omit<import('./frames.js').Frame, 'file'>[]} frames
 * @property {string} look
 * @property {number} narrowest share of a side that is drawn
 */

/**
 * @param {import('hotpath/lab').Lab} lab
 * @param {import('./tree.js').Profiled[]} profiles one or two
 * @param {string} per
 * @returns {FlameData}
 */
export function flameData ({ name, manifest }, profiles, per) {
  const [first, second] = profiles
  /** @type {Map<string, number>} */
  const index = new Map()
  /** @type {FlameData['frames']} */
  const frames = []
  const indexOf = (/** @type {import('./frames.js').Frame} */ frame) => {
    const key = keyOf(frame)
    const known = index.get(key)
    if (known !== undefined) return known
    const { name, kind, where, line, text, hotLine, hotText } = frame
    index.set(key, frames.length)
    return frames.push({ name, kind, where, line, text, hotLine, hotText }) - 1
  }
  const compact = (/** @type {import('./tree.js').Node} */ node, /** @type {number} */ least) => /** @type {Call} */ ([
    indexOf(node.frame),
    Number(node.total.toPrecision(4)),
    [...node.children.values()].filter(({ total }) => total >= least).map((child) => compact(child, least)),
  ])
  return {
    lab: name,
    question: manifest.question,
    hints: hints(manifest, first, second),
    per,
    sides: profiles.map(({ variant, root, operations, idle }) => ({
      variant,
      label: manifest.ladder[variant] ?? manifest.limit ?? '',
      operations,
      idle,
      total: root.total,
      roots: compact(root, root.total * NARROWEST)[2],
    })),
    changes: changesOf(first, second)
      .filter(({ self }) => Math.max(...self) >= first.root.total * NARROWEST)
      .sort((a, b) => Math.abs(b.self[0] - b.self[1]) - Math.abs(a.self[0] - a.self[1]))
      .slice(0, CHANGES)
      .map(({ frame, self, total }) => ({ frame: indexOf(frame), self, total })),
    frames,
    look: manifest.look?.search ?? '',
    narrowest: NARROWEST,
  }
}

/**
 * @param {FlameData} data
 * @param {number} narrowest share of a side
 * @returns {FlameData} the same without what is narrower
 */
export function thinned (data, narrowest) {
  /** @type {Map<number, number>} */
  const kept = new Map()
  const numberOf = (/** @type {number} */ frame) => kept.get(frame) ?? Number(kept.set(frame, kept.size) && kept.get(frame))
  const wide = (/** @type {Call[]} */ calls, /** @type {number} */ least) => /** @type {Call[]} */ (calls.filter(([, total]) => total >= least).map(([frame, total, children]) => [numberOf(frame), total, wide(children, least)]))
  const sides = data.sides.map((side) => ({ ...side, roots: wide(side.roots, side.total * narrowest) }))
  const changes = data.changes.filter(({ self }) => Math.max(...self) >= data.sides[0].total * narrowest).map((change) => ({ ...change, frame: numberOf(change.frame) }))
  return { ...data, sides, changes, frames: [...kept.keys()].map((frame) => data.frames[frame]), narrowest }
}
