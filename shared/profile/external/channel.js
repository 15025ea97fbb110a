import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { started } from '../command.js'

const BOOTSTRAP = fileURLToPath(new URL('bootstrap.cjs', import.meta.url))

/** How much of what a profiler said last is kept. */
const LAST_WORDS = 2000

/**
 * A way to start a worker inside of a profiler that will start `node SCRIPT` itself, as a child of its own.
 *
 * @param {(script: string[]) => { file: string, args: string[], env: Record<string, string | undefined>, cwd: string }} command the profiler's, given the arguments of node
 * @returns {Promise<{ launch: import('hotpath/measure').Launch, lastWords: () => string, close: () => void }>} for one worker; `lastWords` of the profiler
 */
export async function launcherIn (command) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let said = ''
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    close: () => server.close(),
    lastWords: () => said.trim().split('\n').pop() ?? '',
    launch (worker, { execArgv, env }) {
      const { file, args, env: further, cwd } = command([...execArgv, BOOTSTRAP])
      const { child, endAll } = started(file, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], env: { ...env, ...further, HOTPATH_CHANNEL: String(port), HOTPATH_WORKER: worker } })
      child.stderr?.on('data', (text) => { said = (said + text).slice(-LAST_WORDS) })
      const connected = once(server, 'connection').then(([socket]) => {
        let rest = ''
        socket.setEncoding('utf8').setNoDelay(true).on('error', () => {}).on('data', (/** @type {string} */ text) => {
          const lines = (rest + text).split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) child.emit('message', JSON.parse(line))
        })
        // nothing is left to profile: what it may still do is write its page
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
