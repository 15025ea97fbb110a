#!/usr/bin/env node
import { existsSync } from 'node:fs'

/** Oldest version of Node that can run the commands, because the package mongodb does not support older versions. */
const OLDEST_NODE = [20, 19]

/** Names of all commands. Each command is a file in scripts/commands/, and is loaded only when it is called, to save time. */
const COMMANDS = [
  'lab', 'verify', 'demo', 'handout', 'report', 'progress', 'claims', 'bench', 'mongo', 'validate', 'new-lab', 'check-labs', 'versions', 'figures', 'site',
]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  fail(`Node ${process.versions.node} is too old: hotpath-labs needs Node ${OLDEST_NODE.join('.')} or newer.`)
}
// checks for one of the dependencies, because pnpm runs this file even if their installation has failed
if (!existsSync(new URL('../node_modules/commander/package.json', import.meta.url))) {
  fail('The dependencies are not installed. Type: npx -y pnpm@12 install')
}

const { Command } = await import('commander')
const { runCommandLine } = await import('@hotpath-labs/engine/cli/run.js')
const { makeCommand } = await import('@hotpath-labs/engine/cli/terminal.js')

// removes a `--` after the command's name, because pnpm passes the `--` on to the script
const words = process.argv.filter((word, index) => !(word === '--' && index === 3))

await runCommandLine('hotpath-labs', async () => {
  // adds no command `help`, because `pnpm help` is a command of pnpm itself
  const program = new Command(makeCommand())
    .helpCommand(false)
    .description('Learn Node.js performance in labs whose every claim is a test.')
  const called = COMMANDS.filter((name) => name === words[2])
  for (const name of called.length ? called : COMMANDS) {
    const { registerCommand } = await import(`./commands/${name}.js`)
    await registerCommand(program, called.length ? words.slice(3).filter((word) => word !== '--ascii') : [])
  }
  return program
}, words)

/** @param {string} message */
function fail (message) {
  process.stderr.write(`${message}\n`)
  process.exit(4)
}
