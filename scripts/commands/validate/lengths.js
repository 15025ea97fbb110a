import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { comparePerfFilesAtLengths, measureLabAtLengths } from '@hotpath-labs/validate/block-lengths.js'
import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { formatColumns } from '@hotpath-labs/engine/text/lines.js'
import { drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { printLine } from '@hotpath-labs/engine/cli/terminal.js'
import { TerminalProgress } from '@hotpath-labs/engine/cli/progress.js'
import { findLabs } from '@hotpath-labs/command-line/find-lab.js'

/** @import { AtLength } from '@hotpath-labs/validate/block-lengths.js' */

/** Columns of the drawn intervals. */
const WIDTH = 32

/**
 * Measures labs, or two perf files, with blocks of ten lengths, and draws the ratio over the length.
 *
 * @param {string[]} names of labs, or two perf files
 * @param {{ pairs: number }} how
 */
export async function tryBlockLengths (names, { pairs }) {
  const how = { pairs, seed: drawSeed() }
  const [base, head] = names.map((name) => resolve(name))
  const series = names.length === 2 && existsSync(base) && existsSync(head)
    ? [comparePerfFilesAtLengths({ base, head }, how)]
    : (await findLabs(names)).map((lab) => measureLabAtLengths(lab, how))
  const progress = new TerminalProgress()
  const release = await lockMachine('validate lengths', (other) => progress.waiting(other))
  /** @type {Map<string, AtLength[]>} */
  const found = new Map()
  try {
    for (const one of series) {
      for await (const row of one) {
        found.set(row.name, [...found.get(row.name) ?? [], row])
        progress.show(`${row.name}, blocks ${row.length} times as long: ${row.ratio.toFixed(3)}×`)
      }
    }
  } finally {
    progress.stop()
    release()
  }
  for (const [name, rows] of found) printLine(`${name}, ${pairs} pairs at each length\n${drawRatios(rows)}\n`)
}

/** @param {AtLength[]} rows @returns {string} */
function drawRatios (rows) {
  const least = Math.min(...rows.map(({ interval: [low] }) => low))
  const most = Math.max(...rows.map(({ interval: [, high] }) => high))
  const place = (/** @type {number} */ ratio) => Math.round((WIDTH - 1) * (ratio - least) / (most - least))
  const headings = ['length', 'operations', 'collections', 'ratio', `${least.toFixed(2)}${most.toFixed(2).padStart(WIDTH - 4)}`]
  return formatColumns([headings, ...rows.map(({ length, operations, collections, ratio, interval }) => {
    const line = [...' '.repeat(WIDTH)].fill('─', place(interval[0]), place(interval[1]) + 1)
    line[place(ratio)] = '●'
    const counts = collections ? Object.entries(collections).map(([side, count]) => `${side} ${count.toFixed(1)}`).join(', ') : '–'
    return [`× ${length}`, String(operations), counts, `${ratio.toFixed(3)}×`, line.join('')]
  })])
}
