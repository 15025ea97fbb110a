import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FILES } from '@hotpath-labs/engine/worker/index.cjs'
import { convertUrlToPath, shortenFilePath } from '../v8/place.js'
import { makeSearchMatcher } from './format.js'

/** Folders of the measuring and profiling code, which runs in a variant's process but does not belong to the variant. */
const HARNESS_FOLDERS = [dirname(FILES.loop) + sep, fileURLToPath(new URL('../', import.meta.url))]

/** Pattern of the names of Node's own files, such as node:events; Node 12 and 14 call them internal/timers.js or events.js. */
const NODE_FILE = /^(node:|\w[\w/-]*\.js$)/

/** Maximum number of characters shown of a source line, so that the line fits on a screen. */
const MAX_LINE_CHARS = 160

/** @typedef {'own' | 'dependency' | 'node' | 'v8'} Kind whose code it is; `v8` includes native code and builtins */

/**
 * @typedef {object} Frame
 * @property {string} name
 * @property {Kind} kind
 * @property {string} where such as express/lib/router.js:12; empty without a source
 * @property {string} file absolute path; empty without a readable source
 * @property {number} line of the function, from 1
 * @property {string} text of that line
 * @property {number} hotLine the line on which V8 counted most ticks; 0 if unknown
 * @property {string} hotText
 *
 * @typedef {object} CpuProfile the parts of a .cpuprofile that this file reads
 * @property {ProfileNode[]} nodes the root first
 * @property {number[]} samples the node's id of each sample
 * @property {number[]} timeDeltas µs before each sample
 * @property {number} [otherThreads] share of the CPU time of libuv's pool, worker threads and addons, which have no samples
 *
 * @typedef {object} ProfileNode
 * @property {number} id
 * @property {CallFrame} callFrame
 * @property {number[]} [children] ids
 * @property {{ line: number, ticks: number }[]} [positionTicks] lines from 1
 *
 * @typedef {{ functionName: string, url: string, lineNumber: number }} CallFrame of a .cpuprofile, whose lines count from 0
 */

/**
 * @param {CallFrame} callFrame
 * @param {string} folder of the lab
 * @returns {Frame}
 */
export function createFlameFrame ({ functionName, url, lineNumber }, folder) {
  const line = lineNumber + 1
  const isNode = NODE_FILE.test(url)
  const file = isNode ? '' : findPath(url)
  const isDependency = file.includes(`${sep}node_modules${sep}`)
  return {
    name: functionName || '(anonymous)',
    kind: isNode ? 'node' : isDependency ? 'dependency' : file ? 'own' : 'v8',
    where: isNode || file ? `${shortenFilePath(file || url, folder)}:${line}` : '',
    file,
    line,
    text: readSourceLine(file, line),
    hotLine: 0,
    hotText: '',
  }
}

/** Name and file of the function with which Node hands a garbage collection to observers: the harness observes all of them. */
const OBSERVER = { name: 'observerCallback', file: /internal\/perf\/observe/ }

/** @param {CallFrame} callFrame of a .cpuprofile @returns {'loop' | 'harness' | 'variant'} the owner of this code and of its callees */
function classifyCodeOwner ({ functionName, url }) {
  const file = findPath(url)
  if (functionName === OBSERVER.name && OBSERVER.file.test(url)) return 'harness'
  if (file === FILES.loop) return 'loop'
  return HARNESS_FOLDERS.some((folder) => file.startsWith(folder)) ? 'harness' : 'variant'
}

/** @param {string} url @returns {string} empty for native code */
function findPath (url) {
  return url.startsWith('file:') || isAbsolute(url) ? convertUrlToPath(url) : ''
}

/** @type {Map<string, string[]>} */
const sources = new Map()

/** @param {string} file absolute @param {number} line from 1 @returns {string} empty if the file is unreadable */
function readSourceLine (file, line) {
  if (!file || !line) return ''
  if (!sources.has(file)) {
    try {
      sources.set(file, readFileSync(file, 'utf8').split(/\r?\n/))
    } catch {
      sources.set(file, [])
    }
  }
  return (sources.get(file)?.[line - 1] ?? '').trim().slice(0, MAX_LINE_CHARS)
}

/**
 * @typedef {object} Node
 * @property {Frame} frame
 * @property {number} self µs per operation
 * @property {number} total with all callees
 * @property {Map<string, Node>} children by frame
 *
 * @typedef {object} Profiled
 * @property {string} variant
 * @property {number} operations profiled calls or requests
 * @property {number} [before] calls or requests of the warm-up
 * @property {number} idle share of the time, 0..1
 * @property {number} [otherThreads] share of the CPU time that the samples leave out, 0..1
 * @property {Node} root
 * @property {(file: string) => string} [findOriginal] finds the lab's file that one of the program's files was copied from
 */

/** @param {Frame} frame @returns {string} equal for the same function */
export const buildFrameKey = ({ name, where }) => `${name} ${where}`

/**
 * Builds a call tree from a .cpuprofile, without the measuring code. Each node of the tree
 * stands for all calls of a function by one caller, even if V8 compiled the function several times.
 *
 * @param {CpuProfile} profile
 * @param {{ variant: string, operations: number, before?: number, folder: string, findOriginal?: Profiled['findOriginal'] }} options
 *   `folder` is the lab's
 * @returns {Profiled}
 */
