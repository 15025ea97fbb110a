import { countEqualValues } from '../v8/tally.js'

/**
 * Counts equal stacks in the output of `perf script -F ip,sym,dso`.
 * Joins the functions of each stack with `;`, the format that flamegraph.pl and speedscope read.
 *
 * @param {string} script
 * @returns {{ stacks: Map<string, number>, leaves: Map<string, number>, samples: number }}
 *   stacks from the root on, joined by `;`; leaves are the running functions
 */
export function countPerfStacks (script) {
  const samples = script.split(/\n\s*\n/).map(parseFrames).filter((frames) => frames.length)
  return {
    stacks: countEqualValues(samples.map((frames) => frames.toReversed().map((frame) => frame.replaceAll(';', ',')).join(';'))),
    leaves: countEqualValues(samples.map(([leaf]) => leaf)),
    samples: samples.length,
  }
}

/** @param {string} sample @returns {string[]} symbols, or libraries in brackets, from the leaf on */
function parseFrames (sample) {
  return sample.split('\n').flatMap((line) => {
    const [, symbol, library] = line.match(/^\s*[0-9a-f]+ (.+) \((.*)\)$/) ?? []
    return symbol ? [symbol === '[unknown]' ? `[${library.split('/').pop()?.replace(/[[\]]/g, '')}]` : symbol] : []
  })
}
