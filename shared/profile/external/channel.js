import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { startCommand } from '../command.js'
import messages from './messages.cjs'

/** @import { AddressInfo } from 'node:net' */
/** @import { Launch } from 'hotpath/measure' */

const BOOTSTRAP = fileURLToPath(new URL('bootstrap.cjs', import.meta.url))

const MAX_STDERR_CHARS = 2000

/**
 * Creates a function that starts a worker inside a profiler. The profiler runs the worker as its own child process.
 *
 * @param {(script: string[]) => { file: string, args: string[], env: Record<string, string | undefined>, cwd: string }} buildCommand
 *   builds the profiler's command from the arguments of node
 * @returns {Promise<{ launch: Launch, getLastLine: () => string, close: () => void }>} `getLastLine` of its stderr, before a stack trace
 */
export async function createWorkerLauncher (buildCommand) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {AddressInfo} */ (server.address())
  let stderr = ''
  return {
    close: () => server.close(),
    getLastLine: () => stderr.trim().split('\n').findLast((line) => !/^\s+at /.test(line)) ?? '',
    launch (worker, { execArgv, env }) {
      const { file, args, cwd, env: further } = buildCommand([...execArgv, BOOTSTRAP])
      const { child, endAll } = startCommand(
        file,
        args,
        { cwd, stdio: ['ignore', 'ignore', 'pipe'], env: { ...env, ...further, HOTPATH_CHANNEL: String(port), HOTPATH_WORKER: worker } }
      )
      child.stderr?.on('data', (text) => { stderr = (stderr + text).slice(-MAX_STDERR_CHARS) })
      const connected = once(server, 'connection').then(([socket]) => {
        messages.readMessages(socket, (message) => child.emit('message', message))
        // closes the socket when the profiler's process ends, because no message can follow
        child.on('close', () => socket.destroy())
        return socket
      })
      return Object.assign(child, {
        send: (/** @type {object} */ message, /** @type {(error?: Error) => void} */ sent) => {
          connected.then((socket) => socket.write(JSON.stringify(message) + '\n', sent))
          return true
        },
        kill () {
          endAll()
          return true
        },
      })
    },
  }
}
