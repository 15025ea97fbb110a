import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SUPPORTED_LOCK_FILES, UNSUPPORTED_LOCK_FILES } from './managers.js'
import { readOptionalPackageJson, readPackageJson } from './package-json.js'
import { hasWorkspaces, isWorkspaceMember } from './workspaces.js'

/** Fields of package.json that list dependencies. */
export const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/**
 * Finds the folders in which packages must be installed before the perf files can run.
 *
 * @param {string} top absolute, of the checkout
 * @param {string[]} perfFiles absolute
 * @returns {string[]} absolute, sorted
 */
export function findInstallFolders (top, perfFiles) {
  return [...new Set(perfFiles.flatMap((file) => findFoldersAbove(top, dirname(file))))].sort()
}

/** @param {string} top @param {string} from @returns {string[]} the folders to install for a perf file in `from`: one for each workspace */
function findFoldersAbove (top, from) {
  const upward = listPackageFolders(top, from)
  const main = findInstallFolder(top, from)
  const roots = upward.map((folder) => findWorkspaceRoot(upward, folder))
  const needed = [...new Set(roots)].filter((root) => root === main || hasWorkspaces(root) || hasDependencies(root))
  // With pnpm's shared-workspace-lockfile=false, the root may have no lock file, but its members have one each.
  return needed.map((root) => upward.findLast((folder, index) => roots[index] === root && hasLockFile(folder)) ?? root)
}

/** @param {string[]} upward @param {string} folder @returns {string} the topmost folder whose install includes `folder`, or `folder` */
function findWorkspaceRoot (upward, folder) {
  const above = upward.slice(upward.indexOf(folder) + 1).find((root) => isWorkspaceMember(root, folder))
  return above ? findWorkspaceRoot(upward, above) : folder
}

/** @param {string} top @param {string} from @returns {string | undefined} undefined where no package.json is */
export function findInstallFolder (top, from) {
  const upward = listPackageFolders(top, from)
  return upward.find(hasLockFile) ?? upward.find(hasWorkspaces) ?? upward[0]
}

/** @param {string} top @param {string} from @returns {string[]} `from` and the folders above that have a package.json, `from` first */
function listPackageFolders (top, from) {
  const upward = listFolderAndParents(top, from).filter((folder) => existsSync(join(folder, 'package.json')))
  // Keep a broken package.json at the top or beside a lock file: its install must report the error.
  return upward.filter((folder) => folder === upward.at(-1) || hasLockFile(folder) || readOptionalPackageJson(join(folder, 'package.json')))
}

/** @param {string} top @param {string} from @returns {string[]} `from` and the folders above it up to `top` */
export function listFolderAndParents (top, from) {
  return from === top || dirname(from) === from ? [from] : [from, ...listFolderAndParents(top, dirname(from))]
}

/** @param {string} folder @returns {boolean} */
function hasLockFile (folder) {
  return Object.keys({ ...SUPPORTED_LOCK_FILES, ...UNSUPPORTED_LOCK_FILES }).some((name) => existsSync(join(folder, name)))
}

/** @param {string} folder @returns {boolean} @throws {HotpathError} if its package.json is broken */
function hasDependencies (folder) {
  const manifest = readPackageJson(join(folder, 'package.json'))
  return DEPENDENCIES.some((field) => Object.keys(manifest[field] ?? {}).length > 0)
}
