import { findOperationName } from '../lab/manifest.js'
import { wrapWithHangingIndent } from './lines.js'
import { describeNoise } from './advice.js'
import { isBoundedInterval } from './ratio.js'
import { findMetricWords } from './words.js'
import { formatCountWithNoun, formatSignificantDigits, formatMultiple } from './numbers.js'
/** @import { Manifest, Published } from '../lab/manifest.js' */
/** @import { JudgedClaim, Result } from './result-schema.js' */

/**
 * Explains how a result was measured and how certain it is (`--explain`).
 *
 * @param {Result} result
 * @param {Manifest} manifest
 * @param {any} paint
 * @param {number} width in columns
 * @returns {string}
 */
export function explainResult (result, manifest, paint, width) {
  const { oracle, counters, claims, machine, node, seed, services } = result
  const operation = findOperationName(manifest.kind)
  const noise = describeNoise(claims)
  const items = [
    `Question: ${manifest.question}`,
    oracle ? `Answers: ${oracle.checked} were compared before anything was timed, and the timed answers were checked too. A wrong answer is not fast.` : '',
    counters.length ? `Counts: the number of counted events per ${operation} is the same on every machine. Counts show whether a program is fast for the reason that the lab teaches.` : '',
    claims.length ? 'Pairs: a pair is one fresh process of each program. The two processes run short blocks of equal work in turn on one processor, so noise slows both. The ratio is the mean of all pairs.' : '',
    claims.length ? `Error rates: a false claim gets the verdict holds in at most 1 run of 1,000, and a true claim gets broken in at most 1 run of 10,000. In at least 93 of 100 runs, the interval contains the true ratio of processes that have run this long.${noise ? ` In this run ${noise}. Noise makes a run longer, not its verdict wrong.` : ''}` : '',
    claims.length ? 'Bars: their lengths follow the measured ratios. The cost of a program drifts from minute to minute, so compare costs only within one run.' : '',
    ...claims.map((claim) => `${claim.id}: ${explainClaim(claim, operation, machine)}`),
    `Where: Node ${node.replace(/^v/, '')}, ${machine.cpu}, ${formatCountWithNoun(machine.cores, 'processor')}${Object.entries(services).map(([name, { engine, version }]) => `, ${name}: ${engine} ${version}`).join('')}. --seed ${seed} repeats the inputs and the order in which the programs ran.`,
  ]
  return [paint.bold('How this was measured'), ...items.filter(Boolean).map((text) => paint.dim(wrapWithHangingIndent(text, width)))].join('\n')
}

/** @param {JudgedClaim} claim @param {string} operation @param {{ cpu: string }} machine @returns {string} */
function explainClaim (claim, operation, machine) {
  const { metric, ratio, interval, pairs, age, steady, published, required } = claim
  const [low, high] = interval
  const sides = /** @type {const} */ (['slower', 'faster']).map((side) => `${claim.names[side]} after ${formatSignificantDigits(age[side].cpuSeconds)} s of CPU and ${formatCountWithNoun(age[side].operations, operation)}`)
  const parts = [
    `${findMetricWords(metric).name}, ${formatMultiple(ratio)}${isBoundedInterval(interval) ? ` [${formatSignificantDigits(low)}, ${formatSignificantDigits(high)}]` : ''} in ${formatCountWithNoun(pairs, 'pair')}${age ? `: ${sides.join(', ')}` : ''}.`,
    required ? '' : `No verdict depends on this claim${claim.dependsOn ? `, because its ratio depends on ${claim.dependsOn}` : ''}.`,
    steady ? `A long run on ${steady.processor === machine.cpu ? 'this make of processor' : steady.processor} gave ${formatMultiple(steady.ratio)} [${steady.interval.map(formatSignificantDigits).join(', ')}] after ${formatSignificantDigits(steady.cpuSeconds)} s of CPU${steady.stale ? ', before a variant was changed' : ''}.` : '',
    published ? explainPublished(published) : '',
  ]
  return parts.filter(Boolean).join(' ')
}

/** @param {Published} published @returns {string} */
function explainPublished ({ ratio, figures, of, metric, source, node, packages, asks }) {
  const where = [`Node ${node}`, packages].filter(Boolean).join(', ')
  return `${source} published ${formatMultiple(ratio)} for ${of}: ${figures}, ${metric} (${where}).${asks === 'the same' ? '' : ` ${asks}`}`
}

/** Explanation of the first line that the command `mine` prints. */
export const ATTEMPT_PROGRESS_HELP = 'The first line says how many times as fast as the slow program your file is, and what share of the solution\'s speed it reaches.'
