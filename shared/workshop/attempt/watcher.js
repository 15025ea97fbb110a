import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join, dirname, normalize, sep } from 'node:path'
import { takeLock } from '@hotpath-labs/engine/process/lock.js'
import { findAttendeeFolder, explainWriteErrors } from '@hotpath-labs/lab/project/project.js'
import { isProgramOnPath } from '@hotpath-labs/engine/files.js'
import { findEditorName, makeEditorCommand } from '@hotpath-labs/terminal/paths.js'
import { watch } from 'chokidar'

/**
 * @import { Stats } from 'node:fs'
 * @import { HotpathError } from '@hotpath-labs/engine/failures.js'
 * @import { FSWatcher } from 'chokidar'
 */

/**
 * Locks an attendee's file for this process, so that only one session runs for each lab.
 *
 * @param {string} lab
 * @returns {{ release: () => void, holder?: undefined } | { release?: undefined, holder: number, lock: string }} `holder`: the process that
 *   already watches the file, and `lock`: that process's lock file
 * @throws {HotpathError}
 */
export function takeWatchLock (lab) {
  const lock = join(findAttendeeFolder(), `watch-${lab}.lock`)
  const taken = explainWriteErrors(() => takeLock(lock))
  return taken.release ? taken : { holder: taken.holder, lock }
}

/** Names of editors that draw in the terminal where they are started. */
const TERMINAL_EDITORS = /^(vi|vim|nvim|nano|pico|micro|helix|hx|kak|emacs|joe|mcedit|ne|ed)$/

/**
 * Opens a file with $VISUAL, $EDITOR or VS Code, and goes on. Starts no editor that would need this terminal, such as vim.
 *
 * @param {string} file
 * @returns {string | undefined} command line of the editor that was started
 */
export function openInEditorWindow (file) {
  const { VISUAL, EDITOR } = process.env
  const editor = VISUAL || EDITOR || (isProgramOnPath('code') ? 'code' : '')
  const name = findEditorName(editor)
  if (!editor || TERMINAL_EDITORS.test(name) || / -(?:nw|t)(?: |$)/.test(editor)) return undefined
  // the shell that starts it tells nobody that it is missing
  if (!/[\\/]/.test(editor) && !isProgramOnPath(name)) return undefined
  const { command, args } = makeEditorCommand(editor, file)
  spawn(command, args, { stdio: 'ignore', detached: true, windowsVerbatimArguments: process.platform === 'win32', windowsHide: true })
    .on('error', () => {}).unref()
  return editor
}

/** Time limit in ms for the event of a new file. Local disks send the event after 10 ms, network and WSL mounts never. */
const EVENT_TIMEOUT_MS = 1000

/** Polling interval in ms on a disk without file events. An attendee waits half of the interval on average. */
const POLL_INTERVAL_MS = 300

/** Delay in ms after a change: editors write in several steps, and chokidar reports only the first change within 50 ms. */
const SAVE_SETTLES_MS = 60

/** Pattern of names that are not watched: editors' temporary files, hidden files and packages. */
const NO_SOURCE = /^(\.|~|4913$|node_modules$)|(~|\.tmp|\.swp)$/

/**
 * @param {string} folder
 * @returns {string} hash of the names and bytes of the watched files, and of why a file cannot be read
 */
export function hashWatchedFiles (folder) {
  const hash = createHash('sha256')
  const add = (/** @type {string} */ path) => {
    try {
      if (!lstatSync(path).isDirectory()) return hash.update(JSON.stringify([path, readFileSync(path, 'hex')]))
      for (const name of readdirSync(path).sort()) if (!NO_SOURCE.test(name)) add(join(path, name))
    } catch (error) {
      if (!error.code) throw error
      hash.update(JSON.stringify([path, error.code]))
    }
  }
  add(folder)
  return hash.digest('hex')
}

/**
 * Watches the files in a folder, even if the folder is moved away and made again.
 *
 * @param {string} folder absolute; it exists
 * @param {() => void} onChange
 * @param {{ open?: typeof watch }} [how] opens a watcher
 * @returns {Promise<{ polls: boolean, close: () => Promise<void> }>} `polls`: the file system sends no events
 */
