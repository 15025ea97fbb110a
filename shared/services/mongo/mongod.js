import { execFile } from 'node:child_process'
import { access, constants, readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { startChild } from './child.js'

const WINDOWS = process.platform === 'win32'
/** A download that was cut short is smaller than any mongod. */
const MIN_BYTES = 1_048_576
const VERSION_MS = 3_000

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} where `pnpm mongo download` puts a mongod: where mongodb-memory-server has it for all projects
 */
export function downloadFolder (env) {
  return env.MONGOMS_DOWNLOAD_DIR || join(homedirOf(env), '.cache', 'mongodb-binaries')
}

/**
 * Looks for a mongod on the PATH, then where mongodb-memory-server keeps those it has downloaded. Its own search is not
 * used: it takes 140 ms to load, knows one version only, and deletes what looks damaged to it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} the file
 */
export async function findMongod (env) {
  const given = env.MONGOMS_SYSTEM_BINARY
  if (given && await isProgram(given)) return given
  for (const folder of (env.PATH ?? env.Path ?? '').split(delimiter)) {
    const file = join(folder, WINDOWS ? 'mongod.exe' : 'mongod')
    if (folder && await isProgram(file)) return file
  }
  return (await programsIn(downloadFolder(env))).at(-1)
}

/** @param {NodeJS.ProcessEnv} env */
function homedirOf (env) {
  return (WINDOWS ? env.USERPROFILE : env.HOME) || homedir()
}

/** @param {string} file */
async function isProgram (file) {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} every complete mongod in it, the newest version last
 */
async function programsIn (folder) {
  const names = await readdir(folder).catch(() => /** @type {string[]} */ ([]))
  const programs = []
  for (const name of names) {
    const version = name.match(/^mongod-.*?(\d+\.\d+\.\d+)(\.exe)?$/)?.[1]
    const file = join(folder, name)
    if (version && await isProgram(file) && (await stat(file)).size >= MIN_BYTES) programs.push({ file, version })
  }
  programs.sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }))
  return programs.map(({ file }) => file)
}

/**
 * @param {string} file a mongod
 * @returns {Promise<string | undefined>} its version, where it can be run and says one
 */
export async function mongodVersion (file) {
  try {
    const { stdout } = await promisify(execFile)(file, ['--version'], { timeout: VERSION_MS })
    return stdout.match(/version v?(\d+\.\d+\.\d+\S*)/)?.[1]
  } catch {
    return undefined
  }
}

/**
 * Starts a mongod on a free loopback port, over data that is removed when it ends.
 *
 * @param {string} file the program
 * @returns {Promise<{ url: string, engine: import('./probe.js').Engine, version: string, pid: number,
 *   lost: Promise<string>, close: () => Promise<void> }>}
 * @throws {Error} when it does not start; the message says why
 */
export async function startMongod (file) {
  const { ready, lost, close } = await startChild(new URL('./mongod-keeper.js', import.meta.url), { args: [file] })
  return { url: ready.url, engine: ready.engine, version: ready.version, pid: ready.pid, lost, close }
}
