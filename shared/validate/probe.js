import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeTemporaryFolder } from '@hotpath-labs/engine/files.js'
import { defineLab } from '@hotpath-labs/lab'
import { findDefaultMetric } from '@hotpath-labs/lab/metrics.js'

/**
 * @import { Kind } from '@hotpath-labs/lab/metrics.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 */

/**
 * Usual amount of work of a test program: a function call then takes 15 µs, a request to a server takes 700 µs, and a request to a leaking
 * server leaks 2 kB. At least 94 % of a request's cost is proportional to the work.
 */
const WORK = { function: 100, server: 400, heap: 250 }

/** Number of items in the array that is the input of a function to test. */
const ITEMS = 16

/** @param {Random} random @returns {number[]} */
export const drawProbeInput = (random) => Array.from({ length: ITEMS }, () => random.int(1, 1e6))

const request = { path: '/', connections: 100 }
const WORKLOADS = {
  function: { workload: { inputs: (/** @type {Random} */ random) => [[drawProbeInput(random)]] } },
  server: { workload: request },
  heap: { workload: request, requests: 400 },
}

/** @typedef {Kind} Kind */

export const PROBE_KINDS = /** @type {Kind[]} */ (Object.keys(WORK))

/** @type {string | undefined} */
let folder

/**
 * Writes a program whose work is a known multiple of the usual work.
 *
 * @param {Kind} kind
 * @param {number} ratio of its work to the work at ratio 1
 * @returns {string} file of a variant
 */
export function writeProbeProgram (kind, ratio) {
  return writeProbeProgramWithWork(kind, Math.round(WORK[kind] * ratio))
}

/**
 * Writes a program that does a given amount of work.
 *
 * @param {Kind} kind
 * @param {number} work
 * @returns {string} file of a variant
 */
export function writeProbeProgramWithWork (kind, work) {
  folder ??= makeTemporaryFolder()
  const file = join(folder, kind === 'function' ? `${kind}-${work}.cjs` : `${kind}-${work}.mjs`)
  const source = new URL(`probes/${kind === 'function' ? 'function.cjs' : `${kind}.js`}`, import.meta.url)
  writeFileSync(file, kind === 'function'
    ? `'use strict'\nmodule.exports = require(${JSON.stringify(fileURLToPath(source))})(${work})\n`
    : `import { startProbeServer } from ${JSON.stringify(source.href)}\nexport default () => startProbeServer(${work})\n`)
  return file
}

/**
 * Makes a lab whose program `slow` does a known multiple of the work of `fast`. At ratio 1 both programs are the same file.
 *
 * @param {Kind} kind
 * @param {number} ratio the true ratio
 * @param {number} atLeast the claimed minimum ratio
 * @returns {Lab}
 */
export function makeProbeLab (kind, ratio, atLeast) {
  const manifest = defineLab({
    kind,
    title: 'A probe',
    question: 'Is the judge right?',
    variants: { slow: 'more work', fast: 'less work' },
    ...WORKLOADS[kind],
    claims: [{ id: 'probe', faster: 'fast', than: 'slow', metric: findDefaultMetric(kind), atLeast }],
  })
  const files = { slow: writeProbeProgram(kind, ratio), fast: writeProbeProgram(kind, 1) }
  return { name: `probe ${kind}`, folder: dirname(files.fast), manifest, files, hints: [] }
}
