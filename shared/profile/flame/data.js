import { findHotFrame } from '@hotpath-labs/lab/hot-frame.js'
import { nameVariant } from '../tool.js'
import { compareFunctionTimes, formatFlameGraphReadingHints, isInOneOnly } from './summary.js'
import { buildFrameKey } from './tree.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Frame, Node, Profiled } from './tree.js'
 */

/** Minimum width of a frame, as a share of its variant's CPU time. Narrower frames are invisible, but would be most of the page's data. */
const MIN_SHARE = 0.001

/** Maximum number of rows in the page's table of differences between two variants. */
const MAX_CHANGES = 30

/**
 * @typedef {[number, number, any[]]} Call number of its frame, µs per operation, and its callees: again calls
 *
 * @typedef {object} FlameData the content of a flame page
 * @property {string} lab
 * @property {string} question
 * @property {string[]} hints
 * @property {string} per unit of the scale: CPU time per request, per call, or in all
 * @property {{ variant: string, label: string, operations: number, idle: number, total: number, roots: Call[] }[]} sides
 * @property {{ frame: number, self: number[], total: number[] }[]} changes
 * @property {Omit<Frame, 'file'>[]} frames
 * @property {string} hotFrame search words
 * @property {number} [nodeMajor] version of the profiled Node; older recordings lack it
 * @property {number} narrowest drawn share of a side
 */

/**
 * @param {LabPlan} plan
 * @param {Profiled[]} profiles one or two
 * @param {string} per unit of the scale
 * @param {number} nodeMajor version of the profiled Node
 * @returns {FlameData}
 */
export function createFlamePageData (plan, profiles, per, nodeMajor) {
  const { manifest } = plan.lab
  /** @type {Map<string, number>} */
  const numbers = new Map()
  /** @type {FlameData['frames']} */
  const frames = []
  const numberFrame = (/** @type {Frame} */ frame) => {
    const key = buildFrameKey(frame)
    const { file, ...shown } = frame
    if (!numbers.has(key)) numbers.set(key, frames.push(shown) - 1)
    return /** @type {number} */ (numbers.get(key))
  }
  const compact = (/** @type {Node} */ { frame, total, children }) => /** @type {Call} */ ([
    numberFrame(frame),
    Number(total.toPrecision(4)),
    [...children.values()].map(compact),
  ])
  return removeNarrowFrames({
    lab: plan.lab.name,
    question: manifest.question,
    hints: formatFlameGraphReadingHints(plan, profiles, nodeMajor),
    per,
    sides: profiles.map(({ variant, root, operations, idle }) => ({
      variant: nameVariant(variant),
      label: plan.programs[variant].title,
      operations,
      idle,
      total: root.total,
      roots: compact(root)[2],
    })),
    changes: compareFunctionTimes(profiles[0], profiles[1])
      .sort((a, b) => Number(isInOneOnly(b)) - Number(isInOneOnly(a)) || Math.abs(b.self[0] - b.self[1]) - Math.abs(a.self[0] - a.self[1]))
      .map(({ frame, self, total }) => ({ frame: numberFrame(frame), self, total })),
    frames,
    hotFrame: findHotFrame(manifest, nodeMajor)?.search ?? '',
    nodeMajor,
    narrowest: MIN_SHARE,
  }, MIN_SHARE)
}

/**
 * Removes frames that take less than a minimum share of the time. A removed frame's time is added to its caller's own time.
 *
 * @param {FlameData} data
 * @param {number} minShare of a side
 * @returns {FlameData}
 */
export function removeNarrowFrames (data, minShare) {
  /** new numbers of the frames that are kept @type {Map<number, number>} */
  const numbers = new Map()
  const renumber = (/** @type {number} */ frame) => {
    if (!numbers.has(frame)) numbers.set(frame, numbers.size)
    return /** @type {number} */ (numbers.get(frame))
  }
  /** @param {Call[]} calls @param {number} least @returns {Call[]} */
  const thin = (calls, least) => calls.filter(([, total]) => total >= least)
    .map(([frame, total, callees]) => [renumber(frame), total, thin(callees, least)])
  const sides = data.sides.map((side) => ({ ...side, roots: thin(side.roots, side.total * minShare) }))
  const changes = data.changes.filter(({ self }) => Math.max(...self) >= data.sides[0].total * minShare)
    .slice(0, MAX_CHANGES)
    .map((change) => ({ ...change, frame: renumber(change.frame) }))
  return { ...data, sides, changes, frames: [...numbers.keys()].map((frame) => data.frames[frame]), narrowest: minShare }
}
