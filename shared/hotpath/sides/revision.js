import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { CannotRun, HotpathError } from '@hotpath-labs/engine/failures.js'
import { CommandError } from '@hotpath-labs/engine/process/child.js'
import { settleAllOrThrow } from '@hotpath-labs/engine/process/measured-process.js'
import { copyFile, copyFiles } from './copy.js'
import { explainDiskError, prepareInTemporaryFolder } from './sides-folder.js'
import {
  addWorktree, fillWorktree, findCommit, findHeadCommit, findMergeBase, findRepository, formatGitError, haveSameSubmodules,
  listUncommittedFiles, listUnignoredFiles,
} from './git.js'
import { hashSource, planBuild } from './build.js'
import { checkManagers, installBaseAndHeadPackages, planBaseAndHead } from './install.js'
import { describePerfFileChanges, findPerfFiles, listLocalImports, listPerfFiles } from './perf-files.js'
import { haveSameCode, isSameFile } from './same-code.js'
import { chooseSetup, copyIgnoredFiles, explainIgnoredFile } from './setup.js'

/**
 * @import { CheckFiles, OnProgress, Side, Sides } from './sides.js'
 * @import { Commit, Repository } from './git.js'
 * @import { Setup } from './setup.js'
 * @import { SidesFolder } from './sides-folder.js'
 */

/**
 * Prepares the comparison of a git revision with the working tree and its uncommitted changes, in two temporary checkouts.
 *
 * @typedef {object} Wanted
 * @property {string} cwd
 * @property {string} revision
 * @property {boolean} [exact] the last commit of a branch, not the last one that head has too
 * @property {boolean} [modules] the user's node_modules serve both sides
 * @property {boolean} [all] benchmarks run although both sides have the same code
 * @property {Record<string, string>} [env] variables that the user set for both sides
 * @property {string[]} [files] as in findPerfFiles
 * @property {CheckFiles} [checkFiles]
 * @property {OnProgress} [onProgress]
 *
 * @param {Wanted & Setup} wanted
 * @returns {Promise<Sides>}
 * @throws {HotpathError | CannotRun}
 */