export function buildFlameTree (profile, { variant, operations, before, folder, findOriginal }) {
  const usById = sumSamples(profile)
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const root = createTreeNode(createFlameFrame({ functionName: variant, url: '', lineNumber: -1 }, folder))
  /** @type {Map<string, { frame: Frame, ticks: Map<number, number> }>} */
  const functions = new Map()
  let idle = 0
  let loopUs = 0

  /** @param {number} id @param {Node} parent @param {boolean} isBelowHarness */
  const add = (id, parent, isBelowHarness) => {
    const { callFrame, children = [], positionTicks = [] } = /** @type {ProfileNode} */ (nodes.get(id))
    const us = usById.get(id) ?? 0
    const owner = classifyCodeOwner(callFrame)
    const isHarness = owner === 'harness' || (owner === 'variant' && isBelowHarness)
    let node = parent
    if (owner === 'loop') {
      node = root
      loopUs += us
    } else if (callFrame.functionName === '(idle)') idle += us
    else if (!isHarness && callFrame.functionName !== '(root)') {
      const created = createFlameFrame(callFrame, folder)
      const { frame, ticks } = functions.get(buildFrameKey(created)) ?? { frame: created, ticks: new Map() }
      functions.set(buildFrameKey(frame), { frame, ticks })
      for (const { line, ticks: count } of positionTicks) ticks.set(line, (ticks.get(line) ?? 0) + count)
      node = addChildNode(parent, frame)
      node.self += us
    }
    for (const child of children) add(child, node, isHarness)
  }
  add(profile.nodes[0].id, root, false)
  sumTotalTimes(root)
  addLoopTime(root, loopUs)
  divideTimes(root, operations)
  for (const { frame, ticks } of functions.values()) {
    frame.hotLine = [...ticks].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
    frame.hotText = readSourceLine(frame.file, frame.hotLine)
  }
  const all = [...usById.values()].reduce((sum, us) => sum + us, 0)
  return { variant, operations, before, idle: idle / all || 0, otherThreads: profile.otherThreads, root, findOriginal }
}

/**
 * Adds the measuring loop's own time to the function that the loop calls: once V8 has inlined the function, it counts samples of it for the
 * loop. Of hidden-classes' slow these were two thirds of the function's time.
 *
 * @param {Node} root
 * @param {number} us
 */
function addLoopTime (root, us) {
  const [called] = [...root.children.values()].filter(({ frame }) => frame.kind === 'own').sort((a, b) => b.total - a.total)
  if (!called) return
  called.self += us
  called.total += us
  root.total += us
}

/**
 * Divides the times only after they were added up: a sum of quotients can be smaller than one of its parts once both are rounded.
 *
 * @param {Node} node
 * @param {number} operations
 */
function divideTimes (node, operations) {
  node.self /= operations
  node.total /= operations
  for (const child of node.children.values()) divideTimes(child, operations)
}

/**
 * Sums the CPU time of each node. The time between two samples belongs to the node of the earlier sample.
 *
 * @param {CpuProfile} profile
 * @returns {Map<number, number>} µs by the node's id
 */
function sumSamples ({ samples, timeDeltas }) {
  const usById = new Map()
  for (const [index, id] of samples.entries()) usById.set(id, (usById.get(id) ?? 0) + (timeDeltas[index + 1] ?? 0))
  return usById
}

/** @param {Frame} frame @returns {Node} without time */
export function createTreeNode (frame) {
  return { frame, self: 0, total: 0, children: new Map() }
}

/** @param {Node} node @param {Frame} frame @returns {Node} the node's child with this frame, added if missing */
export function addChildNode (node, frame) {
  const key = buildFrameKey(frame)
  const child = node.children.get(key) ?? createTreeNode(frame)
  node.children.set(key, child)
  return child
}

/**
 * Computes the total time of each node (own time plus callees), and removes nodes without time.
 *
 * @param {Node} node
 * @returns {number} the node's total
 */
export function sumTotalTimes (node) {
  node.total = node.self
  for (const [key, child] of node.children) {
    if (sumTotalTimes(child) === 0) node.children.delete(key)
    node.total += child.total
  }
  return node.total
}

/**
 * Sums the self time and total time of each function over all callers. For a recursive function the total counts only the outermost calls.
 *
 * @param {Profiled} profiled
 * @returns {Map<string, { frame: Frame, self: number, total: number, widest: number }>} `widest` is the largest total of a single callee
 */
export function sumTimesByFunction ({ root }) {
  const functions = new Map()
  /** totals by function and callee @type {Map<string, Map<string, number>>} */
  const callees = new Map()
  /** @param {Node} node @param {string[]} callers */
  const add = ({ frame, self, total, children }, callers) => {
    const key = buildFrameKey(frame)
    const entry = functions.get(key) ?? { frame, self: 0, total: 0, widest: 0 }
    functions.set(key, entry)
    entry.self += self
    if (!callers.includes(key)) entry.total += total
    const own = callees.get(key) ?? new Map()
    callees.set(key, own)
    for (const [callee, child] of children) {
      own.set(callee, (own.get(callee) ?? 0) + child.total)
      entry.widest = Math.max(entry.widest, own.get(callee) ?? 0)
      add(child, [...callers, key])
    }
  }
  for (const child of root.children.values()) add(child, [])
  return functions
}

/** @param {Profiled[]} profiles @returns {Frame[]} of all functions */
export function listFrames (profiles) {
  return profiles.flatMap((profiled) => [...sumTimesByFunction(profiled).values()].map(({ frame }) => frame))
}

/** @param {Profiled[]} profiles @param {string} search @returns {number[]} share of time in matching frames and their callees, 0..1 */
export function computeTimeShares (profiles, search) {
  const matches = makeSearchMatcher(listFrames(profiles), search)
  const sumMatches = (/** @type {Node} */ { children }) => [...children.values()].reduce(
    (sum, child) => /** @type {number} */ (sum + (matches(child.frame) ? child.total : sumMatches(child))),
    0
  )
  return profiles.map(({ root }) => sumMatches(root) / root.total || 0)
}
