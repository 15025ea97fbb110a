import { judgePairs } from './judge-pairs.js'

/**
 * @import { Prior } from '@hotpath-labs/engine/stats/rule.js'
 * @import { How } from './judge-pairs.js'
 * @import { BenchmarkResult } from './result.js'
 *
 * @typedef {object} Draws
 * @property {() => number} takeHead returns the log-ratio of the next pair of base and head
 * @property {() => number} takeControl returns the log-ratio of the next pair of base and base
 * @property {number} [pairMs] time of a pair, 1000 by default
 * @property {Prior} [prior] the assumed noise
 */

/**
 * Lets `hotpath compare` judge pairs that are drawn in place of measured: as many, and with the same confirmation.
 *
 * @param {Draws} draws
 * @param {Omit<How, 'seed' | 'onProgress'>} how
 * @returns {Partial<BenchmarkResult>}
 */
export function judgeDrawnPairs ({ takeHead, takeControl, pairMs = 1000, prior }, how) {
  const judging = judgePairs({ kind: 'fn', title: 'drawn' }, { ...how, seed: 1, onProgress () {} })
  const draw = (/** @type {number} */ value) => ({ time: [Math.exp(value)] })
  let step = judging.next()
  while (!step.done) {
    const measured = step.value
    if (prior) measured.machine = { findPrior: () => prior }
    while (step.value === measured) {
      const figures = new Map(Object.entries({ base: draw(0), head: draw(takeHead()) }))
      if (measured.pairs % measured.controlEvery === 0) figures.set('control', draw(takeControl()))
      measured.add({ figures, seconds: (measured.pairs + 1) * pairMs / 1000 })
      step = judging.next()
    }
  }
  return step.value
}
