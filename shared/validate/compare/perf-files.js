import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeProbeProgram, writeProbeProgramWithWork } from '../probe.js'

/** @import { CompareCell, CompareKind } from './cells.js' */

/**
 * Number of items in the array that each request to `base` leaks. With 0 items, only the arrays of `head` would have a header in memory, so
 * `head` would leak more than the difference to test.
 */
const KEPT = 4

/** Bytes of one number in a list. */
const NUMBER_BYTES = 8

/**
 * Writes two perf files (benchmarks for `hotpath compare`): one for base and one for head. Their first lines differ, because
 * `hotpath compare` does not run benchmarks with equal sources.
 *
 * @param {Pick<CompareCell, 'kind' | 'difference'>} cell
 * @returns {{ base: string, head: string, programs: { base: string, head: string } }} absolute paths; `programs`: the probes alone
 */
export function writePerfFiles ({ kind, difference }) {
  const programs = kind === 'heap'
    ? { base: writeProbeProgramWithWork('heap', KEPT), head: writeProbeProgramWithWork('heap', KEPT + difference / NUMBER_BYTES) }
    : { base: writeProbeProgram(programKind(kind), 1), head: writeProbeProgram(programKind(kind), difference) }
  const write = (/** @type {'base' | 'head'} */ side) => {
    const file = join(dirname(programs[side]), `${kind.replace(' ', '-')}-${difference}.${side}.perf.mjs`)
    writeFileSync(file, `// ${side}\n${writeBenchmark(kind, programs[side])}`)
    return file
  }
  return { base: write('base'), head: write('head'), programs }
}

/** URL from which a perf file imports the function that draws random inputs. */
const PROBE = new URL('../probe.js', import.meta.url).href

/** @param {CompareKind} kind @returns {'function' | 'server'} */
const programKind = (kind) => kind === 'server' ? 'server' : 'function'

/** @param {CompareKind} kind @param {string} program @returns {string} source of a perf file */
function writeBenchmark (kind, program) {
  const load = `import program from ${JSON.stringify(program)}\n`
  if (kind === 'server' || kind === 'heap') return `import { ${kind} } from 'hotpath'\n${load}${kind}('probe', { listen: program, requests: ['/'] })\n`
  const run = kind === 'function' ? 'program' : 'async (items) => { await null; return program(items) }'
  const draw = `import { drawProbeInput } from ${JSON.stringify(PROBE)}\n`
  return `import { fn } from 'hotpath'\n${load}${draw}fn('probe', { inputs: (random) => [drawProbeInput(random)], run: ${run} })\n`
}
