/** @typedef {{ variant: string, status: number, body: string }} Response of a variant's server */

/** Number of characters of a response's body that an error message shows. */
const BODY_CHARACTERS = 80

/**
 * Compares the variants' responses to one request with the reference variant's response.
 *
 * @param {Response[]} responses
 * @param {string} reference the variant whose answer is right
 * @returns {{ expected: Response, other?: Response }} `other`: the first that differs
 */
export function compareResponses (responses, reference) {
  const expected = responses.find(({ variant }) => variant === reference) ?? responses[0]
  return { expected, other: responses.find(({ status, body }) => status !== expected.status || body !== expected.body) }
}

/** @param {Pick<Response, 'status' | 'body'>} response */
export function describeResponse ({ status, body }) {
  const shown = JSON.stringify(body.length > BODY_CHARACTERS ? `${body.slice(0, BODY_CHARACTERS)}…` : body)
  return status === 200 ? shown : `status ${status} ${shown}`
}
