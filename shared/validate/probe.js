import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineLab, metricOf } from 'hotpath/lab'

/**
 * What each kind's probe costs at a ratio of 1: 15 µs a call, 700 µs a request, 2 kB a request. Large enough that what does not grow with
 * the work is little, 6 % of a request at the most, and small enough that a block has many.
 */
const WORK = { function: 100, server: 400, heap: 250 }

/** Numbers that the function's probe is given. */
const ITEMS = 16

/** @param {import('hotpath/stats').Random} random @returns {number[]} */
export const itemsFrom = (random) => Array.from({ length: ITEMS }, () => random.int(1, 1e6))

const request = { path: '/', connections: 100 }
const WORKLOADS = {
  function: { workload: { inputs: (/** @type {import('hotpath/stats').Random} */ random) => [[itemsFrom(random)]] } },
  server: { workload: request },
  heap: { workload: request, requests: 400 },
}

/** @typedef {import('hotpath/lab').Kind} Kind */

export const KINDS = /** @type {Kind[]} */ (Object.keys(WORK))

/** @type {string | undefined} */
let folder

/**
 * A program of a known cost.
 *
 * @param {Kind} kind
 * @param {number} ratio of its work to that of ratio 1
 * @returns {string} a file of its own, in the form of a variant
 */
export function probeFile (kind, ratio) {
  if (!folder) {
    const made = folder = mkdtempSync(join(tmpdir(), 'hotpath-probes-'))
    process.on('exit', () => rmSync(made, { recursive: true, force: true }))
  }
  const work = Math.round(WORK[kind] * ratio)
  const file = join(folder, kind === 'function' ? `${kind}-${work}.cjs` : `${kind}-${work}.mjs`)
  const source = new URL(`probes/${kind === 'function' ? 'function.cjs' : `${kind}.js`}`, import.meta.url)
  writeFileSync(file, kind === 'function'
    ? `'use strict'\nmodule.exports = require(${JSON.stringify(fileURLToPath(source))})(${work})\n`
    : `import { listen } from ${JSON.stringify(source.href)}\nexport default () => listen(${work})\n`)
  return file
}

/**
 * A lab of which the truth is known: `slow` does so many times the work of `fast`. At a ratio of 1 both are the same file.
 *
 * @param {Kind} kind
 * @param {number} ratio the true one
 * @param {number} floor what is claimed
 * @returns {import('hotpath/lab').Lab}
 */
export function probeLab (kind, ratio, floor) {
  const manifest = defineLab({
    kind,
    title: 'A probe',
    question: 'Is the judge right?',
    ladder: { slow: 'more work', fast: 'less work' },
    ...WORKLOADS[kind],
    claims: [{ id: 'probe', faster: 'fast', than: 'slow', metric: metricOf(kind), floor }],
  })
  const files = { slow: probeFile(kind, ratio), fast: probeFile(kind, 1) }
  return { name: `probe ${kind}`, folder: dirname(files.fast), manifest, files, hints: [] }
}
