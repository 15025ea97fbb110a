'use strict'

// A profiler starts this script, which loads the worker that runs a variant. The worker exchanges messages over a socket, because
// a profiler does not pass on an IPC channel.

const { connect } = require('net')
const { pathToFileURL } = require('url')
const { readMessages } = require('./messages.cjs')

// connects only after the worker has loaded, because the worker would miss earlier messages
import(pathToFileURL(String(process.env.HOTPATH_WORKER)).href).then(() => {
  const socket = connect(Number(process.env.HOTPATH_CHANNEL), '127.0.0.1')
  Object.assign(process, {
    connected: true,
    send: (message, handle, options, sent) => socket.write(JSON.stringify(message) + '\n', sent),
  })
  readMessages(socket, (message) => {
    // emits the signal that some profilers wait for (such as SIGINT) before they write their data
    if (message.ask === 'leave' && process.env.HOTPATH_EXIT_SIGNAL) process.emit(/** @type {NodeJS.Signals} */ (process.env.HOTPATH_EXIT_SIGNAL))
    else process.emit('message', message, undefined)
  })
  // ends the worker when the socket closes, because the process that sends calls or requests has then ended
  socket.on('close', () => process.emit('disconnect'))
})
