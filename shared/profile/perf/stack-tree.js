import { createFrame } from '../flame/frames.js'
import { addChild, createNode, sumTotals } from '../flame/tree.js'
import { parsePlace } from '../v8/place.js'

/** @import { Profiled } from '../flame/tree.js' */

/** Prefix of a JavaScript function's name with its kind and tier; v8/log.js explains the characters. */
const KIND_AND_TIER = /^\w+:(?:o?[~^+*]'?)?/

/**
 * Builds a flame graph's tree from folded stacks. It includes native code, the kernel and the harness, because no frame is marked.
 *
 * @param {Map<string, number>} stacks
 * @param {{ variant: string, folder: string, usPerSample: number }} options `folder` is the lab's
 * @returns {Profiled} in all, not per operation
 */
export function buildStackTree (stacks, { variant, folder, usPerSample }) {
  const root = createNode(createFrame({ functionName: variant, url: '', lineNumber: -1 }, folder))
  for (const [stack, samples] of stacks) {
    let node = root
    for (const symbol of stack.split(';')) {
      const { name, place } = parsePlace(symbol.replace(KIND_AND_TIER, '')) ?? {}
      const callFrame = { functionName: name ?? symbol, url: place?.file ?? '', lineNumber: (place?.line ?? 0) - 1 }
      node = addChild(node, createFrame(callFrame, folder))
    }
    node.self += samples * usPerSample
  }
  sumTotals(root)
  return { variant, operations: 1, idle: 0, root }
}
