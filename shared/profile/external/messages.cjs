'use strict'

/**
 * Calls `onMessage` with each message that a socket receives. Each message is one line of JSON.
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
