import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { settleAllOrThrow } from '@hotpath-labs/engine/process/measured-process.js'
import { readUserEnvironment } from '../compare/process.js'
import { isThere } from './copy.js'
import { listUncommittedFiles } from './git.js'
import { runPackageManager, showSeconds } from './install.js'
import { hasLockFile, listFolderAndParents } from './install-plan.js'
import { findKept, isKeptWhole, keepChanges, readKeptTime, readStamps, takeKept } from './kept.js'
import { setUpSides, NO_INSTALL } from './setup.js'

/**
 * @import { InstallPlan } from './install-plan.js'
 * @import { OnProgress } from './sides.js'
 */

/**
 * @typedef {object} BuiltSide
 * @property {string} name base or head
 * @property {string} label of its revision
 * @property {string} top absolute, of its checkout
 * @property {string} folder absolute, the counterpart of the user's folder
 * @property {string} source hash of its files before anything was installed
 * @property {InstallPlan[]} plans
 */

/**
 * Hashes what a checkout holds: its commit, and each file that is not the commit's.
 *
 * @param {{ top: string, folder: string, commit: string, copied: string[] }} side `copied`: further files, relative to `folder`
 * @returns {Promise<string>}
 */
export async function hashSource ({ top, folder, commit, copied }) {
  const hash = createHash('sha256').update(commit)
  const uncommitted = await listUncommittedFiles({ top, gitDir: top })
  const files = [...uncommitted.map((path) => join(top, path)), ...copied.map((path) => join(folder, path))]
  for (const file of new Set(files)) {
    hash.update(`\0${relative(top, file)}\0`)
    if (!isThere(file)) continue
    const stats = lstatSync(file)
    hash.update(`${stats.mode}\0`).update(stats.isSymbolicLink() ? readlinkSync(file) : readFileSync(file))
  }
  return hash.digest('hex')
}

/** @param {Pick<BuiltSide, 'plans'>} side the user's own scripts, in their order */
const listScripts = ({ plans }) =>
  plans.flatMap(({ manager, scripts }) => scripts.flatMap(({ folder, names }) => names.map((name) => ({ folder, manager, name }))))

/**
 * @typedef {object} How
 * @property {string} [install] the user's command that installs packages
 * @property {string} [setup] the user's command that builds
 * @property {Record<string, string>} env variables that the user set for both sides
 * @property {boolean} modules
 */

/** @param {How} how @returns {string[]} the user's commands, in their order */
const listCommands = ({ install, setup }) => [install, setup].flatMap((command) => command ? [command] : [])

/**
 * @param {BuiltSide} side
 * @param {How} how
 * @param {string} [packages] the folder that keeps the side's packages
 * @returns {string | undefined} the folder that keeps what a build of this side makes; undefined where nothing says what it depends on
 */
function findKeptBuild (side, how, packages) {
  const { install, env, modules } = how
  const [scripts, commands] = [listScripts(side), listCommands(how)]
  const isFree = side.plans.some(({ lock }) => !lock)
  if (!scripts.length && !commands.length) return undefined
  // such an install chooses other versions tomorrow
  if (install && !listFolderAndParents(side.top, side.folder).some(hasLockFile)) return undefined
  if (side.plans.length && (!packages || (isFree && !readKeptTime(packages)))) return undefined
  const named = scripts.map(({ folder, manager: { command }, name }) => [relative(side.top, folder), command, name])
  const time = isFree ? readKeptTime(packages) : null
  const { NODE_OPTIONS, PATH } = readUserEnvironment().env
  return findKept(['build', side.source, relative(side.top, side.folder), named, commands, modules, packages, time, env, NODE_OPTIONS, PATH])
}

/**
 * Builds base and head side by side: runs the scripts of the user's own packages that belong to an install, and the user's commands. Takes
 * what an earlier comparison has built from the same files.
 *
 * @param {{ sides: BuiltSide[], onProgress: OnProgress } & How} build
 */
export function planBuild ({ sides, onProgress, ...how }) {
  const commands = listCommands(how)
  const needsBuild = (/** @type {BuiltSide} */ side, /** @type {string | undefined} */ packages) => {
    const kept = findKeptBuild(side, how, packages)
    return (listScripts(side).length > 0 || commands.length > 0) && !(kept && isKeptWhole(kept))
  }
  return {
    /** true if something is built */
    hasSteps: commands.length > 0 || sides.some((side) => listScripts(side).length > 0),
    /** @param {{ base?: string, head?: string }} packages folders that keep the packages @returns {{ base: boolean, head: boolean }} */
    isNeeded: ({ base, head }) => ({ base: needsBuild(sides[0], base), head: needsBuild(sides[1], head) }),
    /**
     * @param {{ base?: string, head?: string }} packages
     * @param {boolean} isSame both sides have the same code, so only base is built
     * @returns {Promise<string[]>} notes for the screen
     */
    async run ({ base, head }, isSame) {
      const found = sides.slice(0, isSame ? 1 : 2)
        .map((side, index) => ({ side, kept: findKeptBuild(side, how, [base, head][index]) }))
      const states = await Promise.all(found.map(({ side, kept }) => kept ? takeKept(kept, side.top) : 'absent'))
      const left = await Promise.all(found.filter((one, index) => states[index] !== 'taken')
        .map(async (one) => ({ ...one, before: one.kept ? await readStamps(one.side.top) : new Map() })))
      await settleAllOrThrow(left.map(({ side }) => runOwnScripts(side, onProgress)))
      const built = left.map(({ side }) => side)
      // two package managers may disturb each other in one cache
      if (how.install) await setUpSides(how.install, built.map((side) => [side]), onProgress)
      if (how.setup) await setUpSides(how.setup, [built], onProgress)
      const reasons = []
      for (const { side, kept, before } of left) {
        const reason = kept && await keepChanges(kept, side.top, before, { isPortable: true })
        if (reason) reasons.push(`The build of ${side.name} is not kept for the next comparison: ${reason}.`)
      }
      const taken = found.filter((one, index) => states[index] === 'taken').map(({ side }) => side.name).join(' and ')
      return [...taken ? [`An earlier comparison has built ${taken}.`] : [], ...reasons]
    },
  }
}

/**
 * Runs the scripts of the user's own packages that belong to an install.
 *
 * @param {Pick<BuiltSide, 'name' | 'label' | 'top' | 'plans'>} side
 * @param {OnProgress} onProgress
 * @throws {import('@hotpath-labs/engine/failures.js').CannotRun}
 */
export async function runOwnScripts (side, onProgress) {
  for (const { folder, manager, name } of listScripts(side)) {
    const place = relative(side.top, folder)
    const text = `building ${side.name}: ${manager.command} run ${name}${place ? ` in ${place}` : ''}`
    await showSeconds(text, onProgress, (onOutput) =>
      runPackageManager(manager, ['run', name], { folder, name: side.name, label: side.label, place, env: NO_INSTALL, onOutput }))
  }
}
