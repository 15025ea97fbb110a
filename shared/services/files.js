import { appendFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { makeTemporaryFolder, removeTemporaryFolder } from '@hotpath-labs/engine/files.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'

/** @import { Service } from '@hotpath-labs/lab/measure/services.js' */

/**
 * Function that returns the content of one file in chunks, made with a seeded random generator.
 * @typedef {(random: () => number) => Iterable<string | Uint8Array>} FileMaker
 */
/** By file name. @typedef {Record<string, FileMaker>} FileMakers */

/**
 * Writes the files of a lab into a new temporary folder.
 *
 * @param {FileMakers} makers
 * @param {() => number} random
 * @returns {{ folder: string, write: (random: () => number) => void, remove: () => void }} `write` replaces the files
 * @throws {CannotRun} when the files cannot be written
 */
export function writeLabFiles (makers, random) {
  let folder = ''
  const remove = () => { if (folder) removeTemporaryFolder(folder) }
  const write = (/** @type {() => number} */ newRandom) => {
    for (const [name, makeChunks] of Object.entries(makers)) {
      const file = join(folder, name)
      rmSync(file, { force: true })
      for (const chunk of makeChunks(newRandom)) appendFileSync(file, chunk)
    }
  }
  try {
    folder = makeTemporaryFolder()
    write(random)
  } catch (error) {
    remove()
    if (!error.syscall) throw error
    const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR'
    throw new CannotRun('DISK_FULL', 'disk', `cannot store ${Object.keys(makers).join(', ')}: ${error.message}`,
      `Free some space in ${tmpdir()}, or set ${variable} to a folder with free space.`)
  }
  return { folder, write, remove }
}

/**
 * Creates a service for a lab: files that the variants read. The environment variable FILES has the files' folder.
 *
 * @param {FileMakers} makers
 * @returns {Service} `start` throws CannotRun if the files cannot be written
 * @throws {TypeError} when a maker is no function
 */
export function createFilesService (makers) {
  const wrong = Object.keys(makers).find((name) => typeof makers[name] !== 'function')
  if (wrong !== undefined) throw new TypeError(`files({ '${wrong}': … }): expected a function that returns the file's content in chunks`)
  return {
    async start (running, { seed }) {
      const { folder, write, remove } = writeLabFiles(makers, createRandom(seed))
      running.stops.push(async () => remove())
      running.changes.push(write)
      running.env.FILES = folder
    },
  }
}
