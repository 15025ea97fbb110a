'use strict'

// Started by a profiler in the place of a worker that would be forked: becomes the worker, and speaks over a socket what IPC would carry.

const { connect } = require('net')
const { pathToFileURL } = require('url')

// only then is there somebody to hear the first question
import(pathToFileURL(String(process.env.HOTPATH_WORKER)).href).then(() => {
  const socket = connect(Number(process.env.HOTPATH_CHANNEL), '127.0.0.1').setEncoding('utf8').setNoDelay(true)
  let rest = ''
  Object.assign(process, {
    connected: true,
    send: (message, handle, options, sent) => socket.write(JSON.stringify(message) + '\n', sent),
  })
  socket.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() || ''
    for (const line of lines) process.emit('message', JSON.parse(line), undefined)
  })
  socket.on('error', () => {})
  // whoever started the profiler has gone
  socket.on('close', () => process.emit('disconnect'))
})
