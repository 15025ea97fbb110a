import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockMachine } from '../measure/process/lock.js'
import { isRunning } from '../measure/process/running.js'
import { makeFolder } from '../files/folder.js'
import { replaceWith } from '../files/file.js'
import { binaryIn, bytesIn, folderFor, namesIn, versionsFolder } from './cache.js'
import { npm } from './npm.js'
import { readVersion } from '../measure/process/ask-node.js'

/** A fetching process listens here, as a measuring one does on the port before it. */
const PORT = 27_432

/** Where a version is unpacked; the number of the process that does it follows. */
const UNFINISHED = '.fetching-'

/** How often progress is reported. */
const TOLD_EVERY_MS = 500

/** Beside the binary: the headers are as large, and nobody compiles anything. */
const NEEDLESS = ['include', 'share', 'CHANGELOG.md']

/** Less than this is nothing, on a disk that has just been filled. */
const FULL_BELOW = 1e6

/** Unpacked by npm under this name. */
const ALIAS = 'node'

/** What was fetched is no Node that runs here. */
export class UnusableBinary extends Error {
  name = 'UnusableBinary'
}

/**
 * @typedef {object} Watching
 * @property {(other: string) => void} [onWait] another run fetches something
 * @property {(version: string, bytes: number) => void} [onBytes] so much is unpacked
 */

/**
 * Puts a version into the cache, whole or not at all.
 *
 * @param {string} version
 * @param {string} name of the package that has it
 * @param {Watching} watching
 * @throws {import('./npm.js').NpmError | UnusableBinary | NodeJS.ErrnoException}
 */
export async function fetchNode (version, name, { onWait = () => {}, onBytes = () => {} }) {
  const release = await lockMachine(`the download of Node ${version}`, onWait, PORT)
  const unfinished = join(versionsFolder(), `${UNFINISHED}${process.pid}`)
  let timer
  let clear = () => {}
  try {
    // the process that was waited for may have fetched the same
    if (existsSync(binaryIn(folderFor(version)))) return
    makeFolder(versionsFolder())
    sweep()
    mkdirSync(unfinished)
    clear = () => rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 })
    process.on('exit', clear)
    timer = setInterval(() => onBytes(version, bytesIn(unfinished)), TOLD_EVERY_MS)
    await npm(['install', `${ALIAS}@npm:${name}@${version}`, '--prefix=.', '--install-strategy=hoisted', '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'], unfinished)
    const unpacked = join(unfinished, 'node_modules', ALIAS)
    await mustRun(binaryIn(unpacked), version)
    for (const part of NEEDLESS) await rm(join(unpacked, part), { recursive: true, force: true })
    await rm(folderFor(version), { recursive: true, force: true })
    replaceWith(unpacked, folderFor(version))
  } finally {
    clearInterval(timer)
    process.off('exit', clear)
    release()
    // a later fetch sweeps up what a virus scanner still holds
    try {
      clear()
    } catch {}
  }
}

/** @param {string} file @param {string} version that it is to be */
async function mustRun (file, version) {
  const found = await readVersion(file).catch((error) => {
    // npm says nothing of a file that it could only write in part
    if (freeBytes() < FULL_BELOW) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    throw new UnusableBinary(error.message.replaceAll(file, 'it'))
  })
  if (found !== `v${version}`) throw new UnusableBinary(`its version is ${found}`)
}

function freeBytes () {
  const { bavail, bsize } = statfsSync(versionsFolder())
  return bavail * bsize
}

/** Removes what runs have left that were killed. */
function sweep () {
  for (const name of namesIn(versionsFolder()).filter((name) => name.startsWith(UNFINISHED))) {
    const pid = Number(name.slice(UNFINISHED.length))
    if (pid === process.pid || !isRunning(pid)) rmSync(join(versionsFolder(), name), { recursive: true, force: true })
  }
}
