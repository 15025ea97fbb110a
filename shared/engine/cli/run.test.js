import { Command } from 'commander'
import t from 'tap'
import { formatCommanderError } from './run.js'

t.test('a message of commander is one line, with what to type where arguments are too many', async (t) => {
  const command = new Command('pnpm').command('bench').argument('<name>').argument('[variant]')
  t.equal(formatCommanderError("error: unknown option '--sed'\n(Did you mean --seed?)\n", command), "unknown option '--sed' (Did you mean --seed?)")
  t.equal(formatCommanderError('error: too many arguments.', command), 'too many arguments. Type: pnpm bench <name> [variant]')
})
