import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { probe } from './probe.js'

// A mongod knows nothing of who started it. This process stands between: it lives as long as its parent's channel, and
// takes mongod and its data with it, even when the parent is killed.

const START_MS = 20_000
const POLL_MS = 50
const ATTEMPTS = 3

/** @type {import('node:child_process').ChildProcess | undefined} */
let mongod
/** @type {string | undefined} */
let data

/** @param {number} code */
async function end (code) {
  if (mongod && mongod.exitCode === null && mongod.signalCode === null) {
    const gone = new Promise((resolve) => mongod?.once('exit', resolve))
    // its data goes with it, so that there is nothing to be written first
    mongod.kill('SIGKILL')
    await gone
  }
  // Windows holds files for a moment after their process has ended
  if (data) await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }).catch(() => {})
  process.exit(code)
}

process.once('disconnect', () => end(0))
// it may have ended while this was still being loaded
if (!process.connected) process.exit()
process.on('SIGTERM', () => end(0))
// a terminal that is closed tells every process of its group
process.on('SIGHUP', () => end(0))
// a Ctrl-C reaches every process of a terminal; the parent still has its data to remove
process.on('SIGINT', () => {})

/** @returns {Promise<number>} */
function freePort () {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}

/**
 * @param {string} file
 * @returns {Promise<{ url: string, engine?: string, version?: string } | { error: string }>}
 */
async function start (file) {
  const port = await freePort()
  data = await mkdtemp(join(tmpdir(), 'hotpath-mongod-'))
  const args = ['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', data]
  if (process.platform !== 'win32') args.push('--nounixsocket')
  mongod = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  const keep = (/** @type {Buffer} */ chunk) => { log = (log + chunk).slice(-8_000) }
  mongod.stdout?.on('data', keep)
  mongod.stderr?.on('data', keep)
  /** @type {string | undefined} */
  let ended
  mongod.once('error', (error) => { ended = error.message })
  mongod.once('exit', (code, signal) => { ended ??= `it ended with ${signal ?? `code ${code}`}${complaint(log)}` })
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline) {
    if (ended) return { error: ended }
    const { usable, isTooOld, engine, version, reason } = await probe(port)
    if (usable) return { url: `mongodb://127.0.0.1:${port}/`, engine, version }
    if (isTooOld) return { error: String(reason) }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return { error: `it did not answer within ${START_MS / 1000} s` }
}

/**
 * @param {string} log lines of JSON, or of text before it gets that far
 * @returns {string} the first grave one
 */
function complaint (log) {
  const lines = log.trim().split('\n')
  for (const line of lines) {
    try {
      const { s: severity, msg, attr } = JSON.parse(line)
      if (severity === 'E' || severity === 'F') return `: ${msg}${attr?.error ? ` (${JSON.stringify(attr.error)})` : ''}`
    } catch {
      // not every line is JSON
    }
  }
  return lines.at(-1) ? `: ${lines.at(-1)}` : ''
}

/** @type {Awaited<ReturnType<typeof start>>} */
let result = { error: '' }
for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
  result = await start(process.argv[2])
  // between being found free and being used a port may be taken by another
  if (!('error' in result && /address.*in use/i.test(result.error))) break
  await rm(/** @type {any} */ (data), { recursive: true, force: true })
}
process.send?.({ ...result, pid: mongod?.pid })
if ('error' in result) await end(1)
// a lab must hear that its database is gone
if (mongod?.exitCode !== null || mongod.signalCode !== null) await end(1)
else mongod.once('exit', () => end(1))
