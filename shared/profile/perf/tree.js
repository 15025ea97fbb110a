import { frameOf } from '../flame/frames.js'
import { keyOf, nodeOf, summed } from '../flame/tree.js'

/** How V8 names a function for perf: how it was compiled (`o`, its tier, `'`: shared/profile/v8/log.js says what they are), its name, its place. */
const FUNCTION = /^\w+:(?:o?[~^+*]'?)?(.*?) ?((?:file:\/\/|node:|\/|[a-zA-Z]:[\\/]).*):(\d+):\d+$/

/**
 * Folded stacks as the tree that a flame graph is drawn of, native code and the kernel in it. All of them: what the harness does has no mark of its own here.
 *
 * @param {Map<string, number>} stacks as `fold` gives them
 * @param {{ variant: string, folder: string, usPerSample: number }} of `folder` is the lab's
 * @returns {import('../flame/tree.js').Profiled} in all, not for each operation
 */
export function treeOf (stacks, { variant, folder, usPerSample }) {
  const plain = (/** @type {string} */ name) => frameOf({ functionName: name, url: '', lineNumber: -1 }, folder)
  const root = nodeOf(plain(variant))
  for (const [stack, samples] of stacks) {
    let node = root
    for (const symbol of stack.split(';')) {
      const [, name, url, line] = symbol.match(FUNCTION) ?? []
      const frame = url ? frameOf({ functionName: name, url, lineNumber: Number(line) - 1 }, folder) : plain(symbol)
      const child = node.children.get(keyOf(frame)) ?? nodeOf(frame)
      node.children.set(keyOf(frame), child)
      node = child
    }
    node.self += samples * usPerSample
  }
  summed(root)
  return { variant, operations: 1, idle: 0, root }
}
