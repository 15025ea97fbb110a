'use strict'

// A profiler starts this script instead of a worker. The script then loads the worker, and a socket replaces the IPC channel.

const { connect } = require('net')
const { pathToFileURL } = require('url')
const { readMessages } = require('./messages.cjs')

// the worker must listen before the first message arrives
import(pathToFileURL(String(process.env.HOTPATH_WORKER)).href).then(() => {
  const socket = connect(Number(process.env.HOTPATH_CHANNEL), '127.0.0.1')
  Object.assign(process, {
    connected: true,
    send: (message, handle, options, sent) => socket.write(JSON.stringify(message) + '\n', sent),
  })
  readMessages(socket, (message) => {
    // some profilers write their data only after the signal that a user would send
    if (message.ask === 'leave' && process.env.HOTPATH_EXIT_SIGNAL) process.emit(/** @type {any} */ (process.env.HOTPATH_EXIT_SIGNAL))
    else process.emit('message', message, undefined)
  })
  // the process that started the profiler has ended
  socket.on('close', () => process.emit('disconnect'))
})
