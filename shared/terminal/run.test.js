import { Writable } from 'node:stream'
import { Command } from 'commander'
import t from 'tap'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { formatCommanderError, makeMain, wrapHelp } from './run.js'
import { printLine } from './terminal.js'

t.test('a message of commander is one line, with what to type where arguments are too many', async (t) => {
  const command = new Command('pnpm').command('bench').argument('<name>').argument('[variant]')
  t.equal(formatCommanderError("error: unknown option '--sed'\n(Did you mean --seed?)\n", command), "unknown option '--sed' (Did you mean --seed?)")
  t.equal(formatCommanderError('error: too many arguments.', command), 'too many arguments. Type: pnpm bench <name> [variant]')
})

t.test('a command runs in this process, with streams and an environment of its own, and gives its exit code', async (t) => {
  const streams = () => {
    const text = { stdout: '', stderr: '' }
    const collect = (name) => new Writable({ write (chunk, _, done) { text[name] += chunk; done() } })
    return { text, stdout: collect('stdout'), stderr: collect('stderr') }
  }
  const main = makeMain({ name: 'this tool', install: 'npm ci' }, () => {
    const program = new Command('tool')
    program.command('say').action(() => {
      printLine(String(process.env.SAYS))
      process.exitCode = 3
    })
    program.command('load').action(() => import(/** @type {any} */ ('no-such-package')))
    program.command('fail').argument('<how>').action((how) => { throw how === 'usage' ? new UsageError('Say what.') : new TypeError('no such seed') })
    return program
  })
  const before = { stdout: process.stdout, env: process.env, exitCode: process.exitCode }
  const run = async (...words) => {
    const { text, ...given } = streams()
    return { code: await main(words, { ...given, env: { SAYS: 'so' } }), ...text }
  }
  t.same(await run('say'), { code: 3, stdout: 'so\n', stderr: '' })
  t.same(await run('fail', 'usage'), { code: 2, stdout: '', stderr: 'Say what.\n' })
  t.match(await run('fail', 'else'), { code: 70, stdout: '', stderr: /^This is a bug in this tool, .*\nTypeError: no such seed\n +at / })
  t.match(await run('load'), { code: 4, stdout: '', stderr: /^The package no-such-package is not installed\. .* npm ci\n$/ })
  t.match(await run('sya'), { code: 2, stdout: '', stderr: /^unknown command 'sya'/ })
  t.match(await run('--help'), { code: 0, stdout: /^Usage: tool /, stderr: '' })
  t.same({ stdout: process.stdout, env: process.env, exitCode: process.exitCode }, before)
})

t.test('a paragraph is wrapped as a whole, and only where a line of it is too long', async (t) => {
  t.equal(wrapHelp('one two three four\nfive six\n\nseven\neight\n', 12), 'one two\nthree four\nfive six\n\nseven\neight\n')
})

t.test('what an entry of a list does stays beside it where there is room, and else goes below', async (t) => {
  const [beside, below] = ['  pnpm lab  the labs, and how each of them went', '  pnpm versions record --across slow  the same on two']
  t.equal(wrapHelp(beside, 40), '  pnpm lab  the labs, and how each of\n            them went')
  t.equal(wrapHelp(below, 50), '  pnpm versions record --across slow\n      the same on two')
  t.equal(wrapHelp(below, 80), below)
})
