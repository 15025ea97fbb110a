'use strict'

// Kills the measured processes when the measuring process ends, even by SIGKILL. Otherwise a process in an endless loop would run on.
// Reads lines such as `+123` to add process id 123, and `-123` to remove it.

const killProcess = require('./kill.cjs')

const running = new Set()
let rest = ''

process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop() || ''
  for (const line of lines) {
    const pid = Number(line.slice(1))
    if (line[0] === '+') running.add(pid)
    else running.delete(pid)
  }
})
process.stdin.on('end', () => {
  for (const id of running) killProcess(id)
  // not process.exit(): a Node 20 that exits while it starts can wait for itself for ever
  process.kill(process.pid, 'SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => {})
