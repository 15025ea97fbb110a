import { existsSync } from 'node:fs'
import { dataFile, jsonIn } from 'hotpath/lab'
import { median } from 'hotpath/stats'

/**
 * What `pnpm lab <name>` has printed on a major version of Node, as labs/<name>/data/records.json keeps it.
 *
 * @typedef {object} Reading
 * @property {number} node
 * @property {number} ratio the median of the runs
 * @property {[number, number]} interval from the lowest to the highest of them
 * @property {number} runs
 * @property {string[]} processors
 * @property {string[]} databases
 * @property {boolean} areNamed whether every run names its database
 */

/** Runs with another warm-up answer another question. */
export const USUAL_AGE = 'as printed by default'

/**
 * @typedef {object} LabRecord what a lab's claims read somewhere, once: a line of `labs/<name>/data/records.json`, on which its floors stand
 * @property {{ cpu: string, cores: number }} machine
 * @property {string} node
 * @property {string} age how long its processes had run
 * @property {string} source
 * @property {string} [mongo] the version of the database that its servers asked, which says whether it was the embedded one; with its name, where it has told another than MongoDB
 * @property {Record<string, number[]>} ratios by the claim's id; of a range, its two ends
 */

/**
 * @param {string} folder of a lab
 * @returns {LabRecord[]} none where nothing has been recorded
 * @throws {import('hotpath/lab').DamagedFile}
 */
export function recordsOf (folder) {
  const file = dataFile(folder, 'records.json')
  return existsSync(file) ? jsonIn(file) : []
}

/**
 * @param {LabRecord[]} records of a lab
 * @param {string} claim its id
 * @returns {Reading[]} the oldest Node first
 */
export function readingsOf (records, claim) {
  const runs = records.filter(({ age, ratios }) => age === USUAL_AGE && ratios[claim]?.length)
    .map(({ machine, node, mongo, ratios }) => ({ node: parseInt(node), processor: machine.cpu, mongo, ratios: ratios[claim] }))
  const versions = [...new Set(runs.map(({ node }) => node))].sort((a, b) => a - b)
  return versions.map((node) => {
    const mine = runs.filter((run) => run.node === node)
    const ratios = mine.flatMap((run) => run.ratios)
    return {
      node,
      ratio: median(ratios),
      interval: [Math.min(...ratios), Math.max(...ratios)],
      runs: ratios.length,
      processors: [...new Set(mine.map(({ processor }) => processor))],
      databases: [...new Set(mine.flatMap(({ mongo = [] }) => mongo))],
      areNamed: mine.every(({ mongo }) => mongo),
    }
  })
}
