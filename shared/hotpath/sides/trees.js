import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { listNamesInFolder } from '@hotpath-labs/engine/nodes/provide.js'
import { isTurnDue, letSignalsIn } from './copy.js'

/** Most trees of one kind that wait for the next comparison: one for each side. */
const MOST_TREES = 2

/** Difference of two times of change in ms that a copy may bring: Node sets times in seconds, as a floating-point number. */
const SAME_MS = 1

/**
 * @typedef {[path: string, stamp: string]} Stamped a file or symbolic link, its path with slashes
 *
 * @typedef {object} Loan a checkout whose node_modules go back to what is kept
 * @property {string} kept
 * @property {string[]} roots its node_modules, relative
 * @property {boolean} isCopied its files are not hard links to those that are kept
 */

/** Loans by the folder of their checkout. @type {Map<string, Loan>} */
const loans = new Map()

/** @param {string} kept @returns {string} the folder of its trees */
const findTrees = (kept) => join(kept, 'trees')

/** @param {string} kept @returns {number} trees that take disk space of their own */
export const countCopies = (kept) => listNamesInFolder(findTrees(kept)).filter((name) => name.startsWith('copies')).length

/** @param {string} path of a file @returns {string} the node_modules that it is in, the outermost; '' for another file */
export const findRoot = (path) => path.match(/^(?:.*?\/)??node_modules(?=\/)/)?.[0] ?? ''

/** @param {string} file absolute @returns {string} what changes when the file does */
export function readStamp (file) {
  const stats = lstatSync(file)
  return stats.isSymbolicLink() ? `-> ${readlinkSync(file)}` : `${stats.size} ${Math.round(stats.mtimeMs)}`
}

/** @param {string} file absolute @param {string} stamp @returns {boolean} false for another file, and where there is none */
function hasStamp (file, stamp) {
  try {
    const own = readStamp(file)
    const [[size, ms], [otherSize, otherMs]] = [own, stamp].map((text) => text.split(' '))
    return own === stamp || (size === otherSize && Math.abs(Number(ms) - Number(otherMs)) <= SAME_MS)
  } catch {
    return false
  }
}

/**
 * Moves node_modules that an earlier comparison has returned into a checkout. A hard link for each file takes seconds.
 *
 * @param {string} kept as findKept finds it
 * @param {string} top of the checkout
 * @param {Stamped[]} files that are kept
 * @param {boolean} isWritten something may write into these files afterwards
 * @returns {Promise<{ left: Stamped[], isCopied: boolean } | undefined>} `left`: files that the tree has otherwise, or not at all;
 *   `isCopied`: those left must be copies; undefined where no tree is there
 */
export async function takeTree (kept, top, files, isWritten) {
  const tree = `${top}.packages`
  const names = listNamesInFolder(findTrees(kept)).filter((name) => name.startsWith('copies') || !isWritten).sort().reverse()
  // another comparison may take it first, and no folder moves to another disk
  const name = names.find((name) => { try { renameSync(join(findTrees(kept), name), tree); return true } catch { return false } })
  if (!name) return undefined
  const left = []
  for (const [root, inside] of groupByRoot(files)) {
    const isMoved = root && existsSync(dirname(join(top, root))) && !existsSync(join(top, root)) && existsSync(join(tree, root))
    if (isMoved) renameSync(join(tree, root), join(top, root))
    left.push(...isMoved ? await cleanRoot(top, root, inside) : inside)
  }
  return { left, isCopied: name.startsWith('copies') }
}

/** @param {Stamped[]} files @returns {Map<string, Stamped[]>} */
function groupByRoot (files) {
  /** @type {Map<string, Stamped[]>} */
  const groups = new Map()
  for (const file of files) {
    const root = findRoot(file[0])
    groups.set(root, groups.get(root) ?? [])
    groups.get(root)?.push(file)
  }
  return groups
}

/**
 * Removes what a build of an earlier comparison has added.
 *
 * @param {string} top
 * @param {string} root
 * @param {Stamped[]} files that belong there
 * @returns {Promise<Stamped[]>} those that are others, or are missing
 */
async function cleanRoot (top, root, files) {
  /** @type {Map<string, Set<string>>} names that belong into each folder */
  const folders = new Map([[root, new Set()]])
  const add = (/** @type {string} */ path) => {
    const folder = dirname(path)
    const isNew = !folders.has(folder)
    if (isNew) folders.set(folder, new Set())
    folders.get(folder)?.add(path.slice(folder.length + 1))
    if (isNew) add(folder)
  }
  for (const [path] of files) add(path)
  for (const [folder, names] of folders) {
    if (isTurnDue()) await letSignalsIn()
    const others = listNamesInFolder(join(top, folder)).filter((name) => !names.has(name))
    for (const name of others) rmSync(join(top, folder, name), { recursive: true, force: true })
  }
  const wrong = []
  for (const file of files) {
    if (isTurnDue()) await letSignalsIn()
    if (!hasStamp(join(top, file[0]), file[1])) wrong.push(file)
  }
  return wrong
}

/** Lets the next comparison have the node_modules of a checkout. @param {string} top of the checkout @param {Loan} loan */
export function lendTree (top, loan) {
  // what a build changes in them comes later
  if (loan.roots.length && !loans.has(top)) loans.set(top, loan)
}

/** @param {string} top of a checkout @returns {Loan | undefined} undefined where its packages are not kept */
export const findLoan = (top) => loans.get(top)

/** Takes back the node_modules of all checkouts in a folder, before it is removed. @param {string} folder */
export function returnTrees (folder) {
  for (const [top, { kept, roots, isCopied }] of loans) {
    if (!top.startsWith(folder + sep)) continue
    loans.delete(top)
    const kind = isCopied ? 'copies' : 'links'
    const waiting = listNamesInFolder(findTrees(kept)).filter((name) => name.startsWith(kind))
    if (waiting.length >= MOST_TREES || !existsSync(kept)) continue
    const tree = `${top}.returned`
    try {
      for (const root of roots.filter((root) => existsSync(join(top, root)))) {
        mkdirSync(dirname(join(tree, root)), { recursive: true })
        renameSync(join(top, root), join(tree, root))
      }
      mkdirSync(findTrees(kept), { recursive: true })
      renameSync(tree, join(findTrees(kept), `${kind}-${randomUUID()}`))
    } catch {
      // The next comparison links the files anew.
    }
  }
}
