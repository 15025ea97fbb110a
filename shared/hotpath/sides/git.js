import { resolve } from 'node:path'
import { findNearestName } from '@hotpath-labs/terminal/nearest.js'
import { CannotRun, HotpathError } from '@hotpath-labs/engine/failures.js'
import { CommandError, runCommand } from '@hotpath-labs/engine/process/child.js'

/** Environment variables that point git at another repository, as `git rev-parse --local-env-vars` lists them. */
const OTHER_REPOSITORY = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_CONFIG', 'GIT_CONFIG_PARAMETERS', 'GIT_CONFIG_COUNT', 'GIT_OBJECT_DIRECTORY', 'GIT_DIR', 'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE', 'GIT_GRAFT_FILE', 'GIT_INDEX_FILE', 'GIT_NO_REPLACE_OBJECTS', 'GIT_REPLACE_REF_BASE', 'GIT_PREFIX', 'GIT_SHALLOW_FILE',
  'GIT_COMMON_DIR', 'GIT_INTERNAL_SUPER_PREFIX', 'GIT_NAMESPACE', 'GIT_CEILING_DIRECTORIES',
]

/** Environment variables for git, so that git uses the current folder's repository, prints English messages and asks no questions. */
export const GIT_ENVIRONMENT = {
  ...Object.fromEntries(OTHER_REPOSITORY.map((name) => [name, undefined])),
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
}

/** Length of a commit's hash on the screen, in characters. */
const SHORT = 7

/**
 * @typedef {object} Repository
 * @property {string} top absolute, of the working tree
 * @property {string} gitDir absolute, of the repository that all its worktrees share
 */

/** @typedef {{ hash: string, label: string }} Commit `label`: such as "main (a1b2c3d)" */

/**
 * Runs git.
 *
 * @param {string} cwd
 * @param {string[]} args
 * @returns {Promise<string>} its stdout
 * @throws {CommandError | CannotRun} CannotRun where git is not installed
 */
async function runGit (cwd, args) {
  try {
    return await runCommand('git', args, { cwd, env: GIT_ENVIRONMENT })
  } catch (error) {
    throw error.code === 'ENOENT' ? new CannotRun('TOOL_MISSING', 'git', 'is not on the PATH', 'Install git, or compare two files: hotpath compare old.perf.js new.perf.js') : error
  }
}

/** @param {string} cwd @param {string[]} args @returns {Promise<string | undefined>} its trimmed stdout; undefined where git refuses */
export async function askGit (cwd, args) {
  try {
    return (await runGit(cwd, args)).trim()
  } catch (error) {
    if (error instanceof CommandError) return undefined
    throw error
  }
}

/**
 * @param {string} cwd
 * @returns {Promise<Repository | undefined>} undefined outside of a working tree
 * @throws {CannotRun} where git is missing or refuses to read the repository
 */
export async function findRepository (cwd) {
  try {
    const [top, gitDir] = (await runGit(cwd, ['rev-parse', '--show-toplevel', '--git-common-dir'])).trim().split('\n')
    return { top: resolve(top), gitDir: resolve(cwd, gitDir) }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    if (/not a git repository|must be run in a work tree/.test(error.output)) return undefined
    throw new CannotRun('GIT_FAILED', 'git', `cannot read the repository of ${cwd}: ${formatGitError(error)}`, 'To see more, type: git status')
  }
}

/** @param {CommandError} error @returns {string} git's reason, in one line */
export function formatGitError ({ output }) {
  const lines = output.trim().split('\n')
  return (lines.find((line) => line.startsWith('fatal: ')) ?? lines[0]).replace(/^fatal: /, '')
}

/**
 * Finds the commit that a revision such as `main` names.
 *
 * @param {Repository} repository
 * @param {string} revision as typed, such as main, v2.1.0, HEAD~3
 * @returns {Promise<Commit>}
 * @throws {HotpathError | CannotRun} CannotRun where a shallow clone lacks it
 */
