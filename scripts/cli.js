#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { exitOnSignals } from './signals.js'

/** Oldest version of Node that can run the commands, because the package mongodb does not support older versions. */
const OLDEST_NODE = [20, 19]

const CANNOT_RUN = 4

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  fail(`Node ${process.versions.node} is too old: hotpath-labs needs Node ${OLDEST_NODE.join('.')} or newer.`)
}
// checks for one of the dependencies, because pnpm runs this file even if their installation has failed
if (!existsSync(new URL('../node_modules/commander/package.json', import.meta.url))) {
  fail('The dependencies are not installed. Type: npx -y pnpm@12 install')
}

const { runCommandLine, formatBugReport } = await import('./main.js')
const { EXIT_CODES } = await import('hotpath/failures')

/** First error of stdout. @type {Error | undefined} */
let writeError
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // exits silently if the reader of a pipe, such as `head`, has closed the pipe
    if ('code' in error && error.code === 'EPIPE') process.exit()
    if (stream === process.stdout) writeError ??= error
  })
}
// exits with 70 at an unexpected error, because Node's own exit code, 1, would mean the verdict "broken"
process.on('uncaughtException', (error) => {
  process.stderr.write(`${formatBugReport(error)}\n`)
  process.exit(EXIT_CODES.bug)
})
process.on('exit', () => {
  if (!writeError) return
  process.stderr.write(`Not all of the output could be written: ${writeError.message}\n`)
  process.exitCode ||= CANNOT_RUN
})
exitOnSignals()
// exits when the IPC channel closes, because the parent process has then stopped this process, or has died
if (process.channel) {
  process.on('disconnect', () => process.exit(143))
  process.channel.unref()
}

await runCommandLine(process.argv)

/** @param {string} message */
function fail (message) {
  process.stderr.write(`${message}\n`)
  process.exit(CANNOT_RUN)
}
