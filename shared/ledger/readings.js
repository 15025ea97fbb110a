import { median } from '../stats/sample.js'

/**
 * What `pnpm lab <name>` has printed on a major version of Node, as labs/<name>/records.json keeps it.
 *
 * @typedef {object} Reading
 * @property {number} node
 * @property {number} ratio the median of the runs
 * @property {[number, number]} interval from the lowest to the highest of them
 * @property {number} runs
 * @property {string[]} processors
 */

/** Runs with another warm-up answer another question. */
const USUAL_AGE = 'as printed by default'

/**
 * @param {{ machine: { cpu: string }, node: string, age: string, ratios: Record<string, number[]> }[]} records of a lab
 * @param {string} claim its id
 * @returns {Reading[]} the oldest Node first
 */
export function readingsOf (records, claim) {
  const runs = records.filter(({ age, ratios }) => age === USUAL_AGE && ratios[claim]?.length)
    .map(({ machine, node, ratios }) => ({ node: parseInt(node), processor: machine.cpu, ratios: ratios[claim] }))
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
    }
  })
}
