import { relative } from 'node:path'
import { HEAP_NOISE_BYTES } from '@hotpath-labs/engine/subjects/heap.js'
import { formatMegabytes, groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { formatColumns } from '@hotpath-labs/terminal/lines.js'
import { findRetainingPath } from './retaining-path.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Group, HeapSnapshot } from './snapshot.js'
 * @import { Holder, Step } from './retaining-path.js'
 */

/**
 * @typedef {object} Row the objects of one constructor
 * @property {string} name
 * @property {boolean} isOfV8
 * @property {number[]} counts in each snapshot
 * @property {number} grown count in the last snapshot minus count in the first
 * @property {number} ownBytes growth of the objects alone
 * @property {number} retainedBytes growth with all that only these objects hold
 * @property {number[]} added nodes of the last snapshot that are missing in the first
 * @property {boolean} isSteady each snapshot has more objects than the one before
 */

/**
 * Compares several heap snapshots of one process, constructor by constructor.
 *
 * @param {HeapSnapshot[]} snapshots at least two, in order of time
 * @returns {Row[]} without unchanged constructors, the largest retained growth first
 */
export function compareHeapSnapshots (snapshots) {
  const [first, last] = [snapshots[0], snapshots[snapshots.length - 1]]
  const groups = snapshots.map((snapshot) => new Map(snapshot.groups().map((group) => [group.key, group])))
  const [before, after] = [groups[0], groups[groups.length - 1]]
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const [old, now] = [before.get(key)?.nodes ?? [], after.get(key)?.nodes ?? []]
    const added = excludeNodes(last, now, first, old)
    const counts = groups.map((group) => group.get(key)?.nodes.length ?? 0)
    const { name, isOfV8 } = /** @type {Group} */ (after.get(key) ?? before.get(key))
    return {
      name,
      isOfV8,
      counts,
      grown: now.length - old.length,
      ownBytes: sumOwnSizes(last, now) - sumOwnSizes(first, old),
      retainedBytes: sumRetainedSizes(last, added) - sumRetainedSizes(first, excludeNodes(first, old, last, now)),
      added,
      isSteady: counts.every((count, index) => index === 0 || count > counts[index - 1]),
    }
  }).filter(({ grown, ownBytes, retainedBytes }) => grown !== 0 || ownBytes !== 0 || retainedBytes !== 0)
    .sort((a, b) => b.retainedBytes - a.retainedBytes)
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {number[]} nodes
 * @param {HeapSnapshot} other
 * @param {number[]} excluded nodes of the other snapshot
 * @returns {number[]}
 */
function excludeNodes (snapshot, nodes, other, excluded) {
  const ids = new Set(excluded.map((node) => other.node(node).id()))
  return nodes.filter((node) => !ids.has(snapshot.node(node).id()))
}

/** @param {HeapSnapshot} snapshot @param {number[]} nodes */
function sumOwnSizes (snapshot, nodes) {
  return nodes.reduce((sum, node) => sum + snapshot.node(node).selfSize(), 0)
}

/**
 * Sums the bytes that would be freed together with the listed objects. Counts no bytes twice if one listed object keeps another alive.
 *
 * @param {HeapSnapshot} snapshot
 * @param {number[]} nodes
 */
function sumRetainedSizes (snapshot, nodes) {
  /** true if a node is in the list, or is dominated by a node in the list @type {Map<number, boolean>} */
  const isCovered = new Map(nodes.map((node) => [node, true]))
  return nodes.reduce((sum, node) => sum + (findCovered(snapshot.dominator(node)) ? 0 : snapshot.node(node).retainedSize()), 0)

  /** @param {number} node */
  function findCovered (node) {
    const path = []
    let at = node
    for (; !isCovered.has(at) && at !== snapshot.dominator(at); at = snapshot.dominator(at)) path.push(at)
    const found = isCovered.get(at) ?? false
    for (const passed of path) isCovered.set(passed, found)
    return found
  }
}

/** Maximum number of constructors in the page's table and in the terminal's table. */
const MAX_ROWS = { page: 20, terminal: 6, summary: 3 }

/**
 * @typedef {Omit<Row, 'added'> & { holder?: Holder }} Grown
 *
 * @typedef {object} Findings about one variant
 * @property {string} variant
 * @property {string} operations with their count, between the first and the last snapshot
 * @property {Grown[]} rows what grew, the largest first
 * @property {Grown} [leak] the largest that grew steadily
 */

