import { seeded } from 'hotpath/stats'
import { writeFiles } from './written-files.js'

/**
 * Files that a lab's variants read; they find the folder in the environment variable FILES.
 *
 * @param {Record<string, (random: () => number) => Iterable<string | Uint8Array>>} made by name: makes a file's chunks from a seeded generator
 * @returns {import('hotpath/measure').Service}
 * @throws {TypeError} when one of them is no function
 */
export function files (made) {
  const unmade = Object.keys(made).find((name) => typeof made[name] !== 'function')
  if (unmade !== undefined) throw new TypeError(`files(…): ${unmade}: expected a function that makes its chunks`)
  return {
    name: 'files',
    async start (running, { seed }) {
      const written = writeFiles(made, seeded(seed))
      running.stops.push(async () => written.remove())
      running.changes.push(written.write)
      running.env.FILES = written.folder
    },
  }
}
