'use strict'

// A profiler runs this script, which loads the worker. A socket replaces the IPC channel to the process that sends the load.

const { connect } = require('net')
const { pathToFileURL } = require('url')
const { readMessages } = require('./messages.cjs')

// loads the worker before the socket connects, because without the worker the first message would be lost
import(pathToFileURL(String(process.env.HOTPATH_WORKER)).href).then(() => {
  const socket = connect(Number(process.env.HOTPATH_CHANNEL), '127.0.0.1')
  Object.assign(process, {
    connected: true,
    send: (message, handle, options, sent) => socket.write(JSON.stringify(message) + '\n', sent),
  })
  readMessages(socket, (message) => {
    // emits a signal such as SIGINT, because some profilers write their data only after a signal
    if (message.ask === 'leave' && process.env.HOTPATH_EXIT_SIGNAL) process.emit(/** @type {any} */ (process.env.HOTPATH_EXIT_SIGNAL))
    else process.emit('message', message, undefined)
  })
  // ends the worker when the socket closes, because the process that sends the load has ended then
  socket.on('close', () => process.emit('disconnect'))
})
