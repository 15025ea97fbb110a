import { randomBytes } from 'node:crypto'
import { lstatSync, renameSync, unlinkSync, writeFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve, dirname, join, delimiter } from 'node:path'

/**
 * Resolves a path relative to the folder where the user typed the command, because pnpm starts each script in the project's folder.
 *
 * @param {string} path
 * @returns {string} absolute
 */
export function resolveUserPath (path) {
  return resolve(process.env.INIT_CWD ?? '', path)
}

/** Settings for repeating a rename: Windows refuses to rename a file while a virus scanner reads the file. */
const REFUSED = { codes: ['EPERM', 'EACCES', 'EBUSY'], times: 10, waitMs: 100 }

/**
 * Writes a file completely or not at all: readers get the old text or the new text, even if several processes write.
 *
 * @param {string} file absolute
 * @param {string | NodeJS.ArrayBufferView} text
 * @param {{ mode?: number, rename?: typeof renameSync }} [options] `mode`: the file's permissions
 */
export function writeFileAtomically (file, text, { mode, rename } = {}) {
  // the name begins with a dot and ends in .tmp, so that file watchers and file lists skip the file
  const temporary = join(dirname(file), `.hotpath-${process.pid}-${randomBytes(6).toString('hex')}.tmp`)
  try {
    writeFileSync(temporary, text, { mode, flag: 'wx' })
    replaceFile(temporary, file, rename)
  } catch (error) {
    try {
      unlinkSync(temporary)
    } catch {}
    throw error
  }
}

/**
 * Renames a file and replaces any file that has the new name.
 * @param {string} from @param {string} to @param {typeof renameSync} [rename]
 */
export function replaceFile (from, to, rename = renameSync) {
  for (let refused = 1; ; refused++) {
    try {
      return rename(from, to)
    } catch (error) {
      if (process.platform !== 'win32' || !REFUSED.codes.includes(error.code) || refused === REFUSED.times) throw error
      sleepSync(REFUSED.waitMs)
    }
  }
}

/** Blocks the whole process for some milliseconds. @param {number} ms */
export function sleepSync (ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/**
 * Writes a file whose path the user gave. Writes into an existing terminal, pipe or symbolic link instead of replacing it by a file.
 *
 * @param {string} file absolute, or relative to the current folder
 * @param {string} text
 */
export function writeFileAtUserPath (file, text) {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) writeFileSync(file, text)
  else writeFileAtomically(file, text)
}

/**
 * Makes a folder and its missing parents one by one: Node's recursive mkdir never returns under /proc, where mkdir fails with ENOENT.
 *
 * @param {string} folder absolute
 */
export function makeFolder (folder) {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    // EEXIST is no failure: another process may have made the same folder at the same time
    if (error.code !== 'EEXIST') throw error
  }
}

/** Pattern of folders that npx and pnpm put on the PATH only while one command runs. */
const TEMPORARY = /[\\/](_npx|node_modules)[\\/]/

/** @param {string} [path] @returns {string} the PATH of the user's shell, without folders that are there for one command only */
export function findLastingPath (path = process.env.PATH ?? '') {
  return path.split(delimiter).filter((folder) => !TEMPORARY.test(folder)).join(delimiter)
}

/** @param {string} name @param {string} [path] @returns {boolean} whether the PATH has the program */
export function isProgramOnPath (name, path = process.env.PATH ?? '') {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : ['']
  return path.split(delimiter).some((folder) => endings.some((ending) => existsSync(join(folder, name + ending))))
}

/** Temporary folders to remove when this process ends. @type {Set<string>} */
const folders = new Set()

process.on('exit', () => { for (const folder of folders) removeTemporaryFolder(folder) })

/**
 * Makes a folder for temporary files, which is removed when this process ends.
 *
 * @returns {string} its path, without symbolic links, which permissions need
 */
export function makeTemporaryFolder () {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'hotpath-'))
  folders.add(folder)
  return folder
}

/** @param {string} folder that `makeTemporaryFolder` has made */
export function removeTemporaryFolder (folder) {
  try {
    // retries, because Windows keeps a file open for a moment after its process has ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    folders.delete(folder)
  } catch {
    // what cannot be removed now is tried again at the end
  }
}
