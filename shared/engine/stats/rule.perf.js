import { fn } from 'hotpath'
import { estimateNoisePrior, judgeAtInterimAnalysis } from './rule.js'

fn('rule', {
  inputs: (random) => [2, 6, 15, 32].map((pairs) => Array.from({ length: pairs }, () => 0.04 + 0.02 * random())),
  run (/** @type {number[]} */ values) {
    const prior = estimateNoisePrior([0.02, 0.03])
    return [judgeAtInterimAnalysis(values, { atLeast: 1.05 }, prior), judgeAtInterimAnalysis(values, { same: true }, prior)]
  },
})
