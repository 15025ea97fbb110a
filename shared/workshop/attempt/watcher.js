import { watch } from 'chokidar'
import { lstatSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'

/** A local disk tells of a new file after 10 ms; a network or WSL mount never does. */
const TOLD_WITHIN_MS = 1000

/** How often files are polled where no events arrive: an attendee waits half of it on average. */
const POLLED_MS = 300

/** An editor writes a file in several steps, which are one save. Chokidar tells only the first of the changes within 50 ms, so the file is looked at after that. */
const ONE_SAVE_MS = 60

/** What editors leave beside a file while they write it, and packages. */
const NO_SOURCE = /^(\.|~|4913$|node_modules$)|(~|\.tmp|\.swp)$/

/**
 * Tells of every change in a folder, and of the folder's own coming and going.
 *
 * @param {string} folder absolute; it is there
 * @param {() => void} onChange
 * @param {{ open?: typeof watch }} [how] opens a watcher
 * @returns {Promise<{ polls: boolean, close: () => Promise<void> }>} `polls`: this folder's file system tells of no changes, so the files are looked at
 */
export async function watchFolder (folder, onChange, { open = watch } = {}) {
  // chokidar is told of nothing behind a link that it is not to follow: of /tmp on macOS, or of a folder that is kept elsewhere
  folder = realpathSync(folder)
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const told = (/** @type {string} */ event, /** @type {string} */ path) => {
    if (path === probeOf(folder)) return
    clearTimeout(timer)
    timer = setTimeout(onChange, ONE_SAVE_MS)
  }
  const close = async (/** @type {import('chokidar').FSWatcher} */ watcher) => {
    clearTimeout(timer)
    await watcher.close()
  }
  const begin = (/** @type {boolean} */ usePolling) => {
    const links = new Links()
    return links.attach(open(dirname(folder), optionsFor(folder, usePolling, links)))
  }
  const byEvents = begin(false)
  if (await arrives(byEvents, folder)) {
    byEvents.on('all', told)
    return { polls: false, close: () => close(byEvents) }
  }
  await byEvents.close()
  const byLooking = begin(true)
  // a file that cannot be looked at now may be there the next time
  byLooking.on('error', () => {})
  await new Promise((resolve) => byLooking.on('ready', () => resolve(undefined)))
  byLooking.on('all', told)
  return { polls: true, close: () => close(byLooking) }
}

/**
 * The folder above is what is watched: the folder itself is moved away by a reset, and a watcher would go with it.
 *
 * @param {string} folder
 * @param {boolean} usePolling
 * @param {Links} links
 */
function optionsFor (folder, usePolling, links) {
  const above = dirname(folder)
  const isWatched = (/** @type {string} */ path) => path === above || path === folder || path === probeOf(folder) ||
    (path.startsWith(folder + sep) && !path.slice(folder.length + 1).split(sep).some((part) => NO_SOURCE.test(part)))
  // chokidar asks with slashes, on Windows too
  const ignored = (/** @type {string} */ path, /** @type {import('node:fs').Stats | undefined} */ stats = undefined) => !isWatched(normalize(path)) || links.hide(normalize(path), stats)
  return { usePolling, interval: POLLED_MS, ignoreInitial: true, followSymlinks: false, ignored }
}

/** Works around chokidar 4.0.3: it mistakes a file that replaces a link for that link, and never watches the file. */
class Links {
  /** @type {Set<string>} links that chokidar has reported */
  #known = new Set()
  /** @type {Set<string>} replaced links, until chokidar reports them as removed */
  #hidden = new Set()

  /**
   * Hides a file once when it replaces a link, so that chokidar removes the link.
   *
   * @param {string} path
   * @param {import('node:fs').Stats} [stats] chokidar also asks without them
   * @returns {boolean}
   */
  hide (path, stats) {
    if (!stats || stats.isSymbolicLink() || !this.#known.delete(path)) return false
    this.#hidden.add(path)
    return true
  }

  /** Makes the watcher add each file that replaces a link. @param {import('chokidar').FSWatcher} watcher @returns {import('chokidar').FSWatcher} the same */
  attach (watcher) {
    return watcher.on('all', (event, told, stats) => {
      const path = normalize(told)
      if (stats?.isSymbolicLink()) this.#known.add(path)
      if (event !== 'unlink') return
      this.#known.delete(path)
      if (this.#hidden.delete(path) && lstatSync(path, { throwIfNoEntry: false })) watcher.add(path)
    })
  }
}

/**
 * Whether the watcher is told of a file that is written now.
 *
 * @param {import('chokidar').FSWatcher} watcher
 * @param {string} folder
 * @returns {Promise<boolean>}
 */
async function arrives (watcher, folder) {
  const probe = probeOf(folder)
  /** @type {NodeJS.Timeout | undefined} */
  let patience
  try {
    return await new Promise((resolve) => {
      watcher.on('error', () => resolve(false))
      watcher.on('add', (path) => { if (normalize(path) === probe) resolve(true) })
      watcher.on('ready', () => {
        patience = setTimeout(() => resolve(false), TOLD_WITHIN_MS)
        try {
          writeFileSync(probe, '')
        } catch {
          resolve(false)
        }
      })
    })
  } finally {
    clearTimeout(patience)
    rmSync(probe, { force: true })
  }
}

/** @param {string} folder @returns {string} a file that nobody else writes */
function probeOf (folder) {
  return join(folder, `.probe-${process.pid}`)
}
