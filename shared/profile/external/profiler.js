import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, basename, delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { replaceFile } from '@hotpath-labs/engine/files.js'
import { CommandError, runCommand } from '@hotpath-labs/engine/process/child.js'
import { startCommand } from '../command.js'
import messages from './messages.cjs'
import { runVariantUnderLoad, runForEachVariantWithServices } from '../drive.js'
import { createNodeVersionCheck } from '../tool.js'

/**
 * @import { AddressInfo } from 'node:net'
 * @import { Launch } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { Services } from '../drive.js'
 * @import { Context, Failure, Tool } from '../tool.js'
 */

/** Time limit in seconds for installing 0x or clinic. The larger package, clinic, takes 15 s. */
const MAX_INSTALL_SECONDS = 600

/** true if the installation is complete: npm writes this file last @param {string} folder */
const isComplete = (folder) => existsSync(join(folder, 'node_modules/.package-lock.json'))

/**
 * Installs 0x or clinic from the lock file in `tools/0x` or `tools/clinic`, unless the package is already installed.
 *
 * @param {'0x' | 'clinic'} name
 * @param {string} size of the download, for the progress line
 * @param {(text: string) => void} onProgress
 * @returns {Promise<string>} the package's folder
 * @throws {CannotRun} offline
 */
async function installToolPackage (name, size, onProgress) {
  const folder = join(ROOT, 'tools', name)
  if (!isComplete(folder)) {
    onProgress(`installing ${name} (${size}), only once`)
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0', '--loglevel=error']
    await runCommand('npm', args, { cwd: folder, isScript: true, seconds: MAX_INSTALL_SECONDS }).catch((error) => {
      if (!(error instanceof CommandError)) throw error
      const reason = `${error.message}${error.output}`.match(/\bE[A-Z]{4,}\b/)?.[0] ?? error.message
      throw new CannotRun(
        'TOOL_MISSING',
        name,
        `cannot be installed, because npm cannot fetch the package (${reason})`,
        'Try again when you are online, or use --tool flame, which needs no network.'
      )
    })
  }
  return join(folder, 'node_modules', name)
}

const BOOTSTRAP = fileURLToPath(new URL('bootstrap.cjs', import.meta.url))

const MAX_STDERR_CHARS = 2000

/**
 * Creates a function that starts a worker inside a profiler. The profiler runs the worker as its own child process.
 *
 * @param {(script: string[]) => { file: string, args: string[], env: Record<string, string | undefined>, cwd: string }} buildCommand
 *   builds the profiler's command from the arguments of node
 * @returns {Promise<{ launch: Launch, hasStarted: () => boolean, getLastLine: () => string, close: () => void }>} `hasStarted`:
 *   whether the worker has connected; `getLastLine`: the last line that the profiler printed to stderr, without its stack trace
 */
async function createWorkerLauncher (buildCommand) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {AddressInfo} */ (server.address())
  let stderr = ''
  let isConnected = false
  return {
    hasStarted: () => isConnected,
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
        isConnected = true
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

/** Seconds of load under a profiler. Two seconds are enough for 0x and clinic. Drawing the page takes them about two more seconds. */
const SECONDS = 2

/** Time limit in ms for a profiler to write its page, about twenty times the usual time. */
const WRITE_TIMEOUT_MS = 120_000

/** Oldest major version of Node on which 0x and all clinic tools work. */
const OLDEST_NODE = 20

/**
 * @typedef {object} ExternalTool a profiler that starts `node SCRIPT` itself and writes one page
 * @property {string} name
 * @property {'0x' | 'clinic'} from the package
 * @property {string} size of the package's download
 * @property {(installed: string, out: string, script: string[]) => string[]} buildArgs arguments for node; the profiler writes below `out`
 * @property {string} [exitSignal] makes the profiler's part of the process write its data and exit, if a normal exit does not
 */

/** @param {ExternalTool} options @returns {Tool} */
export function createExternalTool (options) {
  const { name, from, size } = options
  return {
    cannot (context) {
      const isNamedNode = /^node(\.exe)?$/.test(basename(context.node))
      return createNodeVersionCheck(name, OLDEST_NODE)(context) ??
        // refuses a binary with another name, because 0x and clinic look on the PATH for the name `node`
        (isNamedNode ? undefined : `${name} can only start a binary named node, not ${basename(context.node)}. Use --tool flame.`)
    },

    async run (context) {
      const program = await installToolPackage(from, size, context.onProgress)
      const { results, failure } = await runForEachVariantWithServices(context, (variant, services) =>
        profile(options, program, context, variant, services))
      const files = results.flatMap(({ file }) => file ?? [])
      return { page: files.length === 1 ? files[0] : undefined, files, lines: [], failure }
    },
  }
}

/**
 * Profiles one variant.
 *
 * @param {ExternalTool} options
 * @param {string} program the installed package's folder
 * @param {Context} context
 * @param {string} variant
 * @param {Services} services
 * @returns {Promise<{ file?: string, failure?: Failure }>} `file` is the page
 */
async function profile ({ name, buildArgs, exitSignal }, program, context, variant, services) {
  const out = join(context.folder, `${name}-${variant}.tmp`)
  const file = join(context.folder, `${name}-${variant}.html`)
  const clean = () => rmSync(out, { recursive: true, force: true, maxRetries: 3 })
  clean()
  rmSync(file, { force: true })
  // also removes the profiler's data after Ctrl-C, because the data takes several megabytes
  process.on('exit', clean)
  mkdirSync(out)
  const launcher = await createWorkerLauncher((script) => ({
    file: context.node,
    args: buildArgs(program, out, script),
    cwd: out,
    // NO_INSIGHT suppresses clinic's question to the user: without a terminal, clinic would exit at once instead of asking
    env: {
      NO_INSIGHT: '1',
      ...(exitSignal && { HOTPATH_EXIT_SIGNAL: exitSignal }),
      PATH: dirname(context.node) + delimiter + process.env.PATH,
    },
  }))
  try {
    const { failure } = await runVariantUnderLoad(context, variant, services, {
      launch: launcher.launch,
      leavesWithinMs: WRITE_TIMEOUT_MS,
      seconds: SECONDS,
      after: async () => context.onProgress(`${variant}: ${name} writes its page`),
    })
    const page = readdirSync(out, { recursive: true }).map(String).find((path) => path.endsWith('.html'))
    if (page) replaceFile(join(out, page), file)
    else if (!failure || !launcher.hasStarted()) {
      const what = failure ? 'ended before it ran' : 'wrote no page for'
      throw new CannotRun('TOOL_FAILED', name, `${what} ${variant} (${launcher.getLastLine() || 'no reason given'})`, 'Use --tool flame.')
    }
    return { file: page && file, failure }
  } finally {
    launcher.close()
    clean()
    process.off('exit', clean)
  }
}
