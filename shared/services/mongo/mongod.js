import { execFile } from 'node:child_process'
import { access, constants, readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { startChildProcess } from './child.js'

/** @import { Started } from './child.js' */

const PROGRAM = process.platform === 'win32' ? 'mongod.exe' : 'mongod'
/** Minimum size of a mongod in bytes, because a smaller file is an incomplete download. */
const MIN_BYTES = 1_048_576
const VERSION_MS = 3_000

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} the folder in which mongodb-memory-server keeps a mongod for all projects
 */
function findMongodDownloadFolder (env) {
  return env.MONGOMS_DOWNLOAD_DIR || join(homedir(), '.cache', 'mongodb-binaries')
}

/**
 * Downloads a mongod with mongodb-memory-server. Uses a child process, because the library writes its progress to stdout.
 *
 * @param {(text: string) => void} onProgress gets what the library writes
 * @returns {Promise<string>} the file
 * @throws {CannotRun} when the network refuses
 */
export async function downloadMongod (onProgress) {
  try {
    const module = new URL('./download-process.js', import.meta.url)
    const { ready } = await startChildProcess(module, { args: [findMongodDownloadFolder(process.env)], onOutput: onProgress })
    return ready.file
  } catch (error) {
    throw new CannotRun('MONGO_UNAVAILABLE', 'mongod', `cannot be downloaded: ${error.message.split('\n')[0].replace(/\.$/, '')}`,
      'Labs run without a mongod, on the embedded server. For a real MongoDB, type `docker compose up -d --wait`, ' +
      'or install MongoDB and put `mongod` on the PATH')
  }
}

/**
 * Finds a mongod on the PATH, or else the newest that mongodb-memory-server has downloaded. Does not use that package's own search,
 * which takes 140 ms to load, finds only one version, and deletes files that it considers damaged.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} the file
 */
export async function findMongod (env) {
  const onPath = (env.PATH ?? env.Path ?? '').split(delimiter).filter(Boolean).map((folder) => join(folder, PROGRAM))
  for (const file of [env.MONGOMS_SYSTEM_BINARY, ...onPath]) if (file && await isProgram(file)) return file
  const folder = findMongodDownloadFolder(env)
  const names = await readdir(folder).catch(() => /** @type {string[]} */ ([]))
  const versions = names.flatMap((name) => {
    const version = name.match(/^mongod-.*?(\d+\.\d+\.\d+)(\.exe)?$/)?.[1]
    return version ? [{ file: join(folder, name), version }] : []
  })
  versions.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))
  for (const { file } of versions) if (await isProgram(file, MIN_BYTES)) return file
}

/** @param {string} file @param {number} [minBytes] */
async function isProgram (file, minBytes = 0) {
  try {
    await access(file, constants.X_OK)
    const stats = await stat(file)
    return stats.isFile() && stats.size >= minBytes
  } catch {
    return false
  }
}

/**
 * @param {string} file a mongod
 * @returns {Promise<string | undefined>} undefined when the file cannot be run or prints no version
 */
export async function readMongodVersion (file) {
  const { stdout } = await promisify(execFile)(file, ['--version'], { timeout: VERSION_MS }).catch(() => ({ stdout: '' }))
  return stdout.match(/version v?(\d+\.\d+\.\d+\S*)/)?.[1]
}

/**
 * Starts a mongod on a free loopback port. Its data is removed when mongod ends.
 *
 * @param {string} file
 * @returns {Promise<Started>} `pid` is mongod's
 * @throws {Error} when it does not start; the message says why
 */
export async function startMongod (file) {
  const { ready, lost, close } = await startChildProcess(new URL('./mongod-keeper.js', import.meta.url), { args: [file] })
  return { ...ready, lost, close }
}
