import { createHash } from 'node:crypto'
import { existsSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findCacheFolder, listNamesInFolder } from '../../nodes/cache.js'
import { copyFolderByHardLinks, linkInstalled, listInstalled } from './copy.js'
/** @import { InstallPlan } from './install-plan.js' */

/** Number of installs that are kept: enough for both sides of a branch and of the branch before. */
const KEPT = 4

/** Environment variables that decide which packages npm, pnpm and yarn install. */
const CHOOSING_VARIABLES = ['NODE_ENV', 'npm_config_omit', 'npm_config_include', 'npm_config_production']

/** @returns {string} the folder of all kept installs */
const findFolder = () => join(findCacheFolder(), 'installs')

/**
 * @param {InstallPlan[]} plans of a side
 * @param {string} top of the side
 * @param {string[]} [added] exact versions of packages that are added, such as fastify@5.0.0
 * @returns {string | undefined} the folder that keeps what these plans install; undefined where an install without them may differ
 */
export function findKeptInstall (plans, top, added = []) {
  if (!plans.length || plans.some(({ lock, ownBecause, outside }) => !lock || ownBecause || outside.length)) return undefined
  const { version, platform, arch, env } = process
  const wanted = plans.map(({ folder, manager, args, asked, content }) => [relative(top, folder), manager.command, args, asked, content])
  const variables = CHOOSING_VARIABLES.map((name) => env[name] ?? null)
  const hash = createHash('sha256').update(JSON.stringify([version, platform, arch, variables, wanted, added])).digest('hex')
  return join(findFolder(), hash.slice(0, 32))
}

/**
 * Takes the packages of a side from an earlier comparison, or else installs and keeps them.
 *
 * @param {string | undefined} kept as findKeptInstall finds it
 * @param {string} top of the side
 * @param {() => Promise<void>} install
 * @returns {Promise<boolean>} true if nothing had to be installed
 */
export async function takeOrInstall (kept, top, install) {
  if (kept && existsSync(kept)) {
    const now = new Date()
    utimesSync(kept, now, now)
    linkInstalled(kept, top)
    return true
  }
  await install()
  if (kept) keepInstall(kept, top)
  return false
}

/**
 * Keeps the packages of a side, so that a later comparison need not install them: as hard links where the disk allows it. Deletes the
 * installs that were not used for the longest time.
 *
 * @param {string} kept absolute, is made
 * @param {string} top of the side
 */
function keepInstall (kept, top) {
  const unfinished = `${kept}.${process.pid}`
  try {
    for (const folder of listInstalled(top)) {
      copyFolderByHardLinks(folder, join(unfinished, relative(top, folder)), { from: top, to: unfinished })
    }
    renameSync(unfinished, kept)
    removeOldest()
  } catch {
    // Keep nothing if the disk is full, or if another comparison has kept the same install meanwhile.
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function removeOldest () {
  const folders = listNamesInFolder(findFolder()).map((name) => join(findFolder(), name))
  const byAge = folders.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const folder of byAge.slice(KEPT)) rmSync(folder, { recursive: true, force: true })
}
