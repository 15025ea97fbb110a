import { cpSync, existsSync, realpathSync } from 'node:fs'
import { basename, join, parse, relative } from 'node:path'
import { HotpathError } from '../../failures/index.js'
import { copyFiles } from './copy.js'
import { findRepository, listUnignoredFiles } from './git.js'
import { linkDependenciesOutsideRepository, runPackageManager } from './install.js'
import { findInstallFolder, listFolderAndParents } from './install-folders.js'
import { choosePackageManager, listDependenciesOutsideRepository } from './install-plan.js'
import { readPackageJson } from './package-json.js'
import { findPerfFiles } from './perf-files.js'
import { prepareInTemporaryFolder } from './sides-folder.js'
/** @import { OnProgress, Side, Sides } from './index.js' */

/** Pattern for NAME@VERSION. Ranges with characters that a shell interprets, such as > and *, do not match. */
const SPECIFIER = /^((?:@[\w.~-]+\/)?[\w.~-]+)@([\w.~+-]+)$/

/** Pattern for what package managers print if a package or a version does not exist. */
const UNKNOWN = /E404|ETARGET|ERR_PNPM_NO_MATCHING_VERSION|ERR_PNPM_FETCH_404|No candidates found|find any versions|find package/

/** Environment variable that lets yarn change the lock file. In CI, yarn refuses such changes by default. */
const CAN_CHANGE = { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' }

/**
 * Prepares the comparison of two versions of a dependency, in two copies of the user's project.
 *
 * @param {{ cwd: string, base: string, head: string, files?: string[], onProgress?: OnProgress }} what `base` and `head`: NAME@VERSION
 * @returns {Promise<Sides>}
 * @throws {HotpathError | import('../../failures/index.js').CannotRun}
 */
export async function preparePackageComparison ({ cwd, base, head, files, onProgress = () => {} }) {
  const name = checkSpecifiers(base, head)
  // Resolve symbolic links, because git prints the repository's path with links resolved.
  cwd = realpathSync.native(cwd)
  const perfFiles = findPerfFiles(cwd, files)
  const repository = await findRepository(cwd)
  const project = listFolderAndParents(repository?.top ?? parse(cwd).root, cwd).find((folder) => existsSync(join(folder, 'package.json')))
  if (!project) throw new HotpathError('BAD_PACKAGE_JSON', `There is no package.json in ${cwd} or above, so ${name} cannot be installed. Type: npm init --yes`)
  const top = repository?.top ?? project
  const outside = [cwd, ...perfFiles].find((path) => relative(top, path).startsWith('..'))
  if (outside) throw new HotpathError('OUTSIDE', `${outside} is not in ${top}, and only ${top} is copied. Expected a perf file in that folder.`)
  return prepareInTemporaryFolder(async (folder) => {
    /** @type {Side[]} */
    const sides = []
    for (const [copy, specifier] of [[folder.base, base], [folder.head, head]]) {
      if (repository) copyFiles(await listUnignoredFiles(repository), top, copy)
      else cpSync(top, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !['node_modules', '.git'].includes(basename(path)) })
      // Copy the perf files separately, because git does not list ignored files.
      copyFiles(perfFiles.map((file) => relative(top, file)), top, copy)
      const version = await addPackage({ top: copy, source: top, project: join(copy, relative(top, project)), name, specifier, onProgress })
      sides.push({ label: `${name}@${version}`, folder: join(copy, relative(top, cwd)), perfFiles: perfFiles.map((file) => join(copy, relative(top, file))) })
    }
    return { base: sides[0], head: sides[1], notes: describePackages(name, sides, project) }
  })
}

/** @param {string} base @param {string} head @returns {string} the name of their package @throws {HotpathError} */
function checkSpecifiers (base, head) {
  const expected = 'Expected one package at two versions, such as: --package fastify@4 fastify@5'
  const [from, to] = [base, head].map((typed) => {
    const [, name] = typed.match(SPECIFIER) ?? []
    if (!name) throw new HotpathError('NO_PACKAGE', `--package: ${JSON.stringify(typed)} is no NAME@VERSION. ${expected}`)
    return name
  })
  if (from !== to) throw new HotpathError('DIFFERENT_PACKAGES', `--package: ${from} and ${to} are two packages. ${expected}`)
  return from
}

/**
 * Adds a package to a copy of the project. The lock file keeps the versions of all other packages.
 *
 * @param {{ top: string, source: string, project: string, name: string, specifier: string, onProgress: OnProgress }} what
 * @returns {Promise<string>} the installed version
 */
async function addPackage ({ top, source, project, name, specifier, onProgress }) {
  const folder = findInstallFolder(top, project) ?? project
  const { manager } = choosePackageManager(folder)
  linkDependenciesOutsideRepository(listDependenciesOutsideRepository(folder, top), top, source)
  onProgress(`installing ${specifier}: ${manager.command} ${manager.add[0]}`)
  await runPackageManager(manager, [...manager.add, specifier], { folder: project, name: specifier, env: CAN_CHANGE }).catch((error) => {
    if (!UNKNOWN.test(error.output)) throw error
    throw new HotpathError('NO_PACKAGE', `There is no ${specifier} in the registry. To list the versions, type: npm view ${name} versions`)
  })
  const installed = listFolderAndParents(top, project).map((folder) => join(folder, 'node_modules', name, 'package.json')).find((file) => existsSync(file))
  return installed ? readPackageJson(installed).version : specifier.slice(name.length + 1)
}

/** @param {string} name @param {Side[]} sides @param {string} project @returns {string[]} */
function describePackages (name, [base, head], project) {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = readPackageJson(join(project, 'package.json'))
  const isListed = [dependencies, devDependencies, optionalDependencies, peerDependencies].some((field) => field?.[name])
  return [
    ...base.label === head.label ? [`Both sides are ${base.label}: every difference is noise.`] : [],
    ...isListed ? [] : [`package.json does not list ${name}, so other packages may load another version of ${name}.`],
  ]
}
