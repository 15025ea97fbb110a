/**
 * Folds what `perf script -F ip,sym,dso` prints into one line for each stack, as flamegraph.pl and speedscope read it.
 *
 * @param {string} script
 * @returns {{ stacks: Map<string, number>, leaves: Map<string, number>, samples: number }} stacks from the root on, joined by `;`; leaves are what ran
 */
export function fold (script) {
  /** @type {Map<string, number>} */
  const stacks = new Map()
  /** @type {Map<string, number>} */
  const leaves = new Map()
  let samples = 0
  for (const sample of script.split(/\n\s*\n/)) {
    const frames = sample.split('\n').flatMap((line) => {
      const [, symbol, library] = line.match(/^\s*[0-9a-f]+ (.+) \((.*)\)$/) ?? []
      return symbol ? [symbol === '[unknown]' ? `[${library.split('/').pop()?.replace(/[[\]]/g, '')}]` : symbol] : []
    })
    if (frames.length === 0) continue
    samples++
    const stack = [...frames].reverse().map((frame) => frame.replaceAll(';', ',')).join(';')
    stacks.set(stack, (stacks.get(stack) ?? 0) + 1)
    leaves.set(frames[0], (leaves.get(frames[0]) ?? 0) + 1)
  }
  return { stacks, leaves, samples }
}
