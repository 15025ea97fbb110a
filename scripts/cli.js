#!/usr/bin/env node
import { existsSync } from 'node:fs'

/** Oldest version of Node that can run the commands, because the package mongodb does not support older versions. */
const OLDEST_NODE = [20, 19]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  fail(`Node ${process.versions.node} is too old: hotpath-labs needs Node ${OLDEST_NODE.join('.')} or newer.`)
}
// checks for one of the dependencies, because pnpm runs this file even if their installation has failed
if (!existsSync(new URL('../node_modules/commander/package.json', import.meta.url))) {
  fail('The dependencies are not installed. Type: npx -y pnpm@12 install')
}

const { runCommandLine } = await import('@hotpath-labs/terminal/run.js')
const { main, PRODUCT } = await import('./main.js')
await runCommandLine(PRODUCT, main)

/** @param {string} message */
function fail (message) {
  process.stderr.write(`${message}\n`)
  process.exit(4)
}
