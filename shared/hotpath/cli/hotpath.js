#!/usr/bin/env node
const OLDEST_NODE = [20, 19]

const CANNOT_RUN = 4

/** Exit codes by signal, as a shell reports them: 128 plus the number of the signal. */
const SIGNALS = Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  process.stderr.write(`Node ${process.versions.node} is too old: hotpath needs Node ${OLDEST_NODE.join('.')} or newer.\n`)
  process.exit(CANNOT_RUN)
}
// On a signal, call process.exit, so that exit handlers kill the measured processes and delete the temporary checkouts.
for (const [signal, code] of SIGNALS) process.on(signal, () => process.exit(code))
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // EPIPE is no error: the reader of the pipe, such as the command `head`, has closed the pipe.
    if ('code' in error && error.code === 'EPIPE') process.exit()
    if (stream === process.stdout) {
      process.stderr.write(`The result cannot be written to stdout: ${error.message}. Free some space, or write it elsewhere: --junit FILE\n`)
      process.exit(CANNOT_RUN)
    }
  })
}

const { runCommandLine } = await import('./main.js')
await runCommandLine(process.argv)
