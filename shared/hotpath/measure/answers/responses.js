/** @typedef {{ variant: string, status: number, body: string }} Response of a variant's server */

/** How much of a body is shown. */
const SHOWN = 80

/**
 * @param {Response[]} responses to one request
 * @param {string} reference the variant whose answer is right
 * @returns {{ expected: Response, other?: Response }} `other`: the first that differs
 */
export function compareResponses (responses, reference) {
  const expected = responses.find(({ variant }) => variant === reference) ?? responses[0]
  return { expected, other: responses.find(({ status, body }) => status !== expected.status || body !== expected.body) }
}

/** @param {Pick<Response, 'status' | 'body'>} response */
export function describeResponse ({ status, body }) {
  const shown = JSON.stringify(body.length > SHOWN ? `${body.slice(0, SHOWN)}…` : body)
  return status === 200 ? shown : `status ${status} ${shown}`
}
