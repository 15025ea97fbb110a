import { formatJunitDocument, escapeMarkdown, formatMarkdownTable } from '@hotpath-labs/terminal/documents.js'
import { formatSeconds, VERDICT_SIGNS } from '@hotpath-labs/terminal/numbers.js'
import { formatClaimResult, formatProcessAge, formatSteadyRatio } from './statement.js'
import { listLabNames, formatLabCount, listNodeVersions } from './words.js'
import { formatWrongCount, formatHeadline } from './verdict.js'

/**
 * @import { JunitCase } from '@hotpath-labs/terminal/documents.js'
 * @import { Result } from './result-schema.js'
 */

/**
 * Formats results as JUnit XML: a test suite for each lab, a test case for each check and claim.
 *
 * @param {Result[]} results
 * @returns {string} XML
 */
export function formatJunit (results) {
  const names = listLabNames(results)
  return formatJunitDocument(results.map((result, place) => ({ name: names[place], seconds: result.seconds, cases: listCases(result) })))
}

/** @param {string | null | undefined} problem @returns {Pick<JunitCase, 'outcome' | 'says'>} */
const failIf = (problem) => problem ? { outcome: 'failure', says: problem } : {}

/** @param {Result} result @returns {JunitCase[]} */
function listCases ({ failure, oracle, counters, claims, machine, verdict }) {
  if (failure) {
    const says = `${failure.part} ${failure.what}\n${failure.advice || failure.stderr}`
    return [{ name: 'runs', outcome: verdict === 'cannot run' ? 'error' : 'failure', says }]
  }
  return [
    { name: 'same answers', ...failIf(oracle?.difference) },
    ...counters.map((counter) => ({ name: `${counter.name} of ${counter.variant}`, ...failIf(counter.holds ? null : formatWrongCount(counter)) })),
    ...claims.filter(({ required }) => required).map((claim) => {
      const { sentence, bounds, later } = formatClaimResult(claim)
      return {
        name: `${claim.id}: ${claim.says}`,
        ...failIf(claim.verdict === 'holds' ? null : `${claim.verdict}: ${sentence}; ${bounds}`),
        properties: {
          result: `${sentence}; ${bounds}`,
          ...(later && { later }),
          // Results saved by earlier versions of the project lack the field `age`: the CPU time and the operations of each process.
          ...(claim.age && { [`age of ${claim.slower}`]: formatProcessAge(claim.age.slower), [`age of ${claim.faster}`]: formatProcessAge(claim.age.faster) }),
          ...(claim.steady && { steady: formatSteadyRatio(claim.steady, machine) }),
        },
      }
    }),
  ]
}

/** @param {keyof typeof VERDICT_SIGNS} verdict */
const formatVerdict = (verdict) => `${VERDICT_SIGNS[verdict]} ${verdict}`

/**
 * Writes a Markdown table of all claims, for a job summary or a pull request.
 *
 * @param {Result[]} results
 * @returns {string}
 */
export function formatMarkdown (results) {
  const names = listLabNames(results)
  const rows = results.flatMap((result, place) => {
    if (result.claims.length === 0) return [[`**${names[place]}**`, formatVerdict(result.verdict), escapeMarkdown(formatHeadline(result).sentence)]]
    return result.claims.map((claim, index) => {
      const { verdict, sentence, bounds, later } = formatClaimResult(claim)
      const measured = [sentence, [bounds, later].filter(Boolean).join('; ')].map(escapeMarkdown).join('<br>')
      return [index ? '' : `**${names[place]}**`, verdict ? formatVerdict(verdict) : 'for information', measured]
    })
  })
  const machines = [...new Set(results.map(({ machine: { cpu, cores, os } }) => `${cpu}, ${cores} cores, ${os}`))]
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  return [
    formatMarkdownTable(['lab', 'verdict', 'what was measured'], rows),
    '',
    `${formatLabCount(results)} in ${formatSeconds(seconds)} · Node ${listNodeVersions(results).join(', ')} · ${machines.join('; ')}`,
    '',
  ].join('\n')
}
