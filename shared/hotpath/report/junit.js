import { formatJunitDocument } from './junit-document.js'
import { formatClaimResult } from './statement.js'
import { formatProcessAge, formatSteadyRatio } from './steady.js'
import { listLabNames } from './words.js'
/** @import { JunitCase } from './junit-document.js' */
/** @import { Result } from './result-schema.js' */

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
    ...counters.map(({ name, variant, expected, actual, holds }) => ({ name: `${name} of ${variant}`, ...failIf(holds ? null : `expected ${expected}, counted ${actual}`) })),
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
