import { formatDuration, formatProgramName } from './format.js'

/** @import { Call, FlameData } from './data.js' */

/** Minimum share of a function's time in one callee to draw both as one frame. Both must be the same kind of code. */
const WRAPPER_SHARE = 0.93

/**
 * @typedef {object} Display
 * @property {Set<string>} hiddenKinds
 * @property {boolean} sameScale
 * @property {boolean} foldsWrappers
 * @property {(frame: FlameData['frames'][0]) => boolean} [isKept] a frame that is drawn by itself, in its own width
 */

/**
 * @typedef {object} LayoutFrame one drawn function
 * @property {string} name
 * @property {FlameData['frames'][0]} frame
 * @property {FlameData['frames'][0][]} steps folded wrappers, the outermost first
 * @property {number} value µs per operation
 * @property {number} innermost µs per operation in the function itself, without its folded wrappers
 * @property {LayoutFrame[]} children
 *
 * @typedef {object} LayoutScale the frame of the whole scale or of the whole variant
 * @property {string} name
 * @property {undefined} [frame]
 * @property {undefined} [steps]
 * @property {number} value
 * @property {LayoutNode[]} children
 *
 * @typedef {LayoutFrame | LayoutScale} LayoutNode
 */

/**
 * Builds the tree of frames that the library d3-flame-graph draws.
 *
 * @param {FlameData} data
 * @param {FlameData['sides'][0]} side
 * @param {Display} display
 * @returns {LayoutScale}
 */
export function buildFlameGraphLayout ({ sides, frames, per }, side, { hiddenKinds, sameScale, foldsWrappers, isKept = () => false }) {
  const scale = sameScale ? Math.max(...sides.map(({ total }) => total)) : side.total
  return {
    name: `scale: ${formatDuration(scale)} of CPU ${per}`,
    value: scale,
    children: [{ name: `${formatProgramName(side)}: ${formatDuration(side.total)}`, value: side.total, children: merge(side.roots) }],
  }

  /**
   * Merges all calls of one function into one frame. Replaces frames that the reader has hidden by the frames of their callees.
   * @param {Call[]} calls @returns {LayoutFrame[]}
   */
  function merge (calls) {
    const byFrame = new Map()
    for (const [frame, value, callees] of calls.flatMap(unhide)) {
      const node = byFrame.get(frame) ?? { frame: frames[frame], value: 0, calls: [] }
      byFrame.set(frame, node)
      node.value += value
      node.calls.push(...callees)
    }
    return [...byFrame.values()].map(({ frame, value, calls }) => fold({
      name: `${frame.name}  ${frame.where}`,
      frame,
      steps: [],
      value,
      innermost: value,
      children: merge(calls),
    }))
  }

  /** @param {Call} call @returns {Call[]} */
  function unhide (call) {
    return hiddenKinds.has(frames[call[0]].kind) ? call[2].flatMap(unhide) : [call]
  }

  /**
   * Merges a function with its main callee if the function does little besides this call.
   * @param {LayoutFrame} node @returns {LayoutFrame}
   */
  function fold (node) {
    const isMainCallee = (/** @type {LayoutFrame} */ { frame, value }) =>
      frame.kind === node.frame.kind && value >= WRAPPER_SHARE * node.value
    const callee = node.children.find(isMainCallee)
    if (!foldsWrappers || !callee || isKept(callee.frame)) return node
    return {
      ...callee,
      name: `${node.frame.name} … ${callee.frame.name}  ${callee.frame.where}`,
      steps: [node.frame, ...callee.steps],
      value: node.value,
    }
  }
}

/**
 * @param {Pick<FlameData, 'frames'>} data
 * @param {Call[]} calls
 * @param {(frame: FlameData['frames'][0]) => boolean} matches
 * @returns {number} µs in matching frames and their callees, hidden ones included
 */
export function sumTimeOfMatchingFrames ({ frames }, calls, matches) {
  return calls.reduce(
    (sum, [frame, value, callees]) => sum + (matches(frames[frame]) ? value : sumTimeOfMatchingFrames({ frames }, callees, matches)),
    0
  )
}
