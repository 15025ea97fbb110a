import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeProbeProgram, writeProbeProgramWithWork } from '../probe.js'
import { isLeak } from './cells.js'

/** @import { CompareCell, CompareKind } from './cells.js' */

/** URL from which a perf file imports the function that draws random inputs. */
const PROBE = new URL('../probe.js', import.meta.url).href

/**
 * Number of items in the array that each request or call of `base` leaks. With 0 items, only the arrays of `head` would have a header in
 * memory, so `head` would leak more than the difference to test.
 */
const KEPT = 4

/** Bytes of one number in a list. */
const NUMBER_BYTES = 8

/** Time in ms for which a call of a waiting function waits. */
const WAIT_MS = 4

/** Iterations of PBKDF2 that each of four threads computes in a call, about 2 ms. */
const ITERATIONS = 4000

/** Iterations of a loop that a command runs, and their share of the command's time: the rest is the start of Node. */
const LOOP = { iterations: 1e8, share: 0.65 }

/** Time in ms of a request's work, and the rate at which the requests come: the server is busy for a quarter of the time. */
const REQUEST = { ms: 1, rate: 250 }

/** @param {string} options source @returns {string} of a perf file */
const declareFunction = (options) => `import { fn } from 'hotpath'\nfn('probe', { ${options} })\n`

/** @param {string} run source of a function @returns {(program: string) => string} */
const declareProbe = (run) => (program) => `import program from ${JSON.stringify(program)}
import { drawProbeInput } from ${JSON.stringify(PROBE)}
${declareFunction(`inputs: (random) => [drawProbeInput(random)], run: ${run}`)}`

/** @param {'server' | 'heap'} kind @returns {(program: string) => string} */
const declareServer = (kind) => (program) => `import { ${kind} } from 'hotpath'
import program from ${JSON.stringify(program)}
${kind}('probe', { listen: program, requests: ['/'] })
`

/**
 * Sources of a perf file for one side whose cost is `difference` times the base's, or leaks `difference` bytes more.
 *
 * @type {Record<CompareKind, (difference: number) => string>}
 */
const SOURCES = {
  function: (difference) => declareProbe('program')(writeProbeProgram('function', difference)),
  'async function': (difference) => declareProbe('async (items) => { await null; return program(items) }')(writeProbeProgram('function', difference)),
  server: (difference) => declareServer('server')(writeProbeProgram('server', difference)),
  heap: (difference) => declareServer('heap')(writeProbeProgramWithWork('heap', KEPT + difference / NUMBER_BYTES)),
  'waiting function': (difference) => `const cell = new Int32Array(new SharedArrayBuffer(4))\n${declareFunction(`run: () => Atomics.wait(cell, 0, 0, ${WAIT_MS * difference})`)}`,
  'parallel function': (difference) => `import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
const derive = promisify(pbkdf2)
${declareFunction(`run: () => Promise.all([1, 2, 3, 4].map((name) => derive(String(name), 'salt', ${Math.round(ITERATIONS * difference)}, 32, 'sha512'))), answer: (keys) => keys.length`)}`,
  command: (difference) => {
    const iterations = Math.round(LOOP.iterations * (1 + (difference - 1) / LOOP.share))
    return `import { command } from 'hotpath'\ncommand('probe', { run: ['node', '-e', 'let sum = 0; for (let i = 0; i < ${iterations}; i++) sum ^= i'] })\n`
  },
  'heap of calls': (difference) => `import { heap } from 'hotpath'
const kept = []
heap('probe', { run: () => { kept.push(Array(${KEPT + difference / NUMBER_BYTES}).fill(kept.length)) } })
`,
  'waits at a rate': (difference) => `import { createServer } from 'node:http'
import { server } from 'hotpath'
const work = () => { for (const end = performance.now() + ${REQUEST.ms * difference}; performance.now() < end;); }
server('probe', { rate: ${REQUEST.rate}, listen: () => createServer((request, response) => { work(); response.end('done') }).listen(0), requests: ['/'] })
`,
}

/**
 * Writes two perf files: one for base and one for head.
 *
 * @param {Pick<CompareCell, 'kind' | 'difference'>} cell
 * @returns {{ base: string, head: string }} absolute paths
 */
export function writePerfFiles ({ kind, difference }) {
  const folder = dirname(writeProbeProgram('function', 1))
  const write = (/** @type {'base' | 'head'} */ side, /** @type {number} */ own) => {
    const file = join(folder, `${kind.replaceAll(' ', '-')}-${difference}.${side}.perf.mjs`)
    writeFileSync(file, SOURCES[kind](own))
    return file
  }
  return { base: write('base', isLeak(kind) ? 0 : 1), head: write('head', difference) }
}
