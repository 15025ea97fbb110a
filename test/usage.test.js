import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { wrapHelp } from '@hotpath-labs/terminal/run.js'
import { Command } from 'commander'
import stringWidth from 'fast-string-width'
import t from 'tap'
import { LAB_ACTIONS, ACTIONS_WITHOUT_LAB } from '../scripts/commands/lab.js'
import { ROOT, cli, fixture } from './cli.js'

/** @type {[string[], RegExp][]} */
const mistakes = [
  [['lab', 'http-basline'], /http-baseline\?$/],
  [['lab', 'zzzzzzzzzzzz'], /pnpm lab$/],
  [['lab', 'http-baseline', '--sed', '3'], /^unknown option '--sed' \(Did you mean --seed\?\)$/],
  [['lab', 'http-baseline', '--seed', 'x'], /argument 'x' is invalid. Expected a whole number/],
  [['lab', 'http-baseline', '--seconds', '-1'], /argument '-1'/],
  [['lab', 'http-baseline', '--with', 'no-such.js'], /no-such.js/],
  [['lab', 'http-baseline', '--control', '--swap'], /^--control.*--swap/],
  [['lab', 'http-baseline', '--swap', '--record'], /^--swap.*--record/],
  [['verify', '--control', '--record'], /^--control.*--record/],
  [['lab', 'http-baseline', '--node', '20,22', '--explain'], /pnpm lab http-baseline --node 20 --explain$/],
  [['demo', 'http-baseline', '--record-all'], /pnpm demo http-baseline --record$/],
  [['lab', 'http-baseline', 'profile', 'slo'], /^http-baseline has no variant "slo". Did you mean slow\?$/],
  [['lab', 'http-baseline', 'profile', '--tool', 'flme'], /flame\?$/],
  [['lab', 'http-baseline', 'profile', '--node', fixture('manifest.js')], /manifest.js .* Node/],
  [['lab', '--swap'], /^pnpm lab .* lab: /],
  [['demo', 'http-basline'], /http-baseline\?$/],
  [['demo', '--replay', 'no-such.json'], /no-such.json/],
  [['demo', 'http-baseline', '--replay', fixture('manifest.js')], /^manifest.js .* broken/],
  [['demo', 'http-baseline', '--speed', '2'], /pnpm demo http-baseline --replay FILE --speed 2$/],
  [['demo', 'lying-benchmark', '--mine'], /^lying-benchmark .* lying-benchmark mine$/],
  [['demo', 'http-baseline', '--mine', '--record'], /^--mine.*--record/],
  [['demo', 'http-baseline', '--record-all', '--replay', fixture('manifest.js')], /^--replay.*--record-all/],
  [['demo', 'http-baseline', '--record', '--board'], /^--record .* --board out.$/],
  [['demo', 'http-baseline', '--record', '--no-open'], /^--record .* --no-open out.$/],
  [['demo', 'http-baseline', 'parse-int'], /pnpm demo http-baseline$/],
  [['demo', 'http-baseline', '--board', 'no-such'], /no-such.* it, .* --board alone/],
  [['verfy'], /verify\?\)$/],
  [['verify', 'memory-lek'], /memory-leak\?$/],
  [['validate', 'recrd'], /record\?$/],
  [['validate', 'record', '--kind', 'servr'], /server\?$/],
  [['validate', 'nulls', '--beside', '--noise', 'one busy'], /^--beside.*--noise/],
  [['validate', 'peers', '--kind', 'heap'], /^pnpm .* --kind "heap"/],
  [['validate', 'compare', '--kind', 'async functoin'], /^pnpm .* compare .* --kind ".*"/],
  [['validate', '--kind', 'async function'], /function\?$/],
  [['validate', 'record', '--seconds', '3'], /--seconds out\.$/],
  [['validate', 'mutations', '--minutes', '3'], /^pnpm .* --minutes out\.$/],
  [['verify', 'merge', fixture('manifest.js'), '--shard', '2/3'], /--shard out\.$/],
  [['lab', '--seed', '5'], /^pnpm lab .* lab: [^]*.* --seed out\.$/],
  [['lab', 'http-baseline', '--json', '--explain'], /'--explain' .* '--json'/],
  [['claims', 'A38', 'try'], /pnpm claims A38$/],
  [['lab', 'http-baseline', '--seconds', '20', 'mine'], /pnpm lab http-baseline mine --seconds 20$/],
  [['lab', '--json', 'http-baseline', 'profil'], /profile\?$/],
  [['lab', '--json', 'next'], /pnpm lab next --json$/],
  [['lab', 'http-baseline', 'doctor'], /pnpm lab doctor$/],
  [['lab', 'doctor', 'now'], /pnpm lab doctor$/],
  [['figures', 'all'], /pnpm figures$/],
  [['lab', fixture('bad-manifest')], /^lab bad-manifest: claims.0: expected .*"atLest"/],
]

