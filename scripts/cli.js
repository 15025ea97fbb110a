#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { endAtSignals } from './signals.js'

/** Older ones lack what mongodb asks for. */
const OLDEST = [20, 19]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  end(`Node ${process.versions.node} is too old: hotpath-labs needs Node ${OLDEST.join('.')} or newer.`, 4)
}
// pnpm runs a script even when the install before it failed
if (!existsSync(new URL('../node_modules/commander/package.json', import.meta.url))) {
  end('The dependencies are not installed. Type: npx -y pnpm@12 install', 4)
}

const { main, ourFault, OUR_FAULT } = await import('./main.js')

/** of the results @type {Error | undefined} */
let unwritten
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // whoever reads has enough, as `head` has
    if ('code' in error && error.code === 'EPIPE') process.exit()
    if (stream === process.stdout) unwritten ??= error
  })
}
// what is not awaited: no verdict is to be read from it
process.on('uncaughtException', (error) => {
  process.stderr.write(ourFault(error))
  process.exit(OUR_FAULT)
})
process.on('exit', () => {
  if (!unwritten) return
  process.stderr.write(`Not all of the output could be written: ${unwritten.message}\n`)
  process.exitCode ||= 4
})
endAtSignals()
// whoever runs this beside its own work lets go of it, or has died
if (process.channel) {
  process.on('disconnect', () => process.exit(143))
  process.channel.unref()
}

await main(process.argv)

/** @param {string} message @param {number} code */
function end (message, code) {
  process.stderr.write(message + '\n')
  process.exit(code)
}