export async function findCommit ({ top }, revision) {
  if (!revision || revision.startsWith('-')) throw new HotpathError('NO_REVISION', `--base: expected a branch, a tag or a commit, but got ${JSON.stringify(revision)}. Type: --base main`)
  const hash = await askGit(top, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
  if (hash) return { hash, label: formatCommit(revision, hash) }
  const references = (await runGit(top, ['for-each-ref', '--format=%(refname:short)'])).trim().split('\n').filter(Boolean)
  // Suggest names such as origin/main too, because a clone in CI often has no local main.
  const renamed = { main: 'master', master: 'main' }[revision]
  const near = references.find((name) => name.endsWith(`/${revision}`)) ?? references.find((name) => name === renamed || name === `origin/${renamed}`) ??
    findNearestName(revision, references)
  if (near) throw new HotpathError('NO_REVISION', `There is no revision ${revision} in this repository. Did you mean --base ${near}?`)
  if (await askGit(top, ['rev-parse', '--is-shallow-repository']) === 'true') {
    // A clone with --depth fetches one branch only, so the other branch must be named.
    const branch = revision.replace(/^origin\//, '')
    const wanted = /^[\da-f]+$/.test(revision) ? '' : ` origin ${branch}:${branch === revision ? '' : 'refs/remotes/origin/'}${branch}`
    throw new CannotRun('SHALLOW_CLONE', `Revision ${revision}`, 'is not in this shallow clone', `Fetch all commits: git fetch --unshallow${wanted} (in GitHub Actions: fetch-depth: 0 of actions/checkout)`)
  }
  const usual = await askGit(top, ['symbolic-ref', '--short', '--quiet', 'refs/remotes/origin/HEAD'])
  if (usual) throw new HotpathError('NO_REVISION', `There is no revision ${revision} in this repository. Its default branch is ${usual}: type --base ${usual}`)
  throw new HotpathError('NO_REVISION', `There is no revision ${revision} in this repository. To list the revisions, type: git branch --all; git tag`)
}

/** @param {string} name @param {string} hash */
function formatCommit (name, hash) {
  return hash.startsWith(name) ? hash.slice(0, SHORT) : `${name} (${hash.slice(0, SHORT)})`
}

/** @param {Repository} repository @returns {Promise<Commit>} the last commit of the working tree @throws {HotpathError} without one */
export async function findHeadCommit ({ top }) {
  const hash = await askGit(top, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  if (!hash) throw new HotpathError('NO_COMMIT', `The repository ${top} has no commit yet. Expected a commit to compare with. Type: git add . && git commit`)
  return { hash, label: formatCommit(await askGit(top, ['symbolic-ref', '--short', '--quiet', 'HEAD']) ?? 'HEAD', hash) }
}

/**
 * Lists files with uncommitted changes, except ignored files. Does not write git's index.
 *
 * @param {Repository} repository
 * @returns {Promise<string[]>} files that were changed, added or removed, relative to the top
 */
export async function listUncommittedFiles ({ top }) {
  const printed = await runGit(top, ['--no-optional-locks', 'status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all'])
  // Leave out folders, because git lists a nested repository as a folder.
  return printed.split('\0').filter(Boolean).map((entry) => entry.slice(3)).filter((path) => !path.endsWith('/'))
}

/** @param {Repository} repository @returns {Promise<string[]>} all files but ignored ones, relative to the top */
export async function listUnignoredFiles ({ top }) {
  const printed = await runGit(top, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  return [...new Set(printed.split('\0'))].filter((path) => path && !path.endsWith('/'))
}

/**
 * Finds the commit to compare with: for a branch with commits that head lacks, the last common commit, because otherwise the comparison
 * would show the branch's newer changes in reverse. A tag or a hash is taken as it is.
 *
 * @param {Repository} repository
 * @param {string} revision as typed
 * @param {Commit} tip its commit
 * @param {Commit} head
 * @returns {Promise<{ base: Commit, notes: string[] }>}
 * @throws {HotpathError | CannotRun} CannotRun if a shallow clone lacks the last common commit
 */
export async function findMergeBase ({ top }, revision, tip, head) {
  const reference = await askGit(top, ['rev-parse', '--symbolic-full-name', revision])
  const lacked = Number(await askGit(top, ['rev-list', '--count', `${head.hash}..${tip.hash}`]) ?? 0)
  if (!lacked || !/^refs\/(?:heads|remotes)\//.test(reference ?? '')) return { base: tip, notes: [] }
  const hash = await askGit(top, ['merge-base', tip.hash, head.hash])
  if (hash) {
    const what = lacked === 1 ? '1 commit of it is not in head' : `${lacked} commits of it are not in head`
    return { base: { hash, label: `the merge base of ${formatCommit(revision, hash)}` }, notes: [`${tip.label} is compared from where head left it: ${what}. To compare with ${revision} itself, add --exact-base`] }
  }
  const exact = 'To compare with its last commit, add --exact-base'
  if (await askGit(top, ['rev-parse', '--is-shallow-repository']) !== 'true') throw new HotpathError('NO_MERGE_BASE', `${tip.label} and ${head.label} have no common commit. ${exact}`)
  throw new CannotRun('SHALLOW_CLONE', tip.label, 'has no common commit with head in this shallow clone', `Fetch the commits between: git fetch --unshallow (in GitHub Actions: fetch-depth: 0 of actions/checkout). ${exact}`)
}

/**
 * Returns true if two commits have the same submodules at the same commits. A checkout does not show this: its submodules are empty.
 *
 * @param {Repository} repository
 * @param {string} base hash of a commit
 * @param {string} head
 * @returns {Promise<boolean>}
 */
export async function haveSameSubmodules ({ top }, base, head) {
  const [ofBase, ofHead] = await Promise.all([base, head].map(async (hash) => {
    const entries = (await runGit(top, ['ls-tree', '-r', '-z', '--full-tree', hash])).split('\0')
    return entries.filter((entry) => entry.startsWith('160000 ')).join('\0')
  }))
  return ofBase === ofHead
}

/**
 * Adds an empty worktree for a commit, without running hooks. Never add two at once: git fails if it reads a worktree that is half added.
 *
 * @param {Repository} repository
 * @param {string} folder absolute, not there yet
 * @param {string} hash
 * @throws {CommandError | CannotRun}
 */
export async function addWorktree ({ top }, folder, hash) {
  // Hooks are disabled, because a checkout's hooks may install packages or write files.
  await runGit(top, ['-c', `core.hooksPath=${folder}.no-hooks`, 'worktree', 'add', '--no-checkout', '--detach', folder, hash])
}

/** Writes the files of a worktree. @param {string} folder absolute, as added @throws {CommandError | CannotRun} */
export async function fillWorktree (folder) {
  await runGit(folder, ['-c', `core.hooksPath=${folder}.no-hooks`, 'reset', '--hard', '--no-recurse-submodules'])
}

/** @param {string} cwd @returns {Promise<string[]>} the folders of the repository's worktrees */
export async function listWorktrees (cwd) {
  const printed = await runGit(cwd, ['worktree', 'list', '--porcelain'])
  return [...printed.matchAll(/^worktree (.*)$/gm)].map(([, folder]) => resolve(folder))
}
