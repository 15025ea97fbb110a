import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockMachine } from '../measure/process/lock.js'
import { isProcessRunning } from '../measure/process/running.js'
import { makeFolder } from '../files/folder.js'
import { replaceFile } from '../files/file.js'
import { findNodeBinary, sumFolderBytes, findCachedVersionFolder, listNamesInFolder, findNodeCacheFolder } from './cache.js'
import { runNpm } from './npm.js'
import { readNodeVersion } from '../measure/process/ask-node.js'
/** @import { NpmError } from './npm.js' */

/** Port that serves as the lock for downloads. The lock for measurements is port 27431. */
const PORT = 27_432

/** Prefix of the folder name of an unfinished download; the process id follows. */
const UNFINISHED = '.fetching-'

/** Milliseconds between two progress reports of a download. */
const PROGRESS_EVERY_MS = 500

/** Files of a Node package to remove: the headers are as large as the binary, and only compilers need headers. */
const NEEDLESS = ['include', 'share', 'CHANGELOG.md']

/** Number of free bytes below which a disk counts as full. */
const FULL_BELOW = 1e6

/** Name under which npm unpacks the downloaded package in node_modules. */
const ALIAS = 'node'

/** npm options: unpack the package into the current folder, and do nothing else. */
const INTO_FOLDER = ['--prefix=.', '--install-strategy=hoisted', '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']

/** Error for a downloaded Node that does not run on this machine. */
export class UnusableNodeBinaryError extends Error {
  name = 'UnusableNodeBinaryError'
}

/**
 * @typedef {object} Watching
 * @property {(other: string) => void} [onWait] called when another process downloads
 * @property {(version: string, bytes: number) => void} [onBytes] called with the bytes unpacked so far
 */

/**
 * Downloads a version of Node into the cache, either completely or not at all.
 *
 * @param {string} version
 * @param {string} name of its package
 * @param {Watching} watching
 * @throws {NpmError | UnusableNodeBinaryError | NodeJS.ErrnoException}
 */
export async function downloadNode (version, name, { onWait = () => {}, onBytes = () => {} }) {
  const release = await lockMachine(`the download of Node ${version}`, onWait, PORT)
  const unfinished = join(findNodeCacheFolder(), `${UNFINISHED}${process.pid}`)
  let timer
  let removeUnfinished = () => {}
  try {
    // another process may have downloaded this version while this process waited for the lock
    if (existsSync(findNodeBinary(findCachedVersionFolder(version)))) return
    makeFolder(findNodeCacheFolder())
    removeAbandoned()
    mkdirSync(unfinished)
    removeUnfinished = () => rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 })
    process.on('exit', removeUnfinished)
    timer = setInterval(() => onBytes(version, sumFolderBytes(unfinished)), PROGRESS_EVERY_MS)
    await runNpm(['install', `${ALIAS}@npm:${name}@${version}`, ...INTO_FOLDER], unfinished)
    const unpacked = join(unfinished, 'node_modules', ALIAS)
    await checkVersion(findNodeBinary(unpacked), version)
    for (const part of NEEDLESS) await rm(join(unpacked, part), { recursive: true, force: true })
    await rm(findCachedVersionFolder(version), { recursive: true, force: true })
    replaceFile(unpacked, findCachedVersionFolder(version))
  } finally {
    clearInterval(timer)
    process.off('exit', removeUnfinished)
    release()
    // ignores files that a virus scanner keeps open, because the next download removes the folder
    try {
      removeUnfinished()
    } catch {}
  }
}

/** @param {string} file @param {string} version expected @throws {UnusableNodeBinaryError | NodeJS.ErrnoException} */
async function checkVersion (file, version) {
  const found = await readNodeVersion(file).catch((error) => {
    // checks the free space, because npm does not report a file that it could write only in part
    const { bavail, bsize } = statfsSync(findNodeCacheFolder())
    if (bavail * bsize < FULL_BELOW) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    throw new UnusableNodeBinaryError(error.message.replaceAll(file, 'it'))
  })
  if (found !== `v${version}`) throw new UnusableNodeBinaryError(`its version is ${found}`)
}

/** Removes unfinished downloads that killed processes left behind. */
function removeAbandoned () {
  for (const name of listNamesInFolder(findNodeCacheFolder()).filter((name) => name.startsWith(UNFINISHED))) {
    const pid = Number(name.slice(UNFINISHED.length))
    if (pid === process.pid || !isProcessRunning(pid)) rmSync(join(findNodeCacheFolder(), name), { recursive: true, force: true })
  }
}
