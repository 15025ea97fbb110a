import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { findAttemptPaths, formatPath, resolveLabFolder, listLabNames, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { findExerciseFiles } from '@hotpath-labs/lab/exercise.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { formatSuggestion } from '@hotpath-labs/terminal/parse.js'
import { makeCommand, printNotice } from '@hotpath-labs/terminal/terminal.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 */

/** @param {string} name of a lab, or a path to one @returns {string} its folder */
export function findLabFolder (name) {
  const folder = resolveLabFolder(name)
  if (folder) return folder
  throw new UsageError(`There is no lab ${JSON.stringify(name)}. ${formatSuggestion(name, listLabNames(), `To list the labs, type: ${makeCommand('lab')}`)}`)
}

/**
 * Finds the folders of labs, each folder once: `pnpm verify a a ./labs/a` measures one lab.
 *
 * @param {string[]} names of labs, or paths to them; without any, all labs of the project
 * @returns {string[]} in the order in which they were first typed
 */
export function findLabFolders (names) {
  const known = new Set()
  return (names.length ? names : listLabNames()).map(findLabFolder).filter((folder) => known.size < known.add(realpathSync(folder)).size)
}

/** @param {string} name of a lab, or a path to one @returns {Promise<Lab>} */
export async function findLab (name) {
  return loadLab(findLabFolder(name))
}

/** @param {string[]} names of labs, or paths to them; without any, all labs of the project @returns {Promise<Lab[]>} each once */
export async function findLabs (names) {
  return Promise.all(findLabFolders(names).map(loadLab))
}

/** Throws if the lab is a demonstration, because a demonstration has no exercise for attendees. @param {Lab} lab */
export function refuseDemonstration (lab) {
  if (!lab.manifest.demonstration) return
  throw new UsageError(`${lab.name} is a demonstration without an exercise. To see it, type: ${makeCommand(`demo ${formatLabArgument(lab)}`)}`)
}

/**
 * Finds a lab with an exercise. Prints a line if the user has edited the lab's own programs instead of a copy.
 *
 * @param {string} name of a lab, or a path to one
 * @returns {Promise<Lab>}
 */
export async function findExercise (name) {
  const lab = await findLab(name)
  refuseDemonstration(lab)
  const files = [...new Set([...Object.values(lab.files), findExerciseFiles(lab).template])]
  // prints nothing without git or outside of a clone
  const { stdout, status } = spawnSync('git', ['ls-files', '--modified', '--', ...files], { cwd: lab.folder, encoding: 'utf8' })
  const edited = status === 0 ? stdout.split('\n').filter(Boolean).map((file) => formatPath(join(lab.folder, file))).join(' ') : ''
  if (edited) {
    printNotice(`You have edited ${edited}, which belongs to the lab. Only ${formatPath(findAttemptPaths(lab).file)} is judged, by comparison with the lab's programs. ` +
      `To undo your changes there, type: git checkout ${edited}`)
  }
  return lab
}

/** Throws if the plan does not have a variant of this name. @param {LabPlan} plan @param {string} variant */
export function refuseUnknownVariant ({ lab, programs }, variant) {
  const variants = Object.keys(programs)
  if (!variants.includes(variant)) throw new UsageError(`${lab.name} has no variant ${JSON.stringify(variant)}. ${formatSuggestion(variant, variants, `It has ${variants.join(', ')}.`)}`)
}