export async function prepareRevisionComparison ({ cwd, revision, exact = false, modules = false, all = false, files = [], ...more }) {
  const { env = {}, checkFiles = async () => false, onProgress = () => {}, ...asked } = more
  const repository = await findRepository(cwd)
  if (!repository) throw new HotpathError('NO_REPOSITORY', `${cwd} is not in a git repository, so --base has nothing to compare with. Compare two files: hotpath compare old.perf.js new.perf.js`)
  // Find head before base: only findHeadCommit has an error message for a repository without any commit.
  const to = await findHeadCommit(repository)
  const tip = await findCommit(repository, revision)
  const { base: from, notes } = exact ? { base: tip, notes: [] } : await findMergeBase(repository, revision, tip, to)
  const uncommitted = await listUncommittedFiles(repository)
  const { install, setup, copy = [] } = chooseSetup(cwd, asked)
  const head = { ...to, label: uncommitted.length ? `${to.label} with uncommitted changes` : to.label }
  // Look in the user's folder for perf files given on the command line, because a checkout lacks files that git ignores.
  const named = files.length ? findPerfFiles(cwd, files) : undefined
  const ownPerfFiles = install ? [] : named ?? await listUnignoredPerfFiles(repository, cwd)
  checkManagers(realpathSync.native(repository.top), ownPerfFiles, modules)
  return prepareInTemporaryFolder(async (folder) => {
    onProgress(`checking out ${from.label} and ${head.label}`)
    const checking = checkFiles(ownPerfFiles).catch((error) => {
      // A build may first have to make what a perf file loads.
      if (!install && !setup) throw error
    })
    const [, isLoaded] = await settleAllOrThrow([checkOut(repository, folder, { base: from, head, uncommitted }), checking])
    const isWhole = await haveSameSubmodules(repository, from.hash, head.hash)
    const place = toCounterpart(repository, cwd)
    const [baseFolder, headFolder] = [join(folder.base, place), join(folder.head, place)]
    copyIgnoredFiles(copy, cwd, [baseFolder, headFolder])
    const perf = providePerfFiles({ repository, cwd, named, folder })
    const checkouts = {
      base: { name: 'base', label: from.label, top: folder.base, folder: baseFolder, source: repository.top, perfFiles: perf.base },
      head: { name: 'head', label: head.label, top: folder.head, folder: headFolder, source: repository.top, perfFiles: perf.head },
    }
    const ofRevisions = [...notes, ...describeRevisions(repository, uncommitted), ...perf.notes]
    const isAlone = [...perf.fromHead?.values() ?? []].every((imported) => !imported.length)
    // Nothing has to be installed or built to know this.
    if (!all && isLoaded && isAlone && isWhole && await haveSameCode(folder.base, folder.head, repository.top)) {
      const own = { folder: cwd, perfFiles: ownPerfFiles }
      return { base: { ...own, label: from.label }, head: { ...own, label: head.label }, notes: ofRevisions, isSame: true }
    }
    const plans = install ? { base: [], head: [] } : planBaseAndHead(checkouts)
    const [sourceOfBase, sourceOfHead] = await settleAllOrThrow([
      hashSource({ ...checkouts.base, commit: from.hash, copied: copy }),
      hashSource({ ...checkouts.head, commit: head.hash, copied: copy }),
    ])
    const build = planBuild({
      sides: [
        { ...checkouts.base, plans: plans.base, source: sourceOfBase },
        { ...checkouts.head, plans: plans.head, source: sourceOfHead },
      ],
      install,
      setup,
      env,
      modules,
      onProgress,
    })
    const installed = await installBaseAndHeadPackages({ ...checkouts, plans, modules, isWritten: build.isNeeded, onProgress })
    // A bundler names files by hashes that change with a comment, so what both are built from decides.
    const isSame = !all && !install && isAlone && isWhole && build.hasSteps && await haveSameCode(folder.base, folder.head)
    const built = await build.run(installed.kept, isSame)
    const explainMissing = (/** @type {string} */ path) => {
      const side = [folder.base, folder.head].find((side) => !relative(side, path).startsWith('..'))
      return side && explainIgnoredFile({ cwd, top: repository.top }, relative(cwd, join(repository.top, relative(side, path))))
    }
    const { fromHead } = perf
    const [topOfBase, topOfHead] = isWhole ? [folder.base, folder.head] : []
    const ofBase = { label: from.label, folder: baseFolder, top: topOfBase, perfFiles: perf.base, fromHead, explainMissing }
    const ofHead = { label: head.label, folder: headFolder, top: topOfHead, perfFiles: perf.head, explainMissing }
    return {
      base: ofBase,
      head: isSame ? { ...ofBase, label: head.label } : ofHead,
      notes: [...ofRevisions, ...installed.notes, ...built],
      isSame,
    }
  })
}

/** @param {Repository} repository @param {string} cwd @returns {Promise<string[]>} perf files of the user's folder, absolute */
async function listUnignoredPerfFiles (repository, cwd) {
  const unignored = new Set((await listUnignoredFiles(repository)).map((path) => join(repository.top, path)))
  return listPerfFiles(realpathSync.native(cwd)).filter((file) => unignored.has(file))
}

/** @typedef {{ base: Commit, head: Commit, uncommitted: string[] }} Revisions */

/** @param {Repository} repository @param {string} path absolute, exists @returns {string} its path in any checkout */
function toCounterpart ({ top }, path) {
  // Resolve symbolic links, because git prints the repository's path with links resolved.
  const counterpart = relative(realpathSync.native(top), realpathSync.native(path))
  const isOutside = counterpart.startsWith('..') || isAbsolute(counterpart)
  if (isOutside) throw new HotpathError('OUTSIDE', `${path} is not in the repository ${top}, so the base has no such file. Expected a perf file below that folder.`)
  return counterpart
}

/**
 * Checks out base and head, and copies uncommitted changes to head. The user's files, branch, index and stash stay unchanged.
 *
 * @param {Repository} repository
 * @param {SidesFolder} folder
 * @param {Revisions} revisions
 */
