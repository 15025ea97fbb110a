import { relative } from 'node:path'
import { NOISE_BYTES } from 'hotpath/measure'
import { columns, megabytes } from 'hotpath/report'
import { compared } from './comparison.js'
import { holderOf } from './holder.js'

/** Constructors that are told of; in a terminal fewer than on the page. */
const TOLD = { page: 20, terminal: 6 }

/**
 * @typedef {Omit<import('./comparison.js').Row, 'added'> & { holder?: import('./holder.js').Holder }} Grown
 *
 * @typedef {object} Findings of one variant
 * @property {string} variant
 * @property {string} operations told, between the first and the last snapshot
 * @property {Grown[]} rows what grew, the largest first
 * @property {Grown} [leak] the largest that grew from each snapshot to the next, and is held by somebody who can be named
 */

/**
 * @param {{ variant: string, operations: string }} run
 * @param {import('./snapshot.js').Snapshot[]} snapshots at least two
 * @returns {Findings}
 */
export function findingsOf (run, snapshots) {
  const last = snapshots[snapshots.length - 1]
  const rows = compared(snapshots).filter(({ retainedBytes }) => retainedBytes > 0).slice(0, TOLD.page)
    .map(({ added, ...row }) => added.length ? { ...row, holder: holderOf(last, added) } : row)
  return { ...run, rows, leak: rows.find((row) => !row.isOfV8 && row.isSteady && row.retainedBytes > NOISE_BYTES) }
}

/** @param {Findings} findings @param {string} root paths are told from here @returns {string} one sentence */
export function sentenceOf ({ rows, leak, operations }, root) {
  if (leak?.holder) return `${operations} left behind ${leak.grown.toLocaleString('en-US')} ${leak.name} objects, which retain ${size(leak.retainedBytes)}. They are held by ${pathTold(leak.holder.short, root)}.`
  const most = rows.find(({ isOfV8 }) => !isOfV8)
  return `Nothing grew by more than ${size(NOISE_BYTES)} during ${operations}${most ? `. The largest growth is ${most.name}, by ${size(most.retainedBytes)}` : ''}.`
}

/**
 * @param {import('./holder.js').Step[]} path
 * @param {string} root
 * @returns {string} such as `known (labs/memory-leak/known.js:1) Map → [] {last} → last Date`
 */
export function pathTold (path, root) {
  // what a Map or an Object keeps its entries in is no step that a program takes
  const steps = path.filter(({ to }, index) => to !== 'internal array' || index === path.length - 1)
  return steps.map(({ name, to, file, line }) => `${name}${file ? ` (${relative(root, file)}${line ? `:${line}` : ''})` : ''} ${to}`).join(' → ')
}

/** @param {Findings} findings @param {number} width in columns @returns {string} a table for the terminal */
export function tableOf ({ rows }, width) {
  const right = (/** @type {string} */ content) => ({ content, hAlign: /** @type {const} */ ('right') })
  const head = ['', right('new'), right('shallow'), right('retained'), ...(rows[0]?.counts ?? []).map((_, index, { length }) => right(['before', ...Array(length - 2).fill('during'), 'after'][index]))]
  const body = rows.slice(0, TOLD.terminal).map(({ name, grown, ownBytes, retainedBytes, counts }) => [name, right(signed(grown)), right(size(ownBytes)), right(size(retainedBytes)), ...counts.map((count) => right(count.toLocaleString('en-US')))])
  return columns([head, ...body], width, [0])
}

/** @param {number} count */
export function signed (count) {
  return `${count < 0 ? '−' : '+'}${Math.abs(count).toLocaleString('en-US')}`
}

/** @param {number} bytes */
export function size (bytes) {
  if (bytes < 0) return `−${size(-bytes)}`
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} KB` : megabytes(bytes)
}