/** @param {{ variant: string, operations: string }} run @param {HeapSnapshot[]} snapshots at least two @returns {Findings} */
export function createHeapFindings (run, snapshots) {
  const last = snapshots[snapshots.length - 1]
  const rows = compareHeapSnapshots(snapshots).filter(({ retainedBytes }) => retainedBytes > 0).slice(0, MAX_ROWS.page)
    .map(({ added, ...row }) => row.retainedBytes > HEAP_NOISE_BYTES ? { ...row, holder: findRetainingPath(last, added) } : row)
  return { ...run, rows, leak: rows.find((row) => !row.isOfV8 && row.isSteady && row.retainedBytes > HEAP_NOISE_BYTES) }
}

/** @param {Findings} findings @param {string} root paths are relative to this folder @returns {string} one sentence */
export function formatHeapFinding ({ rows, leak, operations }, root) {
  if (leak?.holder) return `${operations} left behind ${groupDigits(leak.grown)} ${leak.name} objects, which retain ${formatBytes(leak.retainedBytes)}. They are held by ${formatReferencePath(leak.holder.short, root)}.`
  const largest = rows.find(({ isOfV8 }) => !isOfV8)
  return `No objects of the program grew steadily by more than ${formatBytes(HEAP_NOISE_BYTES)} during ${operations}${largest ? `. The largest growth is ${largest.name}, by ${formatBytes(largest.retainedBytes)}` : ''}.`
}

/**
 * @typedef {object} HeapSummary what the stage shows of a lab's heap
 * @property {'heap'} kind
 * @property {number} nodeMajor
 * @property {{ variant: string, label: string, finding: string, rows: GrownObjects[] }[]} sides
 *
 * @typedef {{ name: string, grown: number, retainedBytes: number, size: string }} GrownObjects of the program, not of V8
 */

/**
 * @param {LabPlan} plan
 * @param {Findings[]} findings
 * @param {string} root paths are relative to this folder
 * @param {number} nodeMajor
 * @returns {HeapSummary}
 */
export function summarizeHeapFindings ({ programs }, findings, root, nodeMajor) {
  return {
    kind: 'heap',
    nodeMajor,
    sides: findings.map((found) => ({
      variant: found.variant,
      label: programs[found.variant].title,
      finding: formatHeapFinding(found, root),
      rows: found.rows.filter(({ isOfV8 }) => !isOfV8).slice(0, MAX_ROWS.summary)
        .map(({ name, grown, retainedBytes }) => ({ name, grown, retainedBytes, size: formatBytes(retainedBytes) })),
    })),
  }
}

/**
 * @param {Step[]} path
 * @param {string} root
 * @returns {string} such as `known (labs/memory-leak/known.js:1) Map → [] {last} → last Date`
 */
export function formatReferencePath (path, root) {
  // hides V8's internal array for the entries of a Map or an object, because the array does not appear in source code
  const steps = path.filter(({ to }, index) => to !== 'internal array' || index === path.length - 1)
  return steps.map(({ name, to, file, line }) => `${name}${file ? ` (${relative(root, file)}${line ? `:${line}` : ''})` : ''} ${to}`)
    .join(' → ')
}

/** @param {Findings} findings @param {number} width in columns @returns {string} a table for the terminal */
export function formatGrowthTable ({ rows }, width) {
  const row = (/** @type {string} */ name, /** @type {string[]} */ cells) => [
    name,
    ...cells.map((content) => ({ content, hAlign: /** @type {const} */ ('right') })),
  ]
  const body = rows.slice(0, MAX_ROWS.terminal)
    .map(({ name, grown, ownBytes, retainedBytes, counts }) => row(
      name,
      [formatCountGrowth(grown), formatBytes(ownBytes), formatBytes(retainedBytes), ...counts.map(groupDigits)]
    ))
  return formatColumns([row('', ['new', 'shallow', 'retained', ...listSnapshotNames(rows)]), ...body], width, [0])
}

/** @param {Grown[]} rows @returns {string[]} before, during, after */
export function listSnapshotNames (rows) {
  return (rows[0]?.counts ?? []).map((_, index, { length }) => index === 0 ? 'before' : index === length - 1 ? 'after' : 'during')
}

/** @param {number} count */
export function formatCountGrowth (count) {
  return `${count < 0 ? '−' : '+'}${groupDigits(Math.abs(count))}`
}

/** @param {number} bytes */
export function formatBytes (bytes) {
  if (bytes < 0) return `−${formatBytes(-bytes)}`
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : formatMegabytes(bytes)
}
