#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { endAtSignals } from './signals.js'

/** Older ones lack what mongodb asks for. */
const OLDEST = [20, 19]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  end(`Node ${process.versions.node} is too old: the labs need Node ${OLDEST.join('.')} or newer.`, 4)
}
// pnpm runs a script even when the install before it failed
if (!existsSync(new URL('../node_modules/commander/package.json', import.meta.url))) {
  end('The dependencies are not installed. Run: npx -y pnpm@12 install', 4)
}

// whoever reads has enough, as `head` has
for (const stream of [process.stdout, process.stderr]) stream.on('error', (error) => { if ('code' in error && error.code === 'EPIPE') process.exit() })
endAtSignals()
// whoever runs this beside its own work lets go of it, or has died
if (process.channel) {
  process.on('disconnect', () => process.exit(143))
  process.channel.unref()
}

const { main } = await import('./main.js')
await main(process.argv)

/** @param {string} message @param {number} code */
function end (message, code) {
  process.stderr.write(message + '\n')
  process.exit(code)
}
