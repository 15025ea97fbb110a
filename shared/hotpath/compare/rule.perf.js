import { fn } from 'hotpath'
import { estimateNoisePrior } from '@hotpath-labs/engine/stats/prior.js'
import { forecastPairsNeeded, judgeMeasuredPairs } from './rule.js'

const QUESTION = /** @type {const} */ ({ asks: 'gate', bound: Math.log(1.05), falseAlarm: 0.001 })

fn('rule', {
  inputs: (random) => [2, 6, 15, 32].map((pairs) => Array.from({ length: pairs }, () => 0.04 + 0.02 * random())),
  run (/** @type {number[]} */ values) {
    const prior = estimateNoisePrior()
    return [judgeMeasuredPairs(values, prior, QUESTION, true), forecastPairsNeeded(values, prior, QUESTION)]
  },
  tolerance: 1e-9,
})
