import { formatType } from '@hotpath-labs/engine/load/http.js'

/**
 * @typedef {{ variant: string, status: number, body: string, type: string | null }} Response of a variant's server; `type`: content type,
 *   null if any is right
 */

/** Number of characters of a response's body that an error message shows. */
const BODY_CHARACTERS = 80

/**
 * Compares the variants' responses to one request with the reference variant's response.
 *
 * @param {Response[]} responses
 * @param {string} reference the variant whose answer is right
 * @param {string[]} [types] right content types; without them only the reference's is right
 * @returns {{ expected: Response, other?: Response }} `other`: the first that differs
 */
export function compareResponses (responses, reference, types) {
  const expected = responses.find(({ variant }) => variant === reference) ?? responses[0]
  const rightTypes = (types ?? [String(expected.type)]).map(formatType)
  const isRight = (/** @type {Response} */ { status, body, type }) =>
    status === expected.status && body === expected.body && (type === null || rightTypes.includes(type))
  return { expected, other: responses.find((response) => response !== expected && !isRight(response)) }
}

/** Number of equal characters that an error message shows before the first difference of two bodies. */
const EQUAL_CHARACTERS = 20

/** @param {Pick<Response, 'status' | 'body'>} response @param {number} [from] index of the first character to show */
function describeResponse ({ status, body }, from = 0) {
  const end = from + BODY_CHARACTERS
  // the signs of a cut are outside of the quotes, because a body may have them, too
  const shown = `${from ? '…' : ''}${JSON.stringify(body.slice(from, end))}${body.length > end ? '…' : ''}`
  return status === 200 ? shown : `status ${status} ${shown}`
}

/** @param {Response} expected @param {Response} other @returns {string} both answers, from shortly before their first difference */
export function describeDifferentResponses (expected, other) {
  if (expected.status === other.status && expected.body === other.body) {
    return [expected, other].map(({ variant, type }) => `${variant} answers with ${type ? `content-type ${type}` : 'no content-type'}`).join(', ')
  }
  let same = 0
  while (same < expected.body.length && expected.body[same] === other.body[same]) same++
  const from = same < BODY_CHARACTERS ? 0 : same - EQUAL_CHARACTERS
  return [expected, other].map((response) => `${response.variant} answers ${describeResponse(response, from)}`).join(', ')
}
