import { execFileSync, spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import Module from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { removeTemporaryFolder } from '@hotpath-labs/engine/files.js'
import { CommandError, copyCleanEnvironment, startWithoutLoaderHooks } from '@hotpath-labs/engine/process/child.js'
import { isProcessRunning } from '@hotpath-labs/engine/process/procfs.js'
import { GIT_ENVIRONMENT, listWorktrees } from './git.js'
import { returnTrees } from './trees.js'

/**
 * @import { Dirent } from 'node:fs'
 * @import { Repository } from './git.js'
 */

/** Pattern for error codes and messages of a full disk. */
const FULL = /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i

/** Error codes of a folder that cannot be written. @type {(string | undefined)[]} */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS']

/**
 * Turns an error about a full or read-only disk into advice, such as to free some space.
 *
 * @param {NodeJS.ErrnoException} error
 * @returns {Error} a CannotRun for a full or read-only disk, else the same error
 */
export function explainDiskError (error) {
  const isFull = FULL.test(`${error.code} ${error instanceof CommandError ? error.output : ''}`)
  const advice = (/** @type {string} */ first) => `${first}, or set TMPDIR to a folder on another disk; the temporary folder is now ${tmpdir()}`
  if (isFull) return new CannotRun('DISK_FULL', 'The disk', 'is full, so the two compared versions cannot be stored', advice('Free some space'))
  if (!error.syscall || !UNWRITABLE.includes(error.code)) return error
  return new CannotRun('UNWRITABLE', 'The disk', `cannot store the two compared versions: ${error.message}`, advice('Allow writing there'))
}

/** Prefix of the name of a temporary folder for base and head. A process id and random characters follow. */
const PREFIX = 'hotpath-sides-'

/** Name of a file in the temporary folder. The file holds the path of the user's git repository, to which the worktrees belong. */
const REPOSITORY = 'repository'

/** Two extra folder levels above base and head, for links to files above the repository that package.json names, such as `../../a.tgz`. */
const LEVELS = join('above', 'above')

/** Paths of base and head, equally long, because a longer path can change the layout of memory, and so the speed. */
const NAMES = ['base', 'head'].map((name) => join(LEVELS, name))

/** Number of files that this process removes itself. A process of its own removes more: two large node_modules take seconds. */
const FEW_FILES = 500

/** Command that removes many files, with a retry where a process still writes. `rm` takes a seventh of Node's time. */
const REMOVE = process.platform === 'win32'
  ? [process.execPath, '-e', "require('node:fs').rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })"]
  : ['/bin/sh', '-c', 'rm -rf "$0" || { sleep 0.2; rm -rf "$0"; }']

/**
 * Temporary folders that this process made. The process id in their names is not enough to recognize them: in a container an earlier
 * process may have had the same id.
 * @type {Set<string>}
 */
const OWN = new Set()

/**
 * @typedef {object} SidesFolder
 * @property {string} base absolute, not made yet
 * @property {string} head absolute, not made yet
 * @property {(repository: Repository) => Promise<void>} useRepository must be called before worktrees are added
 * @property {() => Promise<void>} remove
 */

/**
 * Makes a temporary folder for base and head, which is removed at the latest when this process exits.
 * Also removes the folders of processes that were killed.
 *
 * @returns {SidesFolder}
 * @throws {CannotRun} where nothing can be written
 */
function makeSidesFolder () {
  if (!existsSync(tmpdir())) throw new CannotRun('NO_TEMPORARY_FOLDER', 'The temporary folder', `${tmpdir()} does not exist`, 'Make this folder, or set TMPDIR to another folder')
  const parent = realpathSync(tmpdir())
  removeAbandoned(parent)
  let root = ''
  try {
    root = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
    linkOwnPackage(root)
  } catch (error) {
    throw explainDiskError(error)
  }
  if (OWN.size === 0) process.on('exit', removeAll)
  OWN.add(root)
  const [base, head] = NAMES.map((name) => join(root, name))
  return {
    base,
    head,
    async useRepository (repository) {
      await removeLost(repository, parent)
      writeFileSync(join(root, REPOSITORY), repository.gitDir)
    },
    async remove () {
      if (OWN.delete(root)) removeSides(root)
      if (OWN.size === 0) process.off('exit', removeAll)
    },
  }
}

/**
 * Lets perf files of base and head find this package before Node 22.15, where a hook of the module loader would take a thread.
 *
 * @param {string} root
 */
function linkOwnPackage (root) {
  if ('registerHooks' in Module) return
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(fileURLToPath(new URL('..', import.meta.url)), join(root, 'node_modules', 'hotpath'), 'junction')
}

/**
 * Makes a temporary folder and prepares base and head in this folder. If that fails, the folder is removed.
 *
 * @template T
 * @param {(folder: SidesFolder) => Promise<T>} prepare
 * @returns {Promise<T & { remove: () => Promise<void> }>}
 */
export async function prepareInTemporaryFolder (prepare) {
  const folder = makeSidesFolder()
  try {
    return { ...await prepare(folder), remove: folder.remove }
  } catch (error) {
    await folder.remove()
    throw explainDiskError(error)
  }
}

function removeAll () {
  for (const root of OWN) removeSides(root)
}

/** Removes temporary folders that killed processes left behind. @param {string} parent */
function removeAbandoned (parent) {
  for (const name of readdirSync(parent).filter((name) => name.startsWith(PREFIX))) {
    const root = join(parent, name)
    const pid = Number.parseInt(name.slice(PREFIX.length))
    const isInUse = pid === process.pid ? OWN.has(root) : isProcessRunning(pid)
    if (!isInUse && isOurs(root)) removeSides(root)
  }
}

/** @param {string} folder @returns {boolean} false for another user's folder, whose file could name any repository */
function isOurs (folder) {
  const { uid } = lstatSync(folder, { throwIfNoEntry: false }) ?? {}
  return uid !== undefined && (process.getuid?.() ?? uid) === uid
}

/**
 * Removes git's records of worktrees whose temporary folders the system has deleted, for example at a restart.
 *
 * @param {Repository} repository
 * @param {string} parent
 */
async function removeLost ({ top, gitDir }, parent) {
  for (const folder of await listWorktrees(top)) {
    const root = resolve(folder, '..', LEVELS.replaceAll('above', '..'))
    if (dirname(root) === parent && basename(root).startsWith(PREFIX) && !existsSync(root)) removeWorktree(gitDir, folder)
  }
}

/** Removes base, head and their temporary folder. The next comparison removes files that cannot be removed now. @param {string} root */
function removeSides (root) {
  returnTrees(root)
  const repository = join(root, REPOSITORY)
  const gitDir = existsSync(repository) && readFileSync(repository, 'utf8')
  if (gitDir) {
    try {
      // git would remove the files too, and take long.
      renameSync(join(root, dirname(LEVELS)), join(root, 'removed'))
    } catch {}
    for (const name of NAMES) removeWorktree(gitDir, join(root, name))
  }
  if (countFiles(root, FEW_FILES) <= FEW_FILES) return removeTemporaryFolder(root)
  const child = startWithoutLoaderHooks(() =>
    spawn(REMOVE[0], [...REMOVE.slice(1), root], { detached: true, stdio: 'ignore', env: copyCleanEnvironment(), windowsHide: true }))
  child.on('error', () => {})
  child.unref()
}

/** @param {string} folder @param {number} most @returns {number} files and folders below it, or a number above `most` */
function countFiles (folder, most) {
  let count = 0
  for (const entry of listEntries(folder)) {
    count += 1 + (entry.isDirectory() ? countFiles(join(folder, entry.name), most - count) : 0)
    if (count > most) break
  }
  return count
}

/** @param {string} folder @returns {Dirent[]} none where another process has removed it meanwhile */
function listEntries (folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/**
 * Removes a worktree from its repository, even if the worktree's folder is gone.
 * `git worktree prune` would also remove the user's worktrees on drives that are not mounted.
 *
 * @param {string} gitDir
 * @param {string} folder
 */
function removeWorktree (gitDir, folder) {
  // `--force` twice also removes a locked worktree, and git locks a worktree while creating it.
  const args = ['--git-dir', gitDir, 'worktree', 'remove', '--force', '--force', folder]
  try {
    execFileSync('git', args, { cwd: dirname(gitDir), env: { ...process.env, ...GIT_ENVIRONMENT }, stdio: 'ignore' })
  } catch {
    // Ignore the error: the worktree was never added, or its repository is gone.
  }
}