export async function watchFolder (folder, onChange, { open = watch } = {}) {
  // resolves links in the folder's path, because chokidar does not follow them, and /tmp is a link on macOS
  folder = realpathSync(folder)
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const changed = (/** @type {string} */ event, /** @type {string} */ path) => {
    if (path === probeFile(folder)) return
    clearTimeout(timer)
    timer = setTimeout(onChange, SAVE_SETTLES_MS)
  }
  const close = async (/** @type {FSWatcher} */ watcher) => {
    clearTimeout(timer)
    await watcher.close()
  }
  const begin = (/** @type {boolean} */ usePolling) => {
    const links = new Links()
    return links.attach(open(dirname(folder), optionsFor(folder, usePolling, links)))
  }
  const byEvents = begin(false)
  if (await sendsEvents(byEvents, folder)) {
    byEvents.on('all', changed)
    return { polls: false, close: () => close(byEvents) }
  }
  await byEvents.close()
  const byPolling = begin(true)
  // ignores errors while polling, because an unreadable file may be readable at the next poll
  byPolling.on('error', () => {})
  await new Promise((resolve) => byPolling.on('ready', () => resolve(undefined)))
  byPolling.on('all', changed)
  return { polls: true, close: () => close(byPolling) }
}

/**
 * Makes chokidar's options for watching the parent folder: if the folder itself is moved away, its watcher moves too.
 *
 * @param {string} folder
 * @param {boolean} usePolling
 * @param {Links} links
 */
function optionsFor (folder, usePolling, links) {
  const above = dirname(folder)
  // a drive's folder ends in a separator already
  const inside = folder.endsWith(sep) ? folder : folder + sep
  const isWatched = (/** @type {string} */ path) => path === above || path === folder || path === probeFile(folder) ||
    (path.startsWith(inside) && !path.slice(inside.length).split(sep).some((part) => NO_SOURCE.test(part)))
  // normalizes paths, because chokidar passes paths with slashes on Windows too
  const ignored = (/** @type {string} */ path, /** @type {Stats | undefined} */ stats = undefined) =>
    !isWatched(normalize(path)) || links.hide(normalize(path), stats)
  return { usePolling, interval: POLL_INTERVAL_MS, ignoreInitial: true, followSymlinks: false, ignored }
}

/** Works around a bug of chokidar 4.0.3: if a file replaces a link, chokidar takes the file for the link, and never watches the file. */
class Links {
  /** @type {Set<string>} links that chokidar has reported */
  #known = new Set()
  /** @type {Set<string>} replaced links, until chokidar reports them as removed */
  #hidden = new Set()

  /**
   * Hides a file from chokidar once when the file replaces a link, so that chokidar forgets the link.
   *
   * @param {string} path
   * @param {Stats} [stats] chokidar also asks without them
   * @returns {boolean}
   */
  hide (path, stats) {
    if (!stats || stats.isSymbolicLink() || !this.#known.delete(path)) return false
    this.#hidden.add(path)
    return true
  }

  /** Makes chokidar watch each file that has replaced a link. @param {FSWatcher} watcher @returns {FSWatcher} the same */
  attach (watcher) {
    return watcher.on('all', (event, reported, stats) => {
      const path = normalize(reported)
      if (stats?.isSymbolicLink()) this.#known.add(path)
      if (event !== 'unlink') return
      this.#known.delete(path)
      if (this.#hidden.delete(path) && lstatSync(path, { throwIfNoEntry: false })) watcher.add(path)
    })
  }
}

/**
 * Tests whether the file system sends events: writes a file and waits for the file's event.
 *
 * @param {FSWatcher} watcher
 * @param {string} folder
 * @returns {Promise<boolean>} true if the event arrives within a second
 */
async function sendsEvents (watcher, folder) {
  const probe = probeFile(folder)
  /** @type {NodeJS.Timeout | undefined} */
  let timeout
  try {
    return await new Promise((resolve) => {
      watcher.on('error', () => resolve(false))
      watcher.on('add', (path) => { if (normalize(path) === probe) resolve(true) })
      watcher.on('ready', () => {
        timeout = setTimeout(() => resolve(false), EVENT_TIMEOUT_MS)
        try {
          writeFileSync(probe, '')
        } catch {
          resolve(false)
        }
      })
    })
  } finally {
    clearTimeout(timeout)
    // retries, because a virus scanner may hold a new file on Windows; Node does so only with `recursive`
    rmSync(probe, { force: true, recursive: true, maxRetries: 10, retryDelay: 20 })
  }
}

/** @param {string} folder @returns {string} a file that only this process writes */
function probeFile (folder) {
  return join(folder, `.probe-${process.pid}`)
}
