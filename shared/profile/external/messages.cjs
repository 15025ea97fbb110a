'use strict'

/**
 * Calls back with each message of a socket: one JSON text per line.
 *
 * @param {import('net').Socket} socket
 * @param {(message: any) => void} onMessage
 */
exports.readMessages = (socket, onMessage) => {
  let rest = ''
  socket.setEncoding('utf8').setNoDelay(true).on('error', () => {}).on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() || ''
    for (const line of lines) onMessage(JSON.parse(line))
  })
}
