import { createFlameFrame } from '../flame/frames.js'
import { addChildNode, createTreeNode, sumTotalTimes } from '../flame/tree.js'
import { parseFunctionPlace } from '../v8/place.js'

/** @import { Profiled } from '../flame/tree.js' */

/**
 * Pattern of the prefix before a JavaScript function's name in perf's output, such as `JS:*`. The character `*` stands for the
 * compiler tier (see v8/log.js).
 */
const KIND_AND_TIER = /^\w+:(?:o?[~^+*]'?)?/

/**
 * Builds a flame graph's tree from perf's counted stacks. The tree includes native code, the kernel and the measuring code.
 *
 * @param {Map<string, number>} stacks
 * @param {{ variant: string, folder: string, usPerSample: number }} options `folder` is the lab's
 * @returns {Profiled} in all, not per operation
 */
export function buildStackTree (stacks, { variant, folder, usPerSample }) {
  const root = createTreeNode(createFlameFrame({ functionName: variant, url: '', lineNumber: -1 }, folder))
  for (const [stack, samples] of stacks) {
    let node = root
    for (const symbol of stack.split(';')) {
      const { name, place } = parseFunctionPlace(symbol.replace(KIND_AND_TIER, '')) ?? {}
      const callFrame = { functionName: name ?? symbol, url: place?.file ?? '', lineNumber: (place?.line ?? 0) - 1 }
      node = addChildNode(node, createFlameFrame(callFrame, folder))
    }
    node.self += samples * usPerSample
  }
  sumTotalTimes(root)
  return { variant, operations: 1, idle: 0, root }
}
