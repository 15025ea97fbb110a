import { copyFileSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { CannotRun, HotpathError } from '@hotpath-labs/engine/failures.js'
import { runCommand } from '@hotpath-labs/engine/process/child.js'
import { settleAllOrThrow } from '@hotpath-labs/engine/process/measured-process.js'
import { readUserEnvironment } from '../compare/process.js'
import { explainDiskError } from './sides-folder.js'
import { listFolderAndParents } from './install-plan.js'
import { findErrorLines, showSeconds } from './install.js'
import { readOptionalPackageJson } from './package-json.js'

/** @import { OnProgress } from './sides.js' */

/** @typedef {{ install?: string, setup?: string, copy?: string[] }} Setup commands that install and build, and files that git ignores */

/** Time limit in seconds of a setup on one side. A build that asks a question or watches files would never end. */
const SETUP_SECONDS = 600

/** Environment variable that keeps `pnpm run` from installing again: the packages of a checkout may be those of another one. */
export const NO_INSTALL = { pnpm_config_verify_deps_before_run: 'false' }

/**
 * Finds what must be done in a checkout: from the command line, or from the field `hotpath` of the package.json in the user's folder.
 *
 * @param {string} cwd
 * @param {Setup} options of the command line, which go first
 * @returns {Setup}
 * @throws {HotpathError} BAD_PACKAGE_JSON if the field has another form
 */
export function chooseSetup (cwd, { install, setup, copy = [] }) {
  const { hotpath = {} } = readOptionalPackageJson(join(cwd, 'package.json')) ?? {}
  const { install: ownInstall, setup: ownSetup, copy: ownCopy = [] } = Object(hotpath)
  const isRight = [ownInstall, ownSetup].every((command) => ['string', 'undefined'].includes(typeof command)) && Array.isArray(ownCopy) && ownCopy.every((path) => typeof path === 'string')
  if (!isRight) throw new HotpathError('BAD_PACKAGE_JSON', 'package.json has a field "hotpath" that cannot be read. Expected, for example: "hotpath": { "setup": "npm run build", "copy": [".env"] }')
  return { install: install ?? ownInstall, setup: setup ?? ownSetup, copy: copy.length ? copy : ownCopy }
}

/**
 * Copies files of the user's folder, which git ignores, to both sides.
 *
 * @param {string[]} paths relative to `from`
 * @param {string} from the user's folder
 * @param {string[]} folders of base and head
 * @throws {HotpathError} NO_FILE, before anything is copied
 */
export function copyIgnoredFiles (paths, from, folders) {
  for (const path of paths) {
    const stats = statSync(join(from, path), { throwIfNoEntry: false })
    if (!stats?.isFile()) throw new HotpathError('NO_FILE', `--copy ${path}: ${stats ? 'this is no file' : 'there is no such file'} in ${from}. Expected the path of a file, such as .env`)
    const isOutside = folders.some((folder) => !resolve(folder, path).startsWith(folder))
    if (isOutside) throw new HotpathError('OUTSIDE', `--copy ${path}: this is not below ${from}. Expected the path of a file in this folder`)
  }
  for (const path of paths) {
    for (const folder of folders) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      copyFileSync(join(from, path), join(folder, path))
    }
  }
}

/**
 * Runs a command in both sides, such as a build.
 *
 * @param {string} command for the system's shell
 * @param {{ name: string, label: string, folder: string }[][]} turns the sides of a turn run at once
 * @param {OnProgress} onProgress
 * @param {number} [seconds] time limit of each side
 * @throws {CannotRun} SETUP_FAILED, with the lines that name the error
 */
export async function setUpSides (command, turns, onProgress, seconds = SETUP_SECONDS) {
  const setUp = async (/** @type {(typeof turns)[number][number]} */ { name, label, folder }) => {
    try {
      await showSeconds(`setting up ${name}: ${command}`, onProgress, (onOutput) =>
        runCommand(command, [], { cwd: folder, env: { ...readUserEnvironment().env, ...NO_INSTALL }, usesShell: true, seconds, onOutput }))
    } catch (error) {
      const disk = explainDiskError(error)
      if (disk !== error) throw disk
      const lines = findErrorLines(error.output).replaceAll(folder, '.')
      const end = error.code === 'TIMEOUT' ? `did not end within ${seconds} s` : error.end
      return { name, label, how: [end, lines].filter(Boolean).join(': ') }
    }
  }
  const ended = []
  for (const sides of turns) ended.push(...await settleAllOrThrow(sides.map(setUp)))
  const [failure, other] = ended.filter((one) => one !== undefined)
  if (!failure) return
  const where = other ? 'base and head' : `${failure.name} only`
  throw new CannotRun('SETUP_FAILED', failure.name, `cannot be set up: "${command}" of ${failure.label} ${failure.how}`, `It failed in ${where}. This command must work in a fresh checkout first`)
}

/** Names of scripts in package.json that usually make the files that git ignores. */
const BUILD_SCRIPTS = ['build', 'compile', 'prepare', 'prepack', 'dist']

/**
 * Explains why a checkout lacks a file that the user's folder has.
 *
 * @param {{ cwd: string, top: string }} where the user's folder and repository
 * @param {string} missing path relative to `cwd`
 * @returns {string | undefined} what to type; undefined if the user's folder lacks the file too
 */
export function explainIgnoredFile ({ cwd, top }, missing) {
  if (!statSync(join(cwd, missing), { throwIfNoEntry: false })?.isFile()) return
  const folders = dirname(missing).split(/[\\/]/).filter((name) => /\w/.test(name))
  const scripts = listFolderAndParents(top, cwd).flatMap((folder) =>
    Object.entries(readOptionalPackageJson(join(folder, 'package.json'))?.scripts ?? {}).map(([name, command]) => ({ name, command: String(command), folder })))
  const makes = (/** @type {string} */ command) => command.split(/[^\w.-]+/).some((word) => folders.includes(word))
  const script = scripts.find(({ command }) => makes(command)) ?? scripts.find(({ name }) => folders.length && BUILD_SCRIPTS.includes(name))
  const place = script && script.folder !== cwd ? `--prefix ${relative(cwd, script.folder)} ` : ''
  const advice = script ? `Build it in both: --setup "npm ${place}run ${script.name}"` : `Copy it to both: --copy ${missing}`
  const own = relative(realpathSync(cwd), realpathSync(join(cwd, missing)))
  return `Your folder has ${own}, but git ignores it, so a checkout lacks it. ${advice}`
}
