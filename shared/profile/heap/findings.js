import { relative } from 'node:path'
import { HEAP_NOISE_BYTES } from 'hotpath/measure'
import { formatMegabytes } from 'hotpath/report'
import { formatColumns } from 'hotpath/text'
import { compareHeapSnapshots } from './comparison.js'
import { findRetainingPath } from './retaining-path.js'

/** @import { Row } from './comparison.js' */
/** @import { Holder, Step } from './retaining-path.js' */
/** @import { HeapSnapshot } from './snapshot.js' */

/** Maximum number of constructors in the page's table and in the terminal's table. */
const MAX_ROWS = { page: 20, terminal: 6 }

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
    .map(({ added, ...row }) => added.length ? { ...row, holder: findRetainingPath(last, added) } : row)
  return { ...run, rows, leak: rows.find((row) => !row.isOfV8 && row.isSteady && row.retainedBytes > HEAP_NOISE_BYTES) }
}

/** @param {Findings} findings @param {string} root paths are relative to this folder @returns {string} one sentence */
export function formatHeapFinding ({ rows, leak, operations }, root) {
  if (leak?.holder) return `${operations} left behind ${leak.grown.toLocaleString('en-US')} ${leak.name} objects, which retain ${formatBytes(leak.retainedBytes)}. They are held by ${formatReferencePath(leak.holder.short, root)}.`
  const largest = rows.find(({ isOfV8 }) => !isOfV8)
  return `Nothing grew by more than ${formatBytes(HEAP_NOISE_BYTES)} during ${operations}${largest ? `. The largest growth is ${largest.name}, by ${formatBytes(largest.retainedBytes)}` : ''}.`
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
      [formatCountGrowth(grown), formatBytes(ownBytes), formatBytes(retainedBytes), ...counts.map((count) => count.toLocaleString('en-US'))]
    ))
  return formatColumns([row('', ['new', 'shallow', 'retained', ...listSnapshotNames(rows)]), ...body], width, [0])
}

/** @param {Grown[]} rows @returns {string[]} before, during, after */
export function listSnapshotNames (rows) {
  return (rows[0]?.counts ?? []).map((_, index, { length }) => index === 0 ? 'before' : index === length - 1 ? 'after' : 'during')
}

/** @param {number} count */
export function formatCountGrowth (count) {
  return `${count < 0 ? '−' : '+'}${Math.abs(count).toLocaleString('en-US')}`
}

/** @param {number} bytes */
export function formatBytes (bytes) {
  if (bytes < 0) return `−${formatBytes(-bytes)}`
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} KB` : formatMegabytes(bytes)
}