for (const [args, said] of mistakes) {
  t.test(args.join(' ').replace(/\/.*\//, ''), async (t) => {
    const { code, stdout, stderr } = await cli(args)
    t.equal(code, 2)
    t.equal(stdout, '')
    t.equal(stderr.trim().split('\n').length, 1, 'one line')
    t.match(stderr.trim(), said)
  })
}

t.test('another Node is asked for its version without the options of this one', { skip: process.platform === 'win32' && 'it is a shell script' }, async (t) => {
  const node = join(t.testdir({}), 'node')
  writeFileSync(node, '#!/bin/sh\n[ -z "$NODE_OPTIONS" ] && echo v6.17.1\n', { mode: 0o755 })
  const { code, stderr } = await cli(['lab', 'memory-leak', 'watch-memory', '--node', node], {
    env: { NODE_OPTIONS: '--no-deprecation' },
    // a process of its own: tap gives what this one starts its loaders in NODE_OPTIONS
    onSpawn () {},
  })
  t.same([code, stderr], [4, 'watch-memory needs Node 20 or newer, and this is Node 6. Leave --node out.\n'])
})

t.test('--help teaches, of a command, an action and a subcommand', async (t) => {
  for (const [words, teaches] of /** @type {[string[], RegExp][]} */ ([[['lab'], /0 holds/], [['lab', 'growth'], /pnpm lab growth start /], [['lab', 'http-baseline', 'mine'], /0 holds/], [['versions', 'write'], /^Usage: pnpm versions write/]])) {
    t.match(await cli([...words, '--help']), { code: 0, stdout: teaches })
  }
})

/** @param {string[]} words of a command @returns {Promise<string>} what it prints with --help, where stdout is no terminal */
async function readHelp ([name, ...words]) {
  const program = new Command('pnpm').helpCommand(false)
  const { registerCommand } = await import(`../scripts/commands/${name}.js`)
  await registerCommand(program, words)
  const find = ({ commands }, word) => /** @type {Command} */ (commands.find((one) => one.name() === word))
  const command = [name, ...words].reduce(find, program)
  let help = ''
  command.configureOutput({ getOutHelpWidth: () => 80, writeOut: (text) => { help += wrapHelp(text) } }).outputHelp()
  return help
}

t.test('every --help fits a terminal, and names a program that there is', async (t) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const commands = Object.keys(scripts).filter((name) => scripts[name].startsWith('node scripts/cli.js')).map((name) => [name])
  const pages = [...commands, ...ACTIONS_WITHOUT_LAB.map((word) => ['lab', word]), ...LAB_ACTIONS.map((action) => ['lab', 'http-baseline', action])]
  // grows by the subcommands that a page names
  for (const words of pages) {
    const help = await readHelp(words)
    t.equal(help.indexOf(`Usage: pnpm ${words.join(' ')}`), 0, help.split('\n')[0])
    t.same(help.split('\n').filter((line) => stringWidth(line) > 80), [], words.join(' '))
    const [listed] = (help.split('\nCommands:\n')[1] ?? '').split('\n\n')
    pages.push(...[...listed.matchAll(/^ {2}([\w-]+)/gm)].filter(([, name]) => name !== 'help').map(([, name]) => [...words, name]))
  }
  t.ok(pages.some((words) => words.join(' ') === 'versions write'), 'subcommands too')
})

t.test('a folder may have a blank in its name', async (t) => {
  const folder = join(t.testdir({}), 'a lab')
  cpSync(fixture('holds'), folder, { recursive: true })
  writeFileSync(join(folder, 'lab.js'), `import { functionLab } from ${JSON.stringify(pathToFileURL(fixture('manifest.js')).href)}\nexport default functionLab()\n`)
  const { code, stderr } = await cli(['lab', folder, 'profile', 'fats'])
  t.equal(code, 2)
  t.equal(stderr, 'a lab has no variant "fats". Did you mean fast?\n')
})
