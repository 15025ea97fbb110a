import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { CannotRun } from '../../measure/process/failure.js'
import { isProcessRunning } from '../../measure/process/running.js'
import { explainDisk } from './errors.js'
import { GIT_ENVIRONMENT, listWorktrees } from './git.js'
/** @import { Repository } from './git.js' */

/** Name of a sides folder, before the process id and a random end. */
const PREFIX = 'hotpath-sides-'

/** File of a sides folder with the path of the repository whose worktrees are in it. */
const REPOSITORY = 'repository'

/** Number of folders above a side, because package.json may name a file above the repository, such as `../../a.tgz`. */
const LEVELS = join('above', 'above')

/** Folders of the two sides, of one length: a longer path can change the layout of memory. */
const NAMES = ['base', 'head'].map((name) => join(LEVELS, name))

/** Retries of a removal: a process that was just killed may still write. */
const RETRIES = { maxRetries: 5, retryDelay: 50 }

/** Folders of this process. In a container an earlier process may have had the same id. @type {Set<string>} */
const OWN = new Set()

/**
 * @typedef {object} SidesFolder
 * @property {string} base absolute, not made yet
 * @property {string} head absolute, not made yet
 * @property {(repository: Repository) => Promise<void>} useRepository must be called before worktrees are added
 * @property {() => Promise<void>} remove
 */

/**
 * Makes a folder for two sides in the system's temporary folder, and removes those of dead processes.
 * The folder is removed at the latest when this process exits.
 *
 * @returns {SidesFolder}
 * @throws {CannotRun} where nothing can be written
 */
export function makeSidesFolder () {
  if (!existsSync(tmpdir())) throw new CannotRun('The temporary folder', `${tmpdir()} does not exist`, 'Make it, or set TMPDIR to another folder')
  const parent = realpathSync(tmpdir())
  removeAbandoned(parent)
  let root = ''
  try {
    root = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  } catch (error) {
    throw explainDisk(error)
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
 * Runs the preparation of sides, and removes what it has made if it fails.
 *
 * @template T
 * @param {(folder: SidesFolder) => Promise<T>} prepare
 * @returns {Promise<T & { remove: () => Promise<void> }>}
 */
export async function withSidesFolder (prepare) {
  const folder = makeSidesFolder()
  try {
    return { ...await prepare(folder), remove: folder.remove }
  } catch (error) {
    await folder.remove()
    throw explainDisk(error)
  }
}

function removeAll () {
  for (const root of OWN) removeSides(root)
}

/** Removes the folders of processes that were killed. @param {string} parent */
function removeAbandoned (parent) {
  for (const name of readdirSync(parent).filter((name) => name.startsWith(PREFIX))) {
    const root = join(parent, name)
    const pid = Number.parseInt(name.slice(PREFIX.length))
    const isInUse = pid === process.pid ? OWN.has(root) : isProcessRunning(pid)
    if (!isInUse && isOurs(root)) removeSides(root)
  }
}

/** @param {string} folder @returns {boolean} false for another user's: its file could name any repository */
function isOurs (folder) {
  const { uid } = lstatSync(folder, { throwIfNoEntry: false }) ?? {}
  return uid !== undefined && (process.getuid?.() ?? uid) === uid
}

/**
 * Removes worktrees of a repository whose folders the system has deleted, as at a restart.
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

/** Removes both sides; what cannot be removed now is left to the next call. @param {string} root */
function removeSides (root) {
  const repository = join(root, REPOSITORY)
  const gitDir = existsSync(repository) && readFileSync(repository, 'utf8')
  for (const path of [...NAMES.map((name) => join(root, name)), root]) {
    // The root folder is removed last, because its file names the repository that still needs cleaning.
    if (path === root && gitDir) for (const name of NAMES) removeWorktree(gitDir, join(root, name))
    try {
      rmSync(path, { recursive: true, force: true, ...RETRIES })
    } catch {}
  }
}

/**
 * Removes a worktree, whose folder may be gone, from its repository.
 * `git worktree prune` would also remove the user's worktrees on drives that are not mounted.
 *
 * @param {string} gitDir
 * @param {string} folder
 */
function removeWorktree (gitDir, folder) {
  // `--force` is given twice, because git locks a worktree while it creates the worktree.
  const args = ['--git-dir', gitDir, 'worktree', 'remove', '--force', '--force', folder]
  try {
    execFileSync('git', args, { cwd: dirname(gitDir), env: { ...process.env, ...GIT_ENVIRONMENT }, stdio: 'ignore' })
  } catch {
    // The worktree was never added, or its repository is gone.
  }
}
