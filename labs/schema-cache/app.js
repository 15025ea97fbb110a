import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

/** The tools and the schema of each tool's input, as a text: another server sent it, or a database keeps it. */
export const CATALOGUE = JSON.stringify({
  search: {
    type: 'object',
    properties: { query: { type: 'string', minLength: 1 }, limit: { type: 'integer', minimum: 1, maximum: 100 } },
    required: ['query'],
    additionalProperties: false,
  },
  convert: {
    type: 'object',
    properties: { amount: { type: 'number' }, from: { enum: ['EUR', 'CHF', 'USD'] }, to: { enum: ['EUR', 'CHF', 'USD'] } },
    required: ['amount', 'from', 'to'],
    additionalProperties: false,
  },
})

/** @param {(tool: string, input: unknown) => string | null} check answers what is wrong with the input of a tool */
export function listenWith (check) {
  const server = createServer(async (req, res) => {
    const asked = await json(req).catch(() => null)
    if (!asked) return res.writeHead(400).end()
    const { tool, input } = asked
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ tool, fault: check(tool, input) }))
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
