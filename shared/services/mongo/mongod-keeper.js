import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@hotpath-labs/engine/process/free-port.js'
import { probeLocalServer } from './probe.js'

/** @import { ChildProcess } from 'node:child_process' */

// When the parent's IPC channel closes, this process ends mongod and removes its data. Otherwise mongod would outlive a killed parent.

const START_MS = 20_000
const POLL_MS = 50

/** @type {ChildProcess | undefined} */
let mongod
/** @type {string | undefined} */
let data

/** @param {number} code */
async function end (code) {
  if (mongod && mongod.exitCode === null && mongod.signalCode === null) {
    const ended = once(mongod, 'exit')
    // SIGKILL is safe, because mongod's data is removed next
    mongod.kill('SIGKILL')
    await ended
  }
  // retries, because Windows keeps a file open for a moment after its process has ended
  if (data) await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }).catch(() => {})
  process.exit(code)
}

process.once('disconnect', () => end(0))
// exits at once if the parent process has ended while this process was loading
if (!process.connected) process.exit()
process.on('SIGTERM', () => end(0))
// cleans up at SIGHUP, which a closing terminal sends to all its processes
process.on('SIGHUP', () => end(0))
// ignores Ctrl-C, which reaches all processes of a terminal: the parent ends this process after removing the lab's data
process.on('SIGINT', () => {})

/**
 * @param {string} file
 * @returns {Promise<{ url: string, engine?: string, version?: string } | { error: string }>}
 */
async function start (file) {
  const port = await findFreePort()
  data = await mkdtemp(join(tmpdir(), 'hotpath-mongod-'))
  const args = ['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', data]
  if (process.platform !== 'win32') args.push('--nounixsocket')
  mongod = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  const keep = (/** @type {Buffer} */ chunk) => { log = (log + chunk).slice(-8_000) }
  mongod.stdout?.on('data', keep)
  mongod.stderr?.on('data', keep)
  let failure = ''
  mongod.once('error', (error) => { failure = error.message })
  mongod.once('exit', (code, signal) => { failure ||= `mongod ended with ${signal ?? `code ${code}`}${findError(log)}` })
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    if (failure) return { error: failure }
    const { usable, isTooOld, engine, version, reason } = await probeLocalServer(port)
    if (usable) return { url: `mongodb://127.0.0.1:${port}/`, engine, version }
    if (isTooOld) return { error: String(reason) }
  }
  return { error: `mongod did not answer within ${START_MS / 1000} s` }
}

/**
 * @param {string} log lines of JSON; before mongod has read its options, lines of text
 * @returns {string} the first error, otherwise the last line
 */
function findError (log) {
  const lines = log.trim().split('\n')
  const error = lines.find((line) => /^\{.*"s":"[EF]".*\}$/.test(line))
  const { msg, attr } = error ? JSON.parse(error) : { msg: lines.at(-1), attr: undefined }
  return msg && `: ${msg}${attr?.error ? ` (${JSON.stringify(attr.error)})` : ''}`
}

const result = await start(process.argv[2])
process.send?.({ ...result, pid: mongod?.pid })
if ('error' in result || mongod?.exitCode !== null || mongod.signalCode !== null) await end(1)
// ends when mongod ends, so that the parent notices that its database is gone
else mongod.once('exit', () => end(1))
