import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import stringWidth from 'string-width'
import t from 'tap'
import { LAB_ACTIONS, ACTIONS_WITHOUT_LAB } from '../scripts/commands/lab.js'
import { REMOVED } from '../scripts/removed.js'
import { ROOT, cli, copyOf, fixture } from './cli.js'

/** @type {[string[], RegExp][]} */
const mistakes = [
  [['lab', 'http-basline'], /^There is no lab "http-basline". Did you mean http-baseline\?$/],
  [['lab', 'zzzzzzzzzzzz'], /^There is no lab "zzzzzzzzzzzz". To list the labs, type: pnpm lab$/],
  [['lab', 'http-baseline', '--sed', '3'], /^unknown option '--sed' \(Did you mean --seed\?\)$/],
  [['lab', 'http-baseline', '--seed', 'x'], /argument 'x' is invalid. Expected a whole number/],
  [['lab', 'http-baseline', '--seconds', '-1'], /argument '-1' is invalid. Expected a number of seconds/],
  [['lab', 'http-baseline', '--with', 'no-such.js'], /There is no file .*no-such.js/],
  [['lab', 'http-baseline', '--control', '--swap'], /^--control and --swap cannot go together/],
  [['lab', 'http-baseline', '--swap', '--record'], /^--swap and --record cannot go together/],
  [['verify', '--control', '--record'], /^--control and --record cannot go together/],
  [['lab', 'http-baseline', '--steady', '--record'], /'--steady' cannot be used with option '--record'/],
  [['verify', '--steady', '--warm-up', '3'], /'--steady' cannot be used with option '--warm-up <ms>'/],
  [['lab', 'http-baseline', '--node', '20,22', '--explain'], /^--explain works with one version of Node only. Type: pnpm lab http-baseline --node 20 --explain$/],
  [['demo', 'http-baseline', '--record-all'], /^--record-all records all labs and takes no name. Type: pnpm demo http-baseline --record$/],
  [['lab', 'http-baseline', 'profil'], /^There is no action "profil". Did you mean profile\?$/],
  [['lab', 'http-basline', 'profile'], /^There is no lab "http-basline". Did you mean http-baseline\?$/],
  [['lab', 'http-baseline', 'profile', 'slo'], /^http-baseline has no variant "slo". Did you mean slow\?$/],
  [['lab', 'http-baseline', 'profile', '--tool', 'flme'], /^There is no tool "flme". Did you mean flame\?$/],
  [['lab', 'http-baseline', 'profile', '--node', fixture('manifest.js')], /manifest.js does not run as Node here: /],
  [['lab', '--swap'], /^pnpm lab needs the name of a lab: /],
  [['demo', 'http-basline'], /^There is no lab "http-basline". Did you mean http-baseline\?$/],
  [['demo', '--replay', 'no-such.json'], /There is no file .*no-such.json/],
  [['demo', 'http-baseline', '--replay', fixture('manifest.js')], /^manifest.js is broken or cut off/],
  [['demo', 'http-baseline', '--speed', '2'], /^--speed works only with --replay. Type: pnpm demo http-baseline --replay FILE --speed 2$/],
  [['demo', 'http-baseline', '--mine', '--record'], /^--mine and --record cannot go together/],
  [['demo', 'http-baseline', '--record-all', '--replay', fixture('manifest.js')], /^--replay and --record-all cannot go together/],
  [['demo', 'http-baseline', '--record', '--board'], /^--record shows no page: leave --board out.$/],
  [['demo', 'http-baseline', '--record', '--host'], /^--record shows no page: leave --host out.$/],
  [['demo', '--record-all', '--speed', '1'], /^--record-all shows no page: leave --speed out.$/],
  [['demo', 'http-baseline', '--pdf', '--record'], /^--pdf and --record cannot go together/],
  [['demo', 'http-baseline', '--pdf', 'a.pdf', '--host'], /^--pdf only writes a file: leave --host out.$/],
  [['demo', fixture('holds'), '--pdf'], /^holds has no recording of its present claims to show\. Type: pnpm demo \S*holds --record$/],
  [['demo', 'http-baseline', '--record', '--no-open'], /^--record shows no page: leave --no-open out.$/],
  [['demo', 'http-baseline', 'parse-int'], /^A page shows only one lab\. Type: pnpm demo http-baseline$/],
  [['demo', 'http-baseline', '--board', 'no-such'], /^There is no folder .*no-such. Make it, or type --board alone/],
  [['verfy'], /^unknown command 'verfy' \(Did you mean verify\?\)$/],
  [['verify', 'memory-lek'], /^There is no lab "memory-lek". Did you mean memory-leak\?$/],
  [['validate', 'gird'], /^There is no pnpm validate gird. Did you mean grid\?$/],
  [['validate', 'grid', '--kind', 'servr'], /^pnpm validate grid has no --kind "servr"\. Did you mean server\?$/],
  [['validate', 'nulls', '--beside', '--noise', 'one busy'], /^--beside and --noise cannot go together/],
  [['validate', 'compare', '--kind', 'heap', '--difference', '1.1'], /^pnpm validate compare has no heap with this difference\. --difference can be 0, 16, 104\.$/],
  [['validate', 'compare', '--difference', 'much'], /^pnpm validate compare has no program with this difference\. --difference can be 1, 1\.1, /],
  [['validate', 'peers', '--kind', 'heap'], /^pnpm validate peers has no --kind "heap"\. Expected one of function, server\.$/],
  [['validate', 'compare', '--kind', 'async functoin'], /^pnpm validate compare has no --kind "async functoin"\. Did you mean async function\?$/],
  [['validate', '--kind', 'async function'], /^pnpm validate has no --kind "async function"\. Did you mean function\?$/],
  [['validate', 'compare', '--kind', 'async function', '--difference', '16'], /^pnpm validate compare has no async function with this difference\. --difference can be 1, 1\.1, 1\.155, 1\.25\.$/],
  [['validate', 'grid', '--seconds', '3'], /^grid makes no verdicts: leave --seconds out\.$/],
  [['validate', 'replay', 'nowhere'], /^nowhere has no folder tango with published measurements\. Type: git clone https:\/\/github\.com\/bazhenov\/tango nowhere.tango$/],
  [['validate', 'mutations', '--minutes', '3'], /^pnpm validate mutations always tries every fault once: leave --minutes out\.$/],
  [['verify', 'merge', fixture('manifest.js'), '--shard', '2/3'], /^merge measures nothing: leave --shard out\.$/],
  [['lab', '--seed', '5'], /^pnpm lab needs the name of a lab: [^]*\. To list the labs instead, leave --seed out\.$/],
  [['lab', 'http-baseline', '--json', '--explain'], /'--explain' cannot be used with option '--json'/],
  [['claims', 'A38', 'try'], /^A38 is the id of a claim, and "try" is not\. Type: pnpm claims A38$/],
  [['lab', 'http-baseline', '--seconds', '20', 'mine'], /^The action comes right after the lab\. Type: pnpm lab http-baseline mine --seconds 20$/],
  [['lab', '--json', 'http-baseline', 'profil'], /^There is no action "profil"\. Did you mean profile\?$/],
  [['lab', '--json', 'next'], /^The action next comes before the options\. Type: pnpm lab next --json$/],
  [['lab', 'http-baseline', 'doctor'], /^The action doctor takes no name of a lab\. Type: pnpm lab doctor$/],
  [['lab', 'doctor', 'now'], /^too many arguments for 'doctor'\. [^]* Type: pnpm lab doctor$/],
  [['figures', 'all'], /^too many arguments for 'figures'\. [^]* Type: pnpm figures$/],
  [['lab', fixture('bad-manifest')], /^lab bad-manifest: claims.0: expected .*"atLest" is none of them/],
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

for (const [removed, instead] of Object.entries(REMOVED)) {
  t.test(`${removed} names what replaces it`, async (t) => {
    const { code, stdout, stderr } = await cli(removed.split(' '))
    t.same([code, stdout, stderr], [2, '', `${instead}\n`])
  })
}

t.test('another Node is asked for its version without the options of this one', { skip: process.platform === 'win32' && 'it is a shell script' }, async (t) => {
  const node = join(t.testdir({}), 'node')
  writeFileSync(node, '#!/bin/sh\n[ -z "$NODE_OPTIONS" ] && echo v6.17.1\n', { mode: 0o755 })
  const { code, stderr } = await cli(['lab', 'memory-leak', 'watch-memory', '--node', node], { env: { NODE_OPTIONS: '--no-deprecation' } })
  t.same([code, stderr], [4, 'watch-memory needs Node 20 or newer, and this is Node 6. Leave --node out.\n'])
})

t.test('without a name the labs are listed', async (t) => {
  const { code, stdout } = await cli(['lab'])
  t.equal(code, 0)
  for (const lab of ['divideByAndSum', 'http-baseline', 'memory-leak']) t.match(stdout, lab)
  // eslint-disable-next-line no-control-regex
  t.notMatch(stdout, /\u001b/, 'no colour where stdout is no terminal')
})

t.test('--help teaches', async (t) => {
  const { code, stdout } = await cli(['lab', '--help'])
  t.equal(code, 0)
  t.match(stdout, /Exit codes: 0 holds/)
})

t.test('every --help fits a terminal, and names a program that there is', async (t) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const commands = Object.keys(scripts).filter((name) => scripts[name].startsWith('node scripts/cli.js')).map((name) => [name])
  const pages = [...commands, ...ACTIONS_WITHOUT_LAB.map((word) => ['lab', word]), ...LAB_ACTIONS.map((action) => ['lab', 'http-baseline', action])]
  // grows by the subcommands that a page names
  for (const words of pages) {
    const { code, stdout } = await cli([...words, '--help'])
    t.equal(code, 0, words.join(' '))
    t.equal(stdout.indexOf(`Usage: pnpm ${words.join(' ')}`), 0, stdout.split('\n')[0])
    t.same(stdout.split('\n').filter((line) => stringWidth(line) > 80), [], words.join(' '))
    const [listed] = (stdout.split('\nCommands:\n')[1] ?? '').split('\n\n')
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

t.test('a fault that is ours is told as one, with its stack: code 70', async (t) => {
  const folder = copyOf(t, 'two-workloads', (manifest) => manifest.replace('serverLab({', "serverLab({ services: [{ name: 'files', start () { throw new TypeError('no such seed') } }],"))
  const { code, stderr } = await cli(['lab', folder])
  t.equal(code, 70)
  t.match(stderr, /This is a bug in hotpath-labs[^]*TypeError: no such seed\n\s+at /)
})
