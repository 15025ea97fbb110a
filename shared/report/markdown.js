import { secondsTold, times } from './words.js'

const MARKS = { holds: '✅ holds', broken: '❌ broken', undecided: '❔ undecided', 'cannot run': '⛔ cannot run' }

/**
 * A table of all claims, as a job summary or a pull request shows it.
 *
 * @param {import('../measure/run.js').Result[]} results
 * @returns {string}
 */
export function markdownReport (results) {
  const rows = results.flatMap((result) => {
    if (result.claims.length === 0) return [row([result.lab, '', MARKS[result.verdict], '', reasonOf(result)])]
    return result.claims.map(({ id, verdict, ratio, interval, published }, index) => row([
      index ? '' : `**${result.lab}**`,
      id,
      MARKS[verdict],
      `${times(ratio)} [${interval.map(times).join(' … ')}]`,
      published ? `${times(published.ratio)}` : '',
    ]))
  })
  const { node, machine } = results[0]
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  return [
    row(['lab', 'claim', 'verdict', 'ratio, 95 % interval', 'published']),
    row(['---', '---', '---', '---', '---']),
    ...rows,
    '',
    `${results.length} labs in ${secondsTold(seconds)} · Node ${node} · ${machine.cpu}, ${machine.cores} cores, ${machine.os}`,
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

/** @param {string[]} cells */
function row (cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}
