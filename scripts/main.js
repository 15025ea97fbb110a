import { Command, CommanderError } from 'commander'
import { DamagedFile, ManifestError } from 'hotpath/lab'
import { CannotRun } from 'hotpath/failures'
import { UnwritableError } from '@hotpath-labs/project'
import { fitted } from './help.js'
import { looks } from './looks.js'
import { UsageError } from './usage.js'

/** Each command's file is loaded when it is called for: a lab should not wait for what only `mongo` needs. */
const COMMANDS = {
  lab: async () => (await import('./commands/lab.js')).labCommand,
  verify: async () => (await import('./commands/verify.js')).verifyCommand,
  demo: async () => (await import('./commands/demo.js')).demoCommand,
  report: async () => (await import('./commands/report.js')).reportCommand,
  progress: async () => (await import('./commands/progress.js')).progressCommand,
  claims: async () => (await import('./commands/claims.js')).claimsCommand,
  bench: async () => (await import('./commands/bench.js')).benchCommand,
  mongo: async () => (await import('./commands/mongo.js')).mongoCommand,
  node: async () => (await import('./commands/node.js')).nodeCommand,
  validate: async () => (await import('./commands/validate.js')).validateCommand,
  curves: async () => (await import('./commands/curves.js')).curvesCommand,
  'new-lab': async () => (await import('./commands/new-lab.js')).newLabCommand,
  'check-labs': async () => (await import('./commands/check-labs.js')).checkLabsCommand,
  versions: async () => (await import('./commands/versions.js')).versionsCommand,
  figures: async () => (await import('./commands/figures.js')).figuresCommand,
  site: async () => (await import('./commands/site.js')).siteCommand,
}

/** EX_SOFTWARE of sysexits.h: no verdict is to be read from an error that nobody expected. */
export const OUR_FAULT = 70

/** @param {Error} error @returns {string} */
export const ourFault = (error) => `This is a bug in hotpath-labs, not a mistake of yours. Please report it with these lines:\n${error.stack ?? error}\n`

/**
 * Runs one command of the command line and sets the exit code: 0 holds, 1 broken, 2 usage, 3 undecided, 4 cannot run here, 70 a fault of the labs.
 *
 * @param {string[]} argv as of process.argv
 */
export async function main (argv) {
  // what people type; `pnpm help` is pnpm's own
  const program = new Command('pnpm')
    .helpCommand(false)
    .description('Learn Node.js performance in labs whose every claim is a test.')
  const called = Object.hasOwn(COMMANDS, argv[2]) ? [argv[2]] : Object.keys(COMMANDS)
  // pnpm passes a `--` that it was given on to the script
  const words = argv.filter((word, index) => !(word === '--' && index === 3))
  try {
    for (const name of called) await (await COMMANDS[/** @type {keyof typeof COMMANDS} */ (name)]())(program, argv[2] === name ? words.slice(3) : [])
    for (const command of withSubcommands(program)) {
      command.exitOverride().configureOutput({
        getOutHelpWidth: () => looks().width,
        getErrHelpWidth: () => looks().width,
        writeOut: (text) => process.stdout.write(fitted(text, looks().width)),
        writeErr: (text) => process.stderr.write(fitted(text, looks().width)),
        outputError: (text) => process.stderr.write(oneLine(text, command)),
      })
    }
    process.exitCode = 0
    await program.parseAsync(words)
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else if (error instanceof UsageError || error instanceof ManifestError || error instanceof DamagedFile) {
      process.stderr.write(error.message + '\n')
      process.exitCode = 2
    } else if (error instanceof UnwritableError) {
      process.stderr.write(error.message + '\n')
      process.exitCode = 4
    } else if (error instanceof CannotRun) {
      process.stderr.write(`${error.needs} ${error.message}. ${error.mend}\n`)
      process.exitCode = 4
    } else {
      process.stderr.write(ourFault(error))
      process.exitCode = OUR_FAULT
    }
  }
  // a pipe takes 64 kB at once, and the rest when it is read
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))))
  // what a measurement has left open, such as keep-alive timers, must not keep a finished command
  process.exit()
}

/** @param {Command} command @returns {Command[]} */
function withSubcommands (command) {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

/** @param {string} text of commander, whose suggestion stands on a line of its own @param {Command} command that it is about */
function oneLine (text, command) {
  const told = text.trim().replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  return `${told}${told.startsWith('too many arguments') ? ` Type: ${typedFor(command)}` : ''}\n`
}

/** @param {Command} command @returns {string} with its arguments */
function typedFor (command) {
  const names = []
  for (let one = /** @type {Command | null} */ (command); one; one = one.parent) names.unshift(one.name())
  return [...names, ...command.registeredArguments.map((argument) => argument.required ? `<${argument.name()}>` : `[${argument.name()}]`)].join(' ')
}
