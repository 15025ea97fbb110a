import { Command } from 'commander'
import { makeMain } from '@hotpath-labs/terminal/run.js'
import { makeCommand } from '@hotpath-labs/terminal/terminal.js'

/** Names of all commands. Each command is a file in scripts/commands/, and is loaded only when it is called, to save time. */
const COMMANDS = [
  'lab', 'verify', 'demo', 'progress', 'claims', 'bench', 'mongo', 'validate', 'new-lab', 'check-labs', 'versions', 'figures', 'site',
]

/** @type {import('@hotpath-labs/terminal/run.js').Product} */
export const PRODUCT = { name: 'hotpath-labs', install: 'npx -y pnpm@12 install' }

const run = makeMain(PRODUCT, async (words) => {
  // adds no command `help`, because `pnpm help` is a command of pnpm itself
  const program = new Command(makeCommand())
    .helpCommand(false)
    .description('Learn Node.js performance in labs whose every claim is a test.')
  const called = COMMANDS.filter((name) => name === words[0])
  for (const name of called.length ? called : COMMANDS) {
    const { registerCommand } = await import(`./commands/${name}.js`)
    await registerCommand(program, called.length ? words.slice(1).filter((word) => word !== '--ascii') : [])
  }
  return program
})

/**
 * Runs a command of `pnpm` in this process.
 *
 * @type {typeof run}
 */
// removes a `--` after the command's name, because pnpm passes the `--` on to the script
export const main = (words, ...surroundings) => run(words.filter((word, index) => !(word === '--' && index === 1)), ...surroundings)
