#!/usr/bin/env node
const OLDEST_NODE = [20, 19]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  process.stderr.write(`Node ${process.versions.node} is too old: hotpath needs Node ${OLDEST_NODE.join('.')} or newer.\n`)
  process.exit(4)
}

const { main, PRODUCT } = await import('./program.js')
const { runCommandLine } = await import('@hotpath-labs/terminal/run.js')
await runCommandLine(PRODUCT, main)
