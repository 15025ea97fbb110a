import { createRandom } from 'hotpath/stats'
import { writeFiles } from './written-files.js'

/** @import { Service } from 'hotpath/measure' */
/** @import { FileMakers } from './written-files.js' */

/**
 * Writes files that a lab's variants read. The environment variable FILES has their folder.
 *
 * @param {FileMakers} makers
 * @returns {Service}
 * @throws {TypeError} when a maker is no function
 */
export function files (makers) {
  const wrong = Object.keys(makers).find((name) => typeof makers[name] !== 'function')
  if (wrong !== undefined) throw new TypeError(`files(…): ${wrong}: expected a function that makes its chunks`)
  return {
    name: 'files',
    async start (running, { seed }) {
      const { folder, write, remove } = writeFiles(makers, createRandom(seed))
      running.stops.push(async () => remove())
      running.changes.push(write)
      running.env.FILES = folder
    },
  }
}
