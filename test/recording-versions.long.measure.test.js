import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { MIN_PAIRS_PER_NODE_VERSION } from '@hotpath-labs/history'
import { cli, copyOf, fixture } from './cli.js'
import { place, program } from './registry.js'

const skip = process.platform === 'win32' && 'the Nodes of these tests are shell scripts'

/** @param {string} folder of a lab @returns {any} */
const recordIn = (folder) => JSON.parse(readFileSync(join(folder, 'data', 'versions.json'), 'utf8'))

t.test('what is recorded is complete, is not recorded twice, and is told; what a Node cannot run is said', { skip }, async (t) => {
  const { folder: nodes } = place(t, 'http://127.0.0.1:9/')
  const old = program(nodes, 'if [ "$1" = --version ]; then echo v12.0.0; else echo "SyntaxError: Unexpected token" >&2; exit 1; fi')
  const folder = copyOf(t, 'holds')
  const args = ['versions', 'record', folder, '--node', `${process.execPath},${old}`, '--age', '0.05', '--seed', '1']
  const first = await cli(args)
  t.equal(first.code, 0, first.stderr)
  t.match(first.stderr, /2 .* [\d.]+ s\n[^]*.* Node v[\d.]+: 5 .* [\d.]+ s\n[^]*.* Node v12\.0\.0: .*SyntaxError/)
  const [refused, run] = recordIn(folder).versions
  t.match(refused, { node: 'v12.0.0', cannot: /SyntaxError/ })
  t.match(run, { node: process.version, laterMs: 50 })
  t.equal(run.pairs.length, MIN_PAIRS_PER_NODE_VERSION)
  for (const { early, later } of run.pairs) {
    t.ok(early.ratios.faster > 1 && later.ratios.faster > 1)
    for (const side of ['slow', 'fast']) t.ok(later.cpuSeconds[side] >= early.cpuSeconds[side] + 0.05, `${side} is older`)
  }

  // as Ctrl-C leaves it
  writeFileSync(join(folder, 'data', 'versions.json'), JSON.stringify({ ...recordIn(folder), versions: [{ ...run, pairs: run.pairs.slice(0, 3) }] }))
  const untold = await cli(['lab', folder, 'versions'])
  t.equal(untold.code, 2, 'three pairs are none yet')
  t.equal((await cli(args)).code, 0)
  t.same(recordIn(folder).versions[1].pairs.slice(0, 3), run.pairs.slice(0, 3), 'they are kept')
  t.equal(recordIn(folder).versions[1].pairs.length, MIN_PAIRS_PER_NODE_VERSION)

  const told = await cli(['lab', folder, 'versions'])
  t.equal(told.code, 0)
  t.match(told.stdout, new RegExp(`faster {2}the slow way takes longer than the fast way[^]*Node ${process.version.slice(1)} .*●.*[\\d.]+×[^]*Node 12 cannot run it: .*SyntaxError`))
  const { claims } = JSON.parse((await cli(['lab', folder, 'versions', '--json'])).stdout)
  t.equal(claims[0].readings[0].node, process.version)
  t.ok(claims[0].readings[0].late.interval[0] > 1)
})

t.test('a Node against one of the same version is nothing to record', { skip }, async (t) => {
  const { folder: nodes } = place(t, 'http://127.0.0.1:9/')
  const twin = join(nodes, 'node')
  symlinkSync(process.execPath, twin)
  const folder = copyOf(t, 'holds')
  const { code, stderr } = await cli(['versions', 'record', folder, '--across', 'slow', '--node', `${process.execPath},${twin}`, '--age', '0.05'])
  t.equal(code, 2, stderr)
  t.match(stderr, /^--across .* Node/)
})

t.test('a file that cannot be read is no reason to write over it', { skip }, async (t) => {
  const folder = copyOf(t, 'holds')
  writeFileSync(join(folder, 'data', 'versions.json'), '{ "schema": 2 }')
  const { code, stderr } = await cli(['versions', 'record', folder, '--node', process.execPath])
  t.equal(code, 2)
  t.match(stderr, /^\S+versions\.json .* hotpath-labs .* \(\S+\).* it .* start .*\.\n$/)
  t.equal(readFileSync(join(folder, 'data', 'versions.json'), 'utf8'), '{ "schema": 2 }')
})

for (const [name, args, said] of /** @type {[string, string[], RegExp][]} */ ([
  ['nothing recorded', ['lab', fixture('holds'), 'versions'], /pnpm versions record \S*test.fixtures.holds\n$/],
  ['too few pairs', ['versions', 'record', 'divideByAndSum', '--pairs', '4'], /5 to 100/],
  ['no such variant', ['versions', 'record', 'divideByAndSum', '--across', 'slwo', '--node', process.execPath], /"slwo".* slow\?/],
  ['a server', ['versions', 'record', 'http-baseline', '--across', 'slow', '--node', process.execPath], /^--across/],
  ['one Node', ['versions', 'record', 'divideByAndSum', '--across', 'slow', '--node', process.execPath], /needs two or more versions of Node/],
  ['no Node', ['versions', 'record', 'divideByAndSum', '--node', 'banana'], /Node .* 20/],
  ['none named', ['versions', 'record', 'divideByAndSum', '--node', ''], /Node .* 20/],
])) {
  t.test(name, { skip }, async (t) => {
    const { code, stderr } = await cli(args)
    t.equal(code, 2)
    t.match(stderr, said)
    t.equal(stderr.trim().split('\n').length, 1)
  })
}

t.test('a Node that is not to be had is left out, and the rest is recorded', { skip }, async (t) => {
  const { env } = place(t, 'http://127.0.0.1:9/')
  const folder = copyOf(t, 'holds')
  const { code, stderr } = await cli(['versions', 'record', folder, '--node', '20'], { env })
  t.equal(code, 4)
  t.match(stderr, /Node 20/)
  t.notOk(existsSync(join(folder, 'data', 'versions.json')))
})
