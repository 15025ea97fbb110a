import { formatClaimResult } from './statement.js'
import { formatProcessAge, formatSteadyRatio } from './steady.js'
import { listLabNames } from './words.js'
/** @import { Result } from './result-schema.js' */

/**
 * Formats results as JUnit XML: a test suite for each lab, a test case for each check and claim.
 *
 * @param {Result[]} results
 * @returns {string} XML
 */
export function formatJunit (results) {
  const names = listLabNames(results)
  const suites = results.map((result, place) => {
    const suite = escapeXml(names[place])
    const cases = listCases(result)
    const failures = cases.filter(({ problem }) => problem).length
    const body = cases.map(({ name, problem, properties = {} }) => {
      const inside = [...renderProperties(properties), ...(problem ? [`<failure message="${escapeXml(problem)}"/>`] : [])]
      return `    <testcase classname="${suite}" name="${escapeXml(name)}"${inside.length ? `>\n${inside.map((line) => `      ${line}\n`).join('')}    </testcase>` : '/>'}`
    })
    return `  <testsuite name="${suite}" tests="${cases.length}" failures="${failures}" time="${result.seconds}">\n${body.join('\n')}\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`
}

/** @param {Result} result @returns {{ name: string, problem?: string | null, properties?: Record<string, string> }[]} */
function listCases ({ failure, oracle, counters, claims, machine }) {
  if (failure) return [{ name: 'runs', problem: `${failure.part} ${failure.what}\n${failure.advice || failure.stderr}` }]
  return [
    { name: 'same answers', problem: oracle?.difference },
    ...counters.map(({ name, variant, expected, actual, holds }) => ({ name: `${name} of ${variant}`, problem: holds ? null : `expected ${expected}, counted ${actual}` })),
    ...claims.filter(({ required }) => required).map((claim) => {
      const { sentence, bounds, later } = formatClaimResult(claim)
      return {
        name: `${claim.id}: ${claim.says}`,
        problem: claim.verdict === 'holds' ? null : `${claim.verdict}: ${sentence}; ${bounds}`,
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

/** @param {Record<string, string>} properties @returns {string[]} */
function renderProperties (properties) {
  const lines = Object.entries(properties).map(([name, value]) => `  <property name="${escapeXml(name)}" value="${escapeXml(value)}"/>`)
  return lines.length ? ['<properties>', ...lines, '</properties>'] : []
}

/** @param {string} text @returns {string} for an attribute or an element */
export function escapeXml (text) {
  // eslint-disable-next-line no-control-regex -- XML 1.0 has no place for control characters, and a variant's stderr may hold some
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"\n]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' })[char] ?? char)
}