async function checkOut (repository, folder, { base, head, uncommitted }) {
  await folder.useRepository(repository)
  const explain = (/** @type {Commit} */ { label }) => (/** @type {any} */ error) => {
    if (!(error instanceof CommandError) || explainDiskError(error) !== error) throw error
    throw new CannotRun('GIT_FAILED', 'git', `cannot check out ${label}: ${formatGitError(error)}`, 'This must work first: git worktree add --detach FOLDER REVISION')
  }
  const worktrees = [{ path: folder.base, commit: base }, { path: folder.head, commit: head }]
  for (const { path, commit } of worktrees) await addWorktree(repository, path, commit.hash).catch(explain(commit))
  await settleAllOrThrow(worktrees.map(({ path, commit }) => fillWorktree(path).catch(explain(commit))))
  copyFiles(uncommitted, repository.top, folder.head)
}

/**
 * Copies head's perf files to base, so that base and head run the same benchmarks, with the files that they import and base lacks.
 *
 * @param {{ repository: Repository, cwd: string, named?: string[], folder: SidesFolder }} where `named`: absolute, in the user's folder
 * @returns {{ base: string[], head: string[], fromHead: Side['fromHead'], notes: string[] }}
 * @throws {HotpathError} if there are none
 */
function providePerfFiles ({ repository, cwd, named, folder }) {
  const place = toCounterpart(repository, cwd)
  const [base, head] = [join(folder.base, place), join(folder.head, place)]
  for (const side of [base, head]) mkdirSync(side, { recursive: true })
  const paths = named?.map((file) => relative(place, toCounterpart(repository, file))) ??
    findPerfFiles(head, [], `${cwd} (files that git ignores do not count)`).map((file) => relative(head, file))
  // Copy the perf files named on the command line into head's checkout, because a checkout lacks files that git ignores.
  if (named) for (const [index, path] of paths.entries()) copyFile(named[index], join(head, path))
  const own = named ? paths.filter((path) => existsSync(join(base, path))) : listPerfFiles(base).map((file) => relative(base, file))
  const isEqual = (/** @type {string} */ path) => readFileSync(join(base, path)).equals(readFileSync(join(head, path)))
  const changed = paths.filter((path) => own.includes(path) && !isEqual(path))
  const fromHead = paths.filter((path) => !own.includes(path) || changed.includes(path))
  // The function that changed may be written in the perf file itself.
  const judged = fromHead.filter((path) => own.includes(path)
    ? !isSameFile(join(base, path), join(head, path), join(cwd, path))
    : !listLocalImports(join(head, path)).length)
  for (const path of fromHead) copyFile(join(head, path), join(base, path))
  // Find all imports before the first is copied: two perf files may import one helper, which base then lacks for both.
  // What base has is base's own program, whatever head's imports beyond it.
  const isOwn = (/** @type {string} */ file) => relative(folder.head, file).startsWith('..') || existsSync(join(base, relative(head, file)))
  const lacked = fromHead.map((path) => listLocalImports(join(head, path), isOwn).map((file) => relative(head, file)))
  for (const file of new Set(lacked.flat())) copyFile(join(head, file), join(base, file))
  return {
    base: paths.map((path) => resolve(base, path)),
    head: paths.map((path) => resolve(head, path)),
    fromHead: new Map(fromHead.map((path, index) => [resolve(base, path), [...judged.includes(path) ? [path] : [], ...lacked[index]]])),
    notes: describePerfFileChanges({ own, used: paths, changed, imported: [...new Set(lacked.flat())] }),
  }
}

/** @param {Repository} repository @param {string[]} uncommitted @returns {string[]} */
function describeRevisions ({ top }, uncommitted) {
  const [changes, belong] = uncommitted.length === 1 ? ['1 uncommitted file', 'belongs'] : [`${uncommitted.length} uncommitted files`, 'belong']
  return [
    ...uncommitted.length ? [`${changes} ${belong} to head. Files that git ignores do not belong to head.`] : [],
    ...existsSync(join(top, '.gitmodules')) ? ['Git submodules stay empty in base and head.'] : [],
  ]
}
