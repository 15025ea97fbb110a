import { toldSteady } from './steady.js'
import { between, counted, namesOf, nodesOf, secondsTold, times } from './words.js'

const MARKS = { holds: '✅ holds', broken: '❌ broken', undecided: '❔ undecided', 'cannot run': '⛔ cannot run' }

/** What is shown gates nothing, whatever it shows. */
const markOf = (/** @type {import('../measure/run.js').JudgedClaim} */ { gates, verdict }) => gates ? MARKS[verdict] : `${verdict} here`

/**
 * A table of all claims, as a job summary or a pull request shows it.
 *
 * @param {import('../measure/run.js').Result[]} results
 * @returns {string}
 */
export function markdownReport (results) {
  const names = namesOf(results)
  const rows = results.flatMap((result, place) => {
    if (result.claims.length === 0) return [row([names[place], '', MARKS[result.verdict], '', '', reasonOf(result)])]
    return result.claims.map((claim, index) => row([
      index ? '' : `**${names[place]}**`,
      claim.id,
      markOf(claim),
      `${times(claim.ratio)}${between(claim.interval)}`,
      claim.steady ? toldSteady(claim.steady, result.machine) : '',
      claim.published ? `${times(claim.published.ratio)}${claim.published.asks === 'the same' ? '' : ' to another question'}` : '',
    ]))
  })
  const machines = [...new Set(results.map(({ machine: { cpu, cores, os } }) => `${cpu}, ${cores} cores, ${os}`))]
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  return [
    row(['lab', 'claim', 'verdict', 'ratio, 95 % interval', 'when steady', 'published']),
    row(['---', '---', '---', '---', '---', '---']),
    ...rows,
    '',
    `${counted(results)} in ${secondsTold(seconds)} · Node ${nodesOf(results).join(', ')} · ${machines.join('; ')}`,
    '',
  ].join('\n')
}

/**
 * Why a result has no figures.
 *
 * @param {import('../measure/run.js').Result} result
 * @returns {string}
 */
export function reasonOf ({ failure, oracle, counters }) {
  if (failure) return `${failure.variant} ${failure.what}`
  if (oracle?.difference) return oracle.difference
  return counters.filter(({ holds }) => !holds).map(({ name, variant, actual, expected }) => `${name} of ${variant}: ${actual}, not ${expected}`).join(', ')
}

/** @param {string[]} cells @returns {string} a row of a table */
export function row (cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}
