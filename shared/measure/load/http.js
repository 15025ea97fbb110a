import { request as send } from 'node:http'

/**
 * One request, on a connection of its own.
 *
 * @param {number} port on 127.0.0.1
 * @param {import('../../lab/define.js').Request} request
 * @returns {Promise<{ status: number, body: string }>}
 */
export function ask (port, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const sent = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
        .on('data', (chunk) => { text += chunk })
        .on('end', () => resolve({ status: Number(response.statusCode), body: text }))
        .on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
