import { createRandom } from 'hotpath/stats'
import { writeLabFiles } from './written-files.js'

/** @import { Service } from 'hotpath/measure' */
/** @import { FileMakers } from './written-files.js' */

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
