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
    for (const line of lines) {
      const message = JSON.parse(line)
      // a profiler that writes its data in its own time exits after that, if it is told as a user would
      if (message.ask === 'leave' && process.env.HOTPATH_LEAVES_BY) process.emit(/** @type {any} */ (process.env.HOTPATH_LEAVES_BY))
      else process.emit('message', message, undefined)
    }
  })
  socket.on('error', () => {})
  // whoever started the profiler has gone
  socket.on('close', () => process.emit('disconnect'))
})
